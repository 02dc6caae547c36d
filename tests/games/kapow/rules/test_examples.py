"""The worked examples of the rules, section 8; columns are written top/middle/bottom."""

from itertools import product

import pytest

from bot.games.kapow.rules.cards import Card, position, span
from bot.games.kapow.rules.game import KAPOW
from bot.games.kapow.rules.scoring import score_hands
from bot.games.kapow.rules.state import State
from bot.games.kapow.rules.view import Phase
from tests.games.kapow.rules.at import at, discard, do, legal, lies, refusal
from tests.games.kapow.rules.pictures import parse_hand


def playing(card: str, column: str) -> State:
    """Seat 0 has to play a card into a column beside a boring one."""
    top, middle, bottom = column.split("/")
    return at(f"drawn {card} draw\n\n{top} ?1\n{middle} ?5\n{bottom} ?9")


def completing(card: str, column: str) -> list[str]:
    """Every single play of the card that completes the column."""
    state = playing(card, column)
    found = []
    for action in legal(state):
        after = do(state, action).hands[0][0]
        if after is None or after.is_complete:
            found.append(action)
    return found


def test_what_completes_9_9_11_k3_3_k4_1() -> None:
    """A 9 on the bottom, a 10 in the middle, a KAPOW! card as either, +1 or -2 beneath."""
    assert {str(card): completing(str(card), "9/9/11") for card in Card} == {
        **{str(number): [] for number in range(13)},
        "9": ["replace 1b"],
        "10": ["replace 1m"],
        "K": ["replace 1m", "replace 1b"],
        "P1": ["beneath 1m +"],
        "P2": ["beneath 1b -"],
    }


def test_kapow_on_top_of_9_9_11_takes_two_steps_k4_5() -> None:
    state = do(playing("K", "9/9/11"), "replace 1t")
    assert state.phase is Phase.KAPOW
    state = do(state, "swap 1t 1m")
    assert lies(state, ". ?1\n. ?5\n. ?9")
    assert discard(state).startswith("9 K 11")


@pytest.mark.parametrize(("text", "value"), [("0-2", -2), ("5-2", 3), ("5+2", 7), ("P1+2", 3)])
def test_values_of_powersets_k3_4(text: str, value: int) -> None:
    assert span(position(text)) == (value, value)


def test_kapow_5_6_k4_1_k4_4() -> None:
    """Complete as 4, 5, 6; the KAPOW! card may only go to the bottom, as 6, 5, 4."""
    state = do(playing("6", "K/5/9"), "replace 1b")
    assert lies(state, "K ?1\n5 ?5\n6 ?9")
    assert refusal(state, "swap 1t 1m").rule == "K4.4"
    assert lies(do(state, "swap 1t 1b"), "6 ?1\n5 ?5\nK ?9")


def test_12_12_kapow_waits_and_the_player_arranges_it_k4_4_k5_1() -> None:
    state = do(playing("12", "12/9/K"), "replace 1m")
    assert lies(state, "12 ?1\n12 ?5\nK ?9")
    top = do(state, "swap 1b 1t")
    assert lies(top, "K ?1\n12 ?5\n12 ?9")
    middle = do(top, "swap 1t 1m")
    assert lies(middle, "12 ?1\nK ?5\n12 ?9")
    bottom = do(middle, "swap 1m 1b", "end")
    assert discard(bottom).startswith("12 12 K")


def test_13_13_13_is_complete_and_must_go_k4_1_k4_2() -> None:
    state = do(playing("P1", "12+1/12+1/12"), "beneath 1b +")
    assert lies(state, ". ?1\n. ?5\n. ?9")
    assert discard(state).startswith("12 P1 12 P1 12 P1")


@pytest.mark.parametrize(
    ("hands", "points"),
    [
        (["0/0/8", "8/0/0", "8/4/8"], [8, 8, 20]),
        (["0/0/8", "7/0/0"], [16, 7]),
        (["0-2/0-1/0", "0-2-2/0-1/0"], [-3, -5]),
    ],
)
def test_doubling_k6_5(hands: list[str], points: list[int]) -> None:
    """Seat 0 went out first."""
    laid = [parse_hand(hand.replace("/", "\n")) for hand in hands]
    assert [score.points for score in score_hands(laid, out=0)] == points


@pytest.mark.parametrize(("hand", "points"), [("K/0-2/4", 27), ("K+1/5/9", 15), ("K-2/3/9", 10)])
def test_scores_of_hands_k6_4(hand: str, points: int) -> None:
    (score,) = score_hands([parse_hand(hand.replace("/", "\n"))], out=None)
    assert score.points == points


def test_what_kapow_can_stand_for_k1_3() -> None:
    columns = ("K/0-1/0-2", "K/0-1/0", "K/K/12+2")
    laid = [parse_hand(column.replace("/", "\n"))[0] for column in columns]
    assert [triad.is_complete for triad in laid if triad] == [True, False, False]


def test_no_hand_of_the_examples_needs_more_than_the_contract() -> None:
    """Each position above can be seen, listed and applied like any other."""
    for card, column in product(("9", "K", "P1"), ("9/9/11", "K/5/9", "12/9/K")):
        state = playing(card, column)
        assert KAPOW.view(state, 1).drawn is not None
        for action in KAPOW.legal(state, 0):
            KAPOW.apply(state, 0, action)
