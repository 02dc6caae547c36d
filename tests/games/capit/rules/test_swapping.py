"""A natural card for a wild, which is used at once (C4.4, C4.6, C8.3)."""

import pytest

from bot.games.capit.rules.events import LaidOff, Swapped
from bot.games.capit.rules.melds import Side
from tests.games.capit.rules.at import ANY, at, card, do, hand, laid, legal, refusal, watch

TABLE = "1 run 3S4SX6S\n2 set KHKSKD"


def test_a_freed_wild_is_laid_off_on_another_meld_c4_4() -> None:
    state, happened = watch(at("5S 9C", TABLE, laid="0"), "swap 1.3 5S: off 2 X")
    assert laid(state) == ["1 run 3S4S5S6S", "2 set KHKSKDX"]
    assert hand(state) == "9C"
    assert happened == [
        Swapped(0, 0, 1, card("5S"), card("X")),
        LaidOff(0, 1, 2, (card("X"),), Side.HIGH),
    ]


def test_a_freed_wild_makes_a_new_meld_c4_4() -> None:
    state = do(at("5S 9C 9D QD", TABLE, laid="0"), "swap 1.3 5S: meld set 9C9DX")
    assert laid(state)[2] == "0 set 9C9DX"
    assert hand(state) == "QD"


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("swap 1.3 5H: off 2 X", "C4.4"),
        ("swap 1.1 3S: off 2 X", "C4.4"),
        ("swap 1.9 5S: off 2 X", "C4.4"),
        ("swap 3.1 5S: off 2 X", "C4.2"),
        ("swap 1.3 5S: off 2 KC", "C4.4"),  # it is not the wild that is laid
        ("swap 1.3 5S: meld set 9C9D9H", "C4.4"),
        ("swap 1.3 5S: off 1 X", "C4.6"),  # back to where it was
        ("swap 1.3 5S: off 1 low X", "C4.6"),
        ("swap 1.3 5S: meld set 9CQDX", "C2.1"),
        ("swap 1.3 5S: meld set 8C8DX", "C4.4"),
    ],
)
def test_what_no_replacement_is_c4_4_c4_6(action: str, rule: str) -> None:
    state = at("5S 5H 3S 9C 9D 9H KC QD", TABLE, laid="0")
    assert refusal(state, action).rule == rule


def test_if_the_wild_cannot_be_used_there_is_no_replacement_c4_4() -> None:
    state = at("5S 9C QD", "1 run 3S4SX6S", laid="0")
    assert not [action for action in legal(state) if action.startswith("swap")]


def test_one_replacement_frees_one_wild_c8_3() -> None:
    """Two wilds on the table do not make a meld with one card of the hand."""
    state = at("5S 8H 9C QD", "1 run 3S4SX6S\n2 run 6H7HX9H", laid="0")
    for action in legal(state):
        if action.startswith("swap"):
            assert "meld" not in action


@pytest.mark.parametrize(
    ("meld", "by", "frees"),
    [
        ("run 3S4SX6S", "5S", "X"),
        ("run 3S4SX6S", "5H", None),
        ("run 2S3S4S", "2S", None),
        ("run 2H9STS", "8S", "2H"),
        ("run X3S4S", "2S", "X"),
        ("run 2H3S4S", "2S", None),
        ("run 3S4S2H", "5S", "2H"),
        ("set 7H7S2D", "7C", "2D"),
        ("set 2C2DX", "2S", "X"),
    ],
)
def test_the_worked_examples_of_section_7(meld: str, by: str, frees: str | None) -> None:
    state = at(f"{by} TC", f"1 {meld}\n2 set QHQSQD", laid="0")
    freed = {action.rpartition(" ")[2] for action in legal(state) if action.startswith("swap")}
    assert freed == ({frees} if frees else set())


def test_under_any_the_heart_frees_the_joker_too_section_7() -> None:
    state = at("5H TC", "1 run 3S4SX6S\n2 set QHQSQD", options=ANY, laid="0")
    assert "swap 1.3 5H: off 2 X" in legal(state)


def test_a_wild_from_ones_own_meld_may_go_to_anothers_and_back_c4_6() -> None:
    state = at("5S 6D", "0 run 3S4SX6S\n1 run 3D4D5D", laid="0")
    assert laid(do(state, "swap 1.3 5S: off 2 X")) == ["0 run 3S4S5S6S", "1 run 3D4D5DX"]
