"""How turns begin and rounds end there (section 3), and what each may know of the cards."""

from typing import Any

import pytest

from bot.game.contract import SPECTATOR, Viewer
from bot.game.rounds import Discarded, Drew, RoundEnded, TurnStarted
from bot.games.capit.rules.cards import deck_for
from bot.games.capit.rules.game import CAPIT
from bot.games.capit.rules.options import CapitOptions
from bot.games.capit.rules.state import State
from bot.games.capit.rules.view import End, Phase, Pushed, TookDiscard
from tests.game.playing import permuted, pile, scored
from tests.games.capit.rules.at import at, card, do, hand, legal, refusal, watch
from tests.helpers import chance

HANDS = "7H 8S\n9S\nKC\nAD"


def drawing(
    draw_pile: str = "3D 4D 5D",
    discard_pile: str = "QC JC",
    **fields: Any,  # noqa: ANN401 - of the state
) -> State:
    return at(HANDS, draw_pile=draw_pile, discard_pile=discard_pile, phase=Phase.DRAW, **fields)


def test_the_top_discard_is_taken_and_everybody_knows_c3_1() -> None:
    state, happened = watch(drawing(), "take")
    assert hand(state) == "7H 8S +!QC"
    assert pile(state) == "JC"
    assert happened == [TookDiscard(0, card("QC"))]
    assert state.phase is Phase.PLAY


def test_a_push_gives_both_tops_to_the_left_and_draws_the_next_c3_2() -> None:
    state, happened = watch(drawing(), "push")
    assert hand(state, 1) == "9S !3D +!QC"
    assert hand(state, 0) == "7H 8S !4D"
    assert (pile(state), [*map(str, state.draw_pile)]) == ("JC", ["5D"])
    assert happened == [Pushed(0, 1, card("QC"))]


def test_the_last_player_pushes_to_the_first_c3_2() -> None:
    assert hand(do(drawing(to_move=3), "push"), 0) == "7H 8S !3D +!QC"


@pytest.mark.parametrize(
    ("draw_pile", "discard_pile", "choices"),
    [
        ("3D 4D", "QC", ["take", "push"]),
        ("3D", "QC", ["take", "draw"]),
        ("", "QC", ["take", "draw"]),  # the draw ends the round (C8.2)
        ("3D 4D", "", ["draw"]),
        ("", "", ["draw"]),
    ],
)
def test_what_the_piles_allow_c3_3_c8_2(
    draw_pile: str, discard_pile: str, choices: list[str]
) -> None:
    state = drawing(draw_pile, discard_pile)
    assert legal(state) == choices
    for action in {"take", "push", "draw"} - {*choices}:
        assert refusal(state, action).rule in ("C3.2", "C3.3")


def test_the_last_stock_card_is_drawn_plainly_c3_3() -> None:
    state, happened = watch(drawing("3D"), "draw")
    assert hand(state) == "7H 8S !3D"
    assert (pile(state), happened) == ("QC JC", [Drew(0)])


def test_the_pile_may_be_empty_after_a_push_c3_3() -> None:
    state = do(drawing(discard_pile="QC"), "push", "discard 7H")
    assert legal(state) == ["take", "draw"], "one card is left of the stock"
    assert pile(state) == "7H"


def test_who_wants_a_card_from_an_empty_stock_ends_the_round_c3_4_c5_2() -> None:
    state, happened = watch(drawing(""), "draw")
    assert happened == [RoundEnded(scored(state))]
    assert scored(state).end is End.STOCK
    assert scored(state).points == (10, 5, 10, 15), "everyone scores the hand"


def test_pushed_cards_count_in_the_hand_they_came_to_c3_3() -> None:
    state = do(drawing("X 4D"), "push", "discard 4D")
    assert scored(do(state, "take", "discard 4D", "draw")).points == (10, 35, 10, 15)


def test_first_a_card_is_taken_c3_1() -> None:
    for action in ("discard 7H", "lay set 7H7S7C", "off 1 7H", "next"):
        assert refusal(drawing(), action).rule == "C3.1"


def test_then_no_second_one_c4_5() -> None:
    state = do(drawing(), "take")
    for action in ("take", "push", "draw", "next"):
        assert refusal(state, action).rule == "C4.5"


def test_only_the_seat_to_move_acts_c1_3() -> None:
    assert refusal(drawing(), "take", seat=2).rule == "C1.3"


def test_any_card_may_be_discarded_also_the_one_just_taken_c4_5_c4_7() -> None:
    state, happened = watch(do(drawing(), "take"), "discard QC")
    assert pile(state) == "QC JC"
    assert happened == [Discarded(0, card("QC")), TurnStarted(1)]
    assert refusal(do(drawing(), "take"), "discard KD").rule == "C4.5"


def test_new_cards_are_fresh_until_their_owners_turn_ends() -> None:
    state = do(drawing("3D 4D 5D 6D 8D"), "push", "discard 7H")
    assert hand(state) == "8S 4D"
    assert hand(state, 1) == "9S !3D +!QC"
    state = do(state, "take", "discard 9S")
    assert hand(state, 1) == "3D +QC +7H"


def test_a_discarded_card_of_two_equal_ones_is_the_one_that_all_know() -> None:
    state = do(at("7H +7H 8S"), "discard 7H")
    assert hand(state) == "7H 8S"


@pytest.mark.parametrize("circuits", [1, 3])
def test_a_round_ends_after_idle_circuits_c5_4_c8_4(circuits: int) -> None:
    state = drawing(options=CapitOptions(stall_circuits=circuits))
    for turn in range(circuits * 4):
        assert state.phase is Phase.DRAW, turn
        state = do(state, "take", f"discard {state.discard_pile[0]}")
    assert scored(state).end is End.STALL


def test_a_card_from_the_stock_a_meld_or_a_lay_off_begins_the_count_anew_c8_4() -> None:
    idle = drawing(idle=11)
    assert do(idle, "push", "discard 7H").idle == 0
    table = at("7H 7C 7D 8S", "1 set 7S7S7S", laid="0", idle=11)
    assert do(table, "off 1 7H", "discard 8S").idle == 0
    assert do(table, "meld set 7H7C7D", "discard 8S").phase is Phase.SCORED
    assert do(at("7H 8S", idle=5), "discard 7H").idle == 6


def test_ten_cards_each_from_the_dealers_left_c1_3_c1_4_c8_1() -> None:
    for seats in (4, 5, 6):
        state, events = CAPIT.new(CapitOptions(), seats, at(HANDS).setup.chance)
        order = state.setup.chance.shuffled(1, "deal", deck_for(seats))
        first = (state.dealer + 1) % seats
        assert state.to_move == first
        assert {len(each) for each in state.hands} == {10}
        assert [held.card for held in state.hands[first]] == [*order[: 10 * seats : seats]]
        assert state.discard_pile == (order[10 * seats],)
        assert state.draw_pile == order[10 * seats + 1 :]
        assert events[-1] == TurnStarted(first)


def test_the_deal_passes_to_the_left_c1_3() -> None:
    state = do(drawing("", dealer=3), "draw", "next")
    assert (state.dealer, state.to_move, state.number) == (0, 1, 2)


@pytest.mark.parametrize("seats", [3, 7])
def test_four_to_six_play_c1_1(seats: int) -> None:
    with pytest.raises(ValueError, match="4 to 6"):
        CAPIT.new(CapitOptions(), seats, at(HANDS).setup.chance)


SEEN = "7H +8S\n9S\nKC +QC +QC\nAD"


@pytest.mark.parametrize(
    ("viewer", "own"), [(SPECTATOR, []), (0, ["7H", "8S"]), (1, ["9S"]), (2, ["KC", "QC", "QC"])]
)
def test_a_view_has_the_viewers_cards_and_what_all_saw(viewer: Viewer, own: list[str]) -> None:
    view = CAPIT.view(at(SEEN), viewer)
    assert [str(held.card) for held in view.hand] == own
    assert view.counts == (2, 1, 3, 1)
    assert view.known == ((card("8S"),), (), (card("QC"), card("QC")), ())
    assert view.draw_pile == 4


def test_only_who_gets_it_sees_the_hidden_card_of_a_push_c3_2() -> None:
    pushed = do(at(SEEN, phase=Phase.DRAW), "push")
    for viewer in (SPECTATOR, 0, 2, 3):
        view = CAPIT.view(pushed, viewer)
        assert view.known[1] == (card("QC"),)
        assert card("3D") not in [held.card for held in view.hand]
    assert card("3D") in [held.card for held in CAPIT.view(pushed, 1).hand]


def test_a_round_that_is_scored_shows_all_hands_in_its_result() -> None:
    state = do(at(SEEN, phase=Phase.DRAW, draw_pile=""), "draw")
    assert CAPIT.view(state, SPECTATOR).results[0].hands[3] == (card("AD"),)


@pytest.mark.parametrize(
    ("viewer", "unknown"),
    [(SPECTATOR, "7H 9S KC AD"), (0, "9S KC AD"), (1, "7H KC AD"), (2, "7H 9S AD")],
)
def test_all_that_a_viewer_may_not_know_is_permuted(viewer: Viewer, unknown: str) -> None:
    """The draw pile, too."""
    assert permuted(CAPIT, at(SEEN), viewer) == sorted(
        [*unknown.split(), *["3D", "4D", "5D", "6D"]]
    )


def test_five_rounds_and_three_idle_circuits_c1_3_c5_4() -> None:
    assert CapitOptions().rounds == 5
    assert [CapitOptions(rounds=number).rounds for number in range(1, 6)] == [*range(1, 6)]
    assert CapitOptions().stall_circuits == 3


def test_a_random_player_deals_first_c1_3() -> None:
    dealers = {CAPIT.new(CapitOptions(), 4, chance(secret)).state.dealer for secret in range(40)}
    assert dealers == {0, 1, 2, 3}
