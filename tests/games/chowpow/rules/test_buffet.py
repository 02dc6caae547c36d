"""The Battle Buffet (P5.3, P7.8)."""

from collections.abc import Iterator

import pytest

from bot.games.chowpow.rules.game import CHOWPOW
from bot.games.chowpow.rules.options import ChowpowOptions
from bot.games.chowpow.rules.state import State
from bot.games.chowpow.rules.view import Chose, Phase, ShowdownEnded, ShowdownStarted, ShuffledBack
from tests.games.chowpow.rules.at import at, cards, do, held, of, refusal, watch, won
from tests.helpers import chance, not_none

BUFFET = ChowpowOptions(battle_buffet=True)
MISS = ("flip a1", "flip a2")


def showdown(hands: str, **given: str) -> State:
    """Return the state in which a showdown has begun, after the last seat's turn of a circuit."""
    seats = len(hands.split())
    state = at(hands, options=BUFFET, to_move=str(seats - 1), turns=str(2 * seats), **given)
    flips = MISS if state.hands[-1] else (*MISS, "flip a3")
    return do(state, *flips[: state.due])


def laid(state: State, *by_seat: str) -> tuple[State, list[object]]:
    return watch(state, *(f"lay {text}" for text in by_seat))


def test_no_battle_in_a_turn_p5_3() -> None:
    state = do(at("F6 V1 S1", options=BUFFET, turns="4"), *MISS)
    assert (state.to_move, state.phase) == (1, Phase.FLIP)


def test_after_a_circuit_all_with_cards_lay_down_at_once_p5_3() -> None:
    state = at("F6 - S1S2", options=BUFFET, to_move="2", turns="6")
    state, happened = watch(state, *MISS)
    assert of(ShowdownStarted, happened) == [ShowdownStarted((0, 2))]
    assert CHOWPOW.to_act(state) == {0, 2}
    assert [str(action) for action in CHOWPOW.legal(state, 2)] == ["lay S1", "lay S2", "lay S1S2"]
    assert CHOWPOW.legal(state, 1) == ()
    assert refusal(state, "lay F6", seat=1) == "P5.3"
    assert refusal(state, "pass") == "P5.3"
    assert refusal(state, "lay S1", seat=0) == "P5.3"


def test_one_faction_as_ever_p5_3() -> None:
    state = showdown("F6V1T2S1 S1S2V3")
    assert refusal(state, "lay F6V1") == "P5.3"
    assert refusal(state, "lay S1V3", seat=1) == "P5.3"
    assert "lay F6T2V1" in [str(action) for action in CHOWPOW.legal(state, 0)]


def test_a_choice_is_made_once_in_any_order_p5_3() -> None:
    state = showdown("F6F5 S1S2")
    state = CHOWPOW.apply(state, 1, CHOWPOW.parse("lay S1")).state
    assert CHOWPOW.to_act(state) == {0}
    assert refusal(state, "lay S2", seat=1) == "P5.3"


def test_most_cards_take_all_p5_3() -> None:
    state, happened = laid(showdown("F6F5 S1S2V3 B6"), "F6", "S1S2", "B6")
    assert of(Chose, happened) == [Chose(0), Chose(1), Chose(2)]
    assert of(ShowdownEnded, happened) == [
        ShowdownEnded((cards("F6"), cards("S1S2"), cards("B6")), (1,))
    ]
    assert won(state) == ["", "F6S1S2B6", ""]
    assert [held(state, seat) for seat in range(3)] == ["F5", "V3", ""]
    assert (state.to_move, state.phase) == (0, Phase.FLIP)
    assert state.chosen == ()


def test_then_the_highest_total_p5_3() -> None:
    assert won(laid(showdown("F6 S5 B4"), "F6", "S5", "B4")[0]) == ["F6S5B4", "", ""]


def test_in_a_full_tie_the_tied_take_their_own_and_the_rest_goes_back_p5_3() -> None:
    state = showdown("F6 S6 B4V1")
    deck = len(state.draw_pile)
    state, happened = laid(state, "F6", "S6", "B4")
    assert won(state) == ["F6", "S6", ""]
    assert [event.best for event in of(ShowdownEnded, happened)] == [(0, 1)]
    assert of(ShuffledBack, happened) == [ShuffledBack(1)]
    assert len(state.draw_pile) == deck + 1


def test_if_all_are_tied_nothing_goes_back_p5_3() -> None:
    _, happened = laid(showdown("F6 S6"), "F6", "S6")
    assert of(ShuffledBack, happened) == []


@pytest.mark.parametrize("hands", ["F6 - -", "- - -"])
def test_with_fewer_than_two_holding_cards_it_is_left_out_p5_3(hands: str) -> None:
    state = showdown(hands)
    assert (state.to_move, state.phase) == (0, Phase.FLIP)


def test_the_last_one_follows_the_last_turns_p5_3_p7_8() -> None:
    state = at("F6 V1 S1", options=BUFFET, turns="4", last="0", draw_pile="")
    state, happened = watch(state, *MISS)
    assert len(of(ShowdownStarted, happened)) == 1
    state, _ = laid(state, "F6", "V1", "S1")
    assert state.phase is Phase.OVER


def test_not_two_together_p7_8() -> None:
    state = showdown("F6F5 V1V2", last="0", draw_pile="")
    state, happened = laid(state, "F6", "V1")
    assert of(ShowdownStarted, happened) == []
    assert state.phase is Phase.OVER


def test_it_follows_the_most_turns_too_p4_3_p5_3() -> None:
    options = ChowpowOptions(battle_buffet=True, max_turns=3)
    state = do(at("F6F5 V1V2", options=options, to_move="1", turns="6"), *MISS)
    assert state.phase is Phase.BUFFET
    assert laid(state, "F6", "V1")[0].phase is Phase.OVER


def test_a_choice_is_hidden_from_all_others_until_they_are_shown_p5_3() -> None:
    state = showdown("F6F5 S1S2 B6")
    one = CHOWPOW.apply(state, 0, CHOWPOW.parse("lay F6")).state
    other = CHOWPOW.apply(state, 0, CHOWPOW.parse("lay F5F6")).state
    for viewer in (None, 1, 2):
        assert CHOWPOW.view(one, viewer) == CHOWPOW.view(other, viewer)
    mine = CHOWPOW.view(one, 0)
    assert [str(each.card) for each in not_none(mine.chosen)] == ["F6"]
    assert mine.counts == (2, 2, 1)
    assert CHOWPOW.view(one, 1).chosen is None


def test_everyone_has_one_chow_between_two_showdowns_p5_3_p7_8() -> None:
    for secret in range(6):
        kinds = [kind for kind in happenings(secret) if kind in "TS"]
        text = "".join(kinds)
        assert all(len(turns) % 3 == 0 for turns in text.split("S")[:-1])


def happenings(secret: int) -> Iterator[str]:
    """Yield the first letters of the turns and showdowns of a match of three that goes ahead."""
    state, _ = CHOWPOW.new(BUFFET, 3, chance(secret))
    yield "T"
    while CHOWPOW.to_act(state) and state.last is None:
        seat = min(CHOWPOW.to_act(state))
        state, events = CHOWPOW.apply(state, seat, CHOWPOW.legal(state, seat)[0])
        yield from (
            type(event).__name__[0] for event in events if "Started" in type(event).__name__
        )
