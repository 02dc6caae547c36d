"""Reading what the values of Kapow! print: actions."""

import re
from typing import Final

from bot.games.game import UnreadableActionError
from bot.games.kapow.actions import (
    Action,
    Discard,
    EndTurn,
    NextRound,
    Pile,
    PutBeneath,
    PutOnTop,
    Replace,
    Reveal,
    Swap,
    Take,
)
from bot.games.kapow.cards import Place

__all__ = ["parse_action", "parse_place"]

_PLACE: Final = re.compile(r"([1-4])([tmb])", re.ASCII)
_SIGNS: Final = {"+": 1, "-": -1}


def parse_place(text: str) -> Place:
    """Read ``1t`` to ``4b``; ``ValueError`` for anything else."""
    found = _PLACE.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} names no position: 1t to 4b do")
    return Place(int(found[1]) - 1, "tmb".index(found[2]))


def parse_action(text: str) -> Action:
    """Read an action; raises :class:`UnreadableActionError` for any other text."""
    try:
        action = _read(text.split(" "))
    except (ValueError, KeyError):
        action = None
    if action is None:
        raise UnreadableActionError("that is no action of Kapow!")
    return action


_BARE: Final[dict[str, Action]] = {"discard": Discard(), "end": EndTurn(), "next": NextRound()}


def _read(words: list[str]) -> Action | None:
    match words:
        case [bare]:
            return _BARE[bare]
        case ["take", pile]:
            return Take(Pile(pile))
        case ["replace", place]:
            return Replace(parse_place(place))
        case [_, _, _]:
            return _read_three(*words)
    return None


def _read_three(verb: str, first: str, second: str) -> Action | None:
    place = parse_place(first)
    match verb:
        case "reveal":
            return Reveal(place, parse_place(second))
        case "swap":
            return Swap(place, parse_place(second))
        case "top":
            return PutOnTop(place, _SIGNS[second])
        case "beneath":
            return PutBeneath(place, _SIGNS[second])
    return None
