"""Setting up games and rounds, and the peeks (section 1, B6.1, B6.4)."""

from dataclasses import replace

import pytest
from pydantic import ValidationError

from bot.games.kabobo.rules.cards import DECK
from bot.games.kabobo.rules.events import Peeked, RoundStarted, TurnStarted
from bot.games.kabobo.rules.game import KABOBO
from bot.games.kabobo.rules.options import KaboboOptions
from bot.games.kabobo.rules.state import State
from bot.games.kabobo.rules.view import How, Phase
from tests.games.kabobo.rules.at import at, do, hand, refusal, watch
from tests.seeded import chance


def dealt(seats: int, options: KaboboOptions | None = None, secret: int = 0) -> State:
    return KABOBO.new(options or KaboboOptions(), seats, chance(secret)).state


@pytest.mark.parametrize("seats", range(2, 7))
def test_four_cards_each_face_down_and_one_discarded_b1_2_b1_3_b1_6(seats: int) -> None:
    state = dealt(seats)
    assert [len(cards) for cards in state.hands] == [4] * seats
    assert not any(laid.face_up or laid.seen for cards in state.hands for laid in cards)
    assert len(state.discard_pile) == 1
    assert len(state.draw_pile) == 54 - 4 * seats - 1
    assert state.pieces == (0,) * seats


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_two_to_six_play_b1_2(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 6 seats"):
        dealt(seats)


@pytest.mark.parametrize("options", [{"max_turns": 0}, {"max_rounds": 0}, {"dice": 2}])
def test_other_options_are_refused_b2_8_b4_3(options: dict[str, int]) -> None:
    with pytest.raises(ValidationError):
        KaboboOptions.model_validate(options)


def test_cards_are_dealt_one_at_a_time_from_the_starter_b6_1() -> None:
    state = next(found for secret in range(99) if (found := dealt(3, secret=secret)).starter == 2)
    deck = state.setup.chance.shuffled(1, "deal", DECK)
    circuit = [state.hands[seat][place].card for place in range(4) for seat in (2, 0, 1)]
    assert (*circuit, *state.discard_pile, *state.draw_pile) == deck


def test_a_random_seat_starts_the_first_round_b1_4() -> None:
    assert {dealt(3, secret=secret).starter for secret in range(40)} == {0, 1, 2}


def test_all_seats_peek_at_once_and_in_any_order_b1_2() -> None:
    state = dealt(3)
    assert KABOBO.to_act(state) == {0, 1, 2}
    turn = KABOBO.stage(state).turn
    happened: list[object] = []
    for seat, peek in ((2, "peek 1 4"), (0, "peek 2 3"), (1, "peek 1 2")):
        assert seat in KABOBO.to_act(state)
        assert KABOBO.stage(state).turn == turn
        state, events = KABOBO.apply(state, seat, KABOBO.parse(peek))
        happened += events
    assert happened == [
        Peeked(2, (0, 3)), Peeked(0, (1, 2)), Peeked(1, (0, 1)), TurnStarted(state.starter, False)
    ]  # fmt: skip
    assert state.phase is Phase.TURN
    assert [laid.how(2) for laid in state.hands[2]] == [How.PEEK, None, None, How.PEEK]
    assert KABOBO.stage(state).turn == turn + 1


def test_two_different_cards_are_peeked_at_once_b1_2_b6_1() -> None:
    state = dealt(2)
    assert refusal(state, "peek 2 2", 0).rule == "B1.2"
    assert len(KABOBO.legal(state, 0)) == 6
    state = KABOBO.apply(state, 0, KABOBO.parse("peek 1 2")).state
    assert refusal(state, "peek 3 4", 0).rule == "B1.2"
    assert refusal(state, "draw", 0).rule == "B1.2"


@pytest.mark.parametrize(
    ("hands", "starter", "following"),
    [
        ("2C 4D 8H QS\n5C 5D 5H AS\n6C 6D 6H 6S", 0, 0),
        ("5C 5D 5H AS\n2C 4D 8H QS\n2D 4C 8S QH", 0, 1),
        ("5C 5D 5H AS\n2C 4D 8H QS\n2D 4C 8S QH", 1, 2),
        ("5C 5D 5H AS\n2C 4D 8H QS\n2D 4C 8S QH", 2, 1),
        ("2H 4S 8C QD\n2C 4D 8H QS\n2D 4C 8S QH", 0, 1),
    ],
)
def test_the_lowest_starts_of_those_tied_the_first_after_the_starter_b1_4_b6_4(
    hands: str, starter: int, following: int
) -> None:
    state = at(hands, starter=str(starter), to_move="2", caller="0", pieces="1 2 3")
    state, happened = watch(state, "take 1", "next")
    assert state.starter == following
    assert state.phase is Phase.PEEK
    assert state.number == 2
    assert state.caller is None
    started = [event for event in happened if isinstance(event, RoundStarted)]
    assert started == [RoundStarted(2, following, state.discard_pile[0])]


def test_a_new_round_begins_afresh_but_for_pieces_and_results_b1_5() -> None:
    state = at("*2C 4D 8H QS\n5C 5D 5H AS", to_move="1", caller="0", pieces="1 2")
    state = do(state, "take 1")
    before = replace(state)
    state = do(state, "next")
    assert (state.pieces, state.results) == (before.pieces, before.results)
    assert state.peeked == frozenset()
    assert (state.turns, state.reshuffles) == (0, 0)
    assert all(text.startswith("?") and "/" not in text for text in hand(state).split())
