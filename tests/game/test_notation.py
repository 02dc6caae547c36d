"""What people and machines write is read back, and nothing else: actions, numbers and tokens."""

import re
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, strategies as st

from bot.game.contract import UnreadableActionError
from bot.game.moves import NotatedAction, Notation, Token, action_parser, number, repeated
from bot.game.record import parse_record
from bot.game.record_lines import read_number
from bot.games.registry import GAMES
from tests.playthroughs.files import record_files
from tests.playthroughs.make import SPECIAL

NAME: Token[str] = Token("[a-z]+", str)
EVEN: Token[int] = Token("[0-9]+", lambda text: halved(int(text)), lambda value: str(2 * value))


def halved(value: int) -> int:
    if value % 2:
        raise ValueError(value)
    return value // 2


@dataclass(frozen=True, slots=True)
class Give(NotatedAction):
    notation = Notation("give {name} {half}", name=NAME, half=EVEN)

    name: str
    half: int


@dataclass(frozen=True, slots=True)
class GivePair(NotatedAction):
    notation = Notation("give {first}+{second}", first=number(9), second=number(9))
    in_any_order = True

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Rest(NotatedAction):
    notation = Notation("rest")


read = action_parser("Gifts", (Give, GivePair, Rest))


@pytest.mark.parametrize("action", [Give("ada", 3), GivePair(0, 8), Rest()])
def test_what_is_written_is_read_back(action: NotatedAction) -> None:
    assert read(str(action)) == action


def test_actions_are_written_as_they_declare() -> None:
    assert [str(Give("ada", 3)), str(GivePair(0, 8)), str(Rest())] == [
        *("give ada 6", "give 1+9", "rest")
    ]


def test_a_kind_may_be_read_in_several_orders() -> None:
    assert read("give 9+1") == GivePair(0, 8)


@pytest.mark.parametrize(
    "text", ["", "rest ", "Rest", "give ada", "give ada 5", "give 0+1", "give  ada 6", "take"]
)
def test_nothing_else_is_read(text: str) -> None:
    with pytest.raises(UnreadableActionError, match=r"^That is no action of Gifts\.$"):
        read(text)


@given(st.integers(-(10**18) + 1, 10**18 - 1))
def test_a_number_reads_back(number: int) -> None:
    assert read_number(str(number)) == number


@given(st.text() | st.text("0123456789_+- .e\u0661\u096a\uff15\u00b2\n"))
def test_nothing_else_is_a_number(text: str) -> None:
    try:
        number = read_number(text)
    except ValueError:
        return
    assert str(number) == text


@pytest.mark.parametrize(
    "text",
    ["", "1_4", "+1", "01", "-0", "-01", "1.0", "1e3", " 1", "1\n", "\u0661", "\u00b2", "9" * 19],
)
def test_other_spellings_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no whole number"):
        read_number(text)


@pytest.mark.parametrize("name", SPECIAL)
def test_a_number_in_an_action_has_one_spelling(name: str) -> None:
    game = GAMES[name]
    records = [parse_record(file.read_text("utf-8")) for file in record_files(name)]
    done = [action for record in records for _, action in record.actions]
    numbered = [action for action in done if re.search(r"\d", action)]
    assert len(numbered) > 100
    for action in {*numbered}:
        assert str(game.parse(action)) == action
        for found in re.finditer(r"\d+", action):
            digits = found[0]
            arabic = digits.translate({48 + digit: 0x660 + digit for digit in range(10)})
            for other in (f"0{digits}", f"+{digits}", f"{digits}_0", f"{digits}_", arabic):
                new = f"{action[: found.start()]}{other}{action[found.end() :]}"
                with pytest.raises(UnreadableActionError):
                    game.parse(new)


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
def test_several_values_stand_in_a_row(least: int, texts: list[str], others: list[str]) -> None:
    word = repeated(TURN, least)
    assert [word.write(word.read(text)) for text in texts if reads(word, text)] == texts
    assert len(word.read(texts[-1])) == 3
    assert word.read(texts[-1])[0] == "LEFT 2"
    assert not [text for text in others if reads(word, text)]
