"""Reading the notation of actions: the twin of their ``str``."""

import re
from collections.abc import Mapping
from typing import Final

from bot.games.capit.actions import (
    Action,
    Cards,
    Discard,
    Draw,
    LayContract,
    LayMeld,
    LayOff,
    LayOffs,
    NextRound,
    Push,
    Swap,
    TakeDiscard,
)
from bot.games.capit.cards import read_cards
from bot.games.capit.melds import Kind, Side
from bot.games.game import UnreadableActionError

__all__ = ["parse_action"]

_PLAIN: Final[Mapping[str, Action]] = {
    str(action): action for action in (TakeDiscard(), Push(), Draw(), NextRound())
}
_MELD: Final = r"(set|run) ([2-9A-Z]+)"
_NUMBER: Final = "[1-9][0-9]{0,2}"
_LAY: Final = re.compile(rf"lay((?: {_MELD})+)")
_LAY_MELD: Final = re.compile(f"meld {_MELD}")
_OFF: Final = f" ({_NUMBER}) (low )?([2-9A-Z]+)"
_LAY_OFF: Final = re.compile(f"off{_OFF}")
_LAY_OFFS: Final = re.compile(f"off((?:{_OFF}){{2,}})")
_SWAP: Final = re.compile(rf"swap ({_NUMBER})\.({_NUMBER}) ([2-9A-Z]+): (.+)")
_DISCARD: Final = re.compile("discard ([2-9A-Z]+)")


def parse_action(text: str) -> Action:
    """Read an action, so that ``parse_action(str(action)) == action``.

    Raises :class:`UnreadableActionError`.
    """
    try:
        return _read(text)
    except ValueError:
        raise UnreadableActionError("That is no action of CAP-IT.") from None


def _read(text: str) -> Action:
    if text in _PLAIN:
        return _PLAIN[text]
    if found := _DISCARD.fullmatch(text):
        (card,) = read_cards(found[1])
        return Discard(card)
    if found := _SWAP.fullmatch(text):
        (card,) = read_cards(found[3])
        return Swap(int(found[1]) - 1, int(found[2]) - 1, card, _use(found[4]))
    if found := _LAY.fullmatch(text):
        return LayContract(tuple(_cards(*each) for each in re.findall(_MELD, found[1])))
    if found := _LAY_OFFS.fullmatch(text):
        return LayOffs(tuple(_off(*each) for each in re.findall(_OFF, found[1])))
    return _use(text)


def _use(text: str) -> LayMeld | LayOff:
    if found := _LAY_MELD.fullmatch(text):
        return LayMeld(_cards(found[1], found[2]))
    if found := _LAY_OFF.fullmatch(text):
        return _off(found[1], found[2], found[3])
    raise ValueError(text)


def _off(number: str, low: str | None, cards: str) -> LayOff:
    return LayOff(int(number) - 1, read_cards(cards), Side.LOW if low else Side.HIGH)


def _cards(kind: str, cards: str) -> Cards:
    return Cards(Kind(kind), read_cards(cards))
