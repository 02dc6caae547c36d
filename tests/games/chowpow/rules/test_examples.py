"""The battles that players are told of in the rules, topic *examples*."""

import pytest

from tests.games.chowpow.rules.at import do, legal, mover, pow_at, refusal, won


@pytest.mark.parametrize(
    ("hands", "attack", "defence", "points"),
    [
        ("F6 V1V2", "F6", "V1V2", (0, 9)),
        ("F1F6 V2V4", "F1F6", "V2V4", (13, 0)),
        ("F6 V6", "F6", "V6", (6, 6)),
        ("F2W3W3 V5V2", "F2W3W3", "V5V2", (15, 0)),
        ("F2E5T2 V5V2", "E5F2T2", "V5V2", (16, 0)),
    ],
)  # fmt: skip
def test_a_battle_p3_4(hands: str, attack: str, defence: str, points: tuple[int, int]) -> None:
    state = do(pow_at(hands), f"pow 2 {attack}", f"defend {defence}")
    assert tuple(sum(card.number for card in cards) for cards in state.won) == points


def test_two_factions_cannot_be_laid_alone_p3_1() -> None:
    assert refusal(pow_at("F2E5T2 V5V2"), "pow 2 E5F2") == "P3.1"


def test_counters_back_and_forth_p3_3() -> None:
    state = do(pow_at("F4F1F2 V5V1"), "pow 2 F4", "defend V5")
    assert mover(state) == 0
    state = do(state, "counter F1")
    assert mover(state) == 1
    state = do(state, "counter V1")
    assert mover(state) == 0
    assert won(do(state, "decline")) == ["", "F4F1V5V1"]


def test_a_wild_may_be_joined_by_any_one_faction_p3_6() -> None:
    state = do(pow_at("W3F1S2 G2G3"), "pow 2 W3", "defend G2G3")
    assert legal(state) == ["counter F1", "counter S2", "decline"]


def test_against_the_board_p3_5() -> None:
    picture = "E4 V6 " + "- " * 14
    state = do(pow_at("S2S1 -", picture), "board S2", "flip a1", "counter S1", "flip a2")
    assert won(state) == ["S2S1E4", ""]
