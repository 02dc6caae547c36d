"""The notation that actions declare: what is written is read back, and nothing else is read."""

from dataclasses import dataclass

import pytest

from bot.game.contract import UnreadableActionError
from bot.game.moves import NotatedAction, Notation, Token, action_parser, number

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
