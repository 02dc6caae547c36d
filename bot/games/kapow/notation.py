"""The notation of actions, hands and rounds: every reader is the twin of its writer."""

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

__all__ = ["parse_action"]

_PLACE: Final = "([1-4])([tmb])"
_SIGNS: Final = {"+": 1, "-": -1}
_REVEAL: Final = re.compile(f"reveal {_PLACE} {_PLACE}")
_SWAP: Final = re.compile(f"swap {_PLACE} {_PLACE}")
_REPLACE: Final = re.compile(f"replace {_PLACE}")
_SIGNED: Final = re.compile(rf"(top|beneath) {_PLACE} ([+-])")
_PLAIN: Final[dict[str, Action]] = {
    str(action): action
    for action in (Take(Pile.DRAW), Take(Pile.DISCARD), Discard(), EndTurn(), NextRound())
}


def parse_action(text: str) -> Action:
    """Read an action, so that ``parse_action(str(action)) == action``.

    The two places of a reveal may come in either order. Raises :class:`UnreadableActionError`.
    """
    if text in _PLAIN:
        return _PLAIN[text]
    if found := _REVEAL.fullmatch(text):
        first, second = sorted((_place(found[1], found[2]), _place(found[3], found[4])))
        return Reveal(first, second)
    if found := _SWAP.fullmatch(text):
        return Swap(_place(found[1], found[2]), _place(found[3], found[4]))
    if found := _REPLACE.fullmatch(text):
        return Replace(_place(found[1], found[2]))
    if found := _SIGNED.fullmatch(text):
        way = PutOnTop if found[1] == "top" else PutBeneath
        return way(_place(found[2], found[3]), _SIGNS[found[4]])
    raise UnreadableActionError("That is no action of Kapow!")


def _place(column: str, row: str) -> Place:
    return Place(int(column) - 1, "tmb".index(row))
