"""The notation of actions reads back, and nothing else is one."""

import pytest

from bot.game.contract import UnreadableActionError
from bot.games.chowpow.rules.game import CHOWPOW


@pytest.mark.parametrize(
    "text",
    [
        "flip b3", "pair a1 b3", "take d4", "pow 2 F1F6W3", "board F6", "pass", "defend V5",
        "counter T2V1", "decline", "lay F1F6W3", "next",
    ],
)  # fmt: skip
def test_actions_read_back(text: str) -> None:
    assert str(CHOWPOW.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("pair b3 a1", "pair a1 b3"),
        ("pow 2 W3F6F1", "pow 2 F1F6W3"),
        ("lay F6F1", "lay F1F6"),
    ],
)
def test_slots_of_a_pair_and_cards_may_come_in_any_order(text: str, same: str) -> None:
    assert CHOWPOW.parse(text) == CHOWPOW.parse(same)
    assert str(CHOWPOW.parse(text)) == same


@pytest.mark.parametrize(
    "text",
    [
        "flip", "flip e1", "flip a5", "flip A1", "flip a1 ", "pair a1", "take", "pow F1",
        "pow 0 F1", "pow 7 F1", "pow 2", "pow 2 F", "pow 2 F0", "pow 2 f1", "pow 2 F1 F2",
        "board F1F2", "board", "defend", "counter ", "lay x", "Pass", "declines", "next 1",
    ],
)  # fmt: skip
def test_other_texts_are_no_actions(text: str) -> None:
    with pytest.raises(UnreadableActionError):
        CHOWPOW.parse(text)
