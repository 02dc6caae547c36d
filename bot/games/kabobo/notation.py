"""Reading the notation of actions: the twin of their ``str``."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from bot.games.game import UnreadableActionError
from bot.games.kabobo.actions import (
    Action,
    Call,
    Check,
    Decline,
    Draw,
    Keep,
    Lock,
    Look,
    NextRound,
    Peek,
    Season,
    TakeDiscard,
    Trade,
    Unlock,
)
from bot.games.kabobo.cards import Spot

__all__ = ["parse_action"]

_PLAIN: Final[Mapping[str, Action]] = {
    str(action): action for action in (Draw(), Season(), Decline(), Call(), NextRound())
}
_ON_OWN: Final[Mapping[str, Callable[[int], Action]]] = {
    "take": TakeDiscard,
    "keep": Keep,
    "check": Check,
    "lock": Lock,
}
_ON_ANY: Final[Mapping[str, Callable[[Spot], Action]]] = {"look": Look, "unlock": Unlock}
_PEEK: Final = re.compile("peek ([1-4]) ([1-4])")
_OWN: Final = re.compile(f"({'|'.join(_ON_OWN)}) ([1-4])")
_ANY: Final = re.compile(rf"({'|'.join(_ON_ANY)}) ([1-6])\.([1-4])")
_TRADE: Final = re.compile(r"trade ([1-4]) ([1-6])\.([1-4])")


def parse_action(text: str) -> Action:
    """Read an action, so that ``parse_action(str(action)) == action``.

    The two places of a peek may come in either order. Raises :class:`UnreadableActionError`.
    """
    if text in _PLAIN:
        return _PLAIN[text]
    if found := _PEEK.fullmatch(text):
        return Peek(*sorted((_place(found[1]), _place(found[2]))))
    if found := _OWN.fullmatch(text):
        return _ON_OWN[found[1]](_place(found[2]))
    if found := _ANY.fullmatch(text):
        return _ON_ANY[found[1]](Spot(int(found[2]) - 1, _place(found[3])))
    if found := _TRADE.fullmatch(text):
        return Trade(_place(found[1]), Spot(int(found[2]) - 1, _place(found[3])))
    raise UnreadableActionError("That is no action of Kabobo!")


def _place(text: str) -> int:
    return int(text) - 1
