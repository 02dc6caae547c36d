"""Reading the notation of actions: the twin of their ``str``."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from bot.games.chowpow.actions import (
    Action,
    Attack,
    BattleBoard,
    Counter,
    Decline,
    Defend,
    Flip,
    LayDown,
    NextRound,
    Pair,
    Pass,
    Take,
)
from bot.games.chowpow.cards import Card, read_cards
from bot.games.chowpow.grid import Slot, read_slot
from bot.games.game import UnreadableActionError

__all__ = ["parse_action"]

_PLAIN: Final[Mapping[str, Action]] = {
    str(action): action for action in (Pass(), Decline(), NextRound())
}
_ON_SLOT: Final[Mapping[str, Callable[[Slot], Action]]] = {"flip": Flip, "take": Take}
_WITH_CARDS: Final[Mapping[str, Callable[[tuple[Card, ...]], Action]]] = {
    "defend": Defend,
    "counter": Counter,
    "lay": LayDown,
}
_SLOT: Final = re.compile(f"({'|'.join(_ON_SLOT)}) (.{{2}})")
_PAIR: Final = re.compile("pair (.{2}) (.{2})")
_CARDS: Final = re.compile(f"({'|'.join(_WITH_CARDS)}) ([A-Z0-9]+)")
_ATTACK: Final = re.compile("pow ([1-6]) ([A-Z0-9]+)")
_BOARD: Final = re.compile("board ([A-Z0-9]{2})")


def parse_action(text: str) -> Action:
    """Read an action, so that ``parse_action(str(action)) == action``.

    Cards, and the slots of a pair, may come in any order. Raises :class:`UnreadableActionError`.
    """
    try:
        return _read(text)
    except ValueError:
        raise UnreadableActionError("That is no action of Chow Pow!") from None


def _read(text: str) -> Action:
    if text in _PLAIN:
        return _PLAIN[text]
    if found := _SLOT.fullmatch(text):
        return _ON_SLOT[found[1]](read_slot(found[2]))
    if found := _PAIR.fullmatch(text):
        return Pair(*sorted((read_slot(found[1]), read_slot(found[2]))))
    if found := _ATTACK.fullmatch(text):
        return Attack(int(found[1]) - 1, _cards(found[2]))
    if found := _CARDS.fullmatch(text):
        return _WITH_CARDS[found[1]](_cards(found[2]))
    if found := _BOARD.fullmatch(text):
        return BattleBoard(*_cards(found[1]))
    raise ValueError(text)


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(sorted(read_cards(text)))
