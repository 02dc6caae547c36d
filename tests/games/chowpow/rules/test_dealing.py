"""Setting up matches (P1.3, P7.1), and options (section 5), each combination of them."""

import pytest
from pydantic import ValidationError

from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.chowpow.rules.options import ChowpowOptions, default_deck
from bot.games.chowpow.rules.state import State
from bot.games.chowpow.rules.view import Phase, RoundStarted, TurnStarted
from tests.games.chowpow.rules.at import do, pow_at
from tests.helpers import chance


def dealt(seats: int, secret: int = 0) -> State:
    return CHOWPOW.new(ChowpowOptions(), seats, chance(secret)).state


@pytest.mark.parametrize(("seats", "each"), [(2, 4), (3, 4), (4, 4), (5, 3), (6, 3)])
def test_hands_a_grid_and_the_deck_p1_3(seats: int, each: int) -> None:
    state = dealt(seats)
    assert [len(cards) for cards in state.hands] == [each] * seats
    assert [len(pile) for pile in state.grid] == [1] * 16
    assert not any(lying.seen for pile in state.grid for lying in pile)
    assert len(state.draw_pile) == 84 - each * seats - 16
    assert state.phase is Phase.FLIP


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_two_to_six_play_p1_3(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 6 seats"):
        dealt(seats)


def test_a_random_seat_starts_p1_3() -> None:
    assert {dealt(3, secret).to_move for secret in range(40)} == {0, 1, 2}
    state, events = CHOWPOW.new(ChowpowOptions(), 4, chance(5))
    assert events == (RoundStarted(1, state.starter), TurnStarted(state.starter, 2, last=False))


def test_cards_go_round_from_the_starter_then_to_the_grid_p7_1() -> None:
    state = next(found for secret in range(99) if (found := dealt(3, secret)).starter == 2)
    deck = state.setup.chance.shuffled(1, "deal", default_deck().cards)
    circuit = [state.hands[seat][place].card for place in range(4) for seat in (2, 0, 1)]
    laid = [pile[0].card for pile in state.grid]
    assert (*circuit, *laid, *state.draw_pile) == deck


@pytest.mark.parametrize(
    "options",
    [{"max_turns": 2}, {"max_turns": 201}, {"dice": 2}, {"deck": "F"}, {"deck": "x" * 401}],
)
def test_other_options_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        ChowpowOptions.model_validate(options)


def test_a_buffet_leaves_no_opponent_to_pick_p5_3_p5_4() -> None:
    with pytest.raises(ValidationError) as refused:
        ChowpowOptions(battle_buffet=True, own_size=True)
    (fault,) = refused.value.errors()
    assert fault["loc"] == ("own_size",)
    assert "Battle Buffet" in fault["msg"]


def test_what_counts_for_a_league() -> None:
    assert ChowpowOptions().full_length
    assert ChowpowOptions(battle_buffet=True, three_course_meal=True).full_length
    assert not ChowpowOptions(max_turns=59).full_length
    assert not ChowpowOptions(deck=str(default_deck())).full_length


def test_variants_with_other_points_are_kinds_of_their_own() -> None:
    assert ChowpowOptions(three_course_meal=True, own_size=True).kind(2) == ""
    assert ChowpowOptions(hot_sauce=True).kind(4) == "Hot Sauce"
    assert ChowpowOptions(hot_sauce=True, battle_buffet=True).kind(4) == "Hot Sauce, Battle Buffet"


def test_all_but_the_deck_are_offered_in_the_lobby() -> None:
    assert set(ChowpowOptions.model_fields) - set(ChowpowOptions.offered()) == {"deck"}


def test_play_goes_clockwise_p1_3() -> None:
    state = pow_at("F6 V1 S1")
    for seat in (1, 2, 0):
        state = do(state, "pass")
        assert state.to_move == seat
        state = do(state, "flip a1", "flip a2")


def test_a_game_ends_after_60_turns_each_p4_3() -> None:
    assert ChowpowOptions().max_turns == 60


@pytest.mark.parametrize("third", ["battle_buffet", "own_size"])
def test_the_other_options_combine_section_5(third: str) -> None:
    chosen = {"hot_sauce": True, "three_course_meal": True, third: True}
    assert ChowpowOptions.model_validate(chosen).model_dump().items() >= chosen.items()
