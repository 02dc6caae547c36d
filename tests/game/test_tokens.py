"""The tokens of notations: numbers from one, and repeated values."""

import re
from typing import Any

import pytest

from bot.game.moves import Token, number, repeated

TURN: Token[str] = Token("left [0-9]+|right [0-9]+", str.upper, str.lower)


def reads(word: Token[Any], text: str) -> bool:
    return re.fullmatch(word.pattern, text) is not None


@pytest.mark.parametrize(
    ("most", "texts", "others"),
    [
        (4, ["1", "4"], ["0", "5", "11", ""]),
        (99, ["1", "9", "10", "99"], ["0", "01", "100", "1 0"]),
        (999, ["1", "99", "100", "999"], ["0", "012", "1000", "\u0661"]),
    ],
)
def test_a_number_is_written_from_one_without_leading_zeros(
    most: int, texts: list[str], others: list[str]
) -> None:
    word = number(most)
    assert [word.write(word.read(text)) for text in texts if reads(word, text)] == texts
    assert word.read("1") == 0
    assert not [text for text in others if reads(word, text)]


@pytest.mark.parametrize(
    ("least", "texts", "others"),
    [
        (1, ["left 2", "right 1", "left 2 right 10 left 3"], ["", "left", "left 2 ", "left 2  up"]),
        (2, ["left 2 right 1", "left 2 right 1 left 3"], ["left 2", "left 2right 1", "left 2 up"]),
    ],
)
def test_several_values_stand_one_after_the_other(
    least: int, texts: list[str], others: list[str]
) -> None:
    word = repeated(TURN, least)
    assert [word.write(word.read(text)) for text in texts if reads(word, text)] == texts
    assert len(word.read(texts[-1])) == 3
    assert word.read(texts[-1])[0] == "LEFT 2"
    assert not [text for text in others if reads(word, text)]
