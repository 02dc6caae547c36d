"""The hand after a play or swap, as far as its owner can see."""

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from bot.games.kapow.rules.actions import Discard, Play, Replace, Swap
from bot.games.kapow.rules.cards import Card, Place
from bot.games.kapow.rules.placing import placed
from bot.games.kapow.rules.positions import Position
from bot.games.kapow.rules.swaps import swapped as after_swap
from bot.games.kapow.rules.triads import Hand, Triad

__all__ = [
    "Lie",
    "Standing",
    "at",
    "played",
    "settled",
    "standing",
    "swapped",
]


class Lie(NamedTuple):
    """A hand, and the open card on the discard pile; None if unknown."""

    hand: Hand
    top: Card | None


class Standing(Enum):
    """The state of a triad."""

    STAYS = "stays"
    WAITS = "waits"
    """It is complete and will be discarded at the end of the turn (K4.4)."""
    GOES = "goes"
    """It is complete and is discarded at once (K4.3, K4.9)."""


def standing(triad: Triad) -> Standing:
    """Return the state of a triad."""
    if not triad.is_complete:
        return Standing.STAYS
    return Standing.GOES if triad.goes_at_once else Standing.WAITS


def played(lie: Lie, card: Card, play: Play) -> Lie:
    """Return the result of a play, including triads that are discarded at once (K4.3)."""
    if isinstance(play, Discard):
        return Lie(lie.hand, card)
    old = at(lie.hand, play.place)
    top = old.upper if isinstance(play, Replace) else lie.top
    hand = _put(lie.hand, play.place, placed(old, card, play))
    return _without(Lie(hand, top), (play.place.column,))


def swapped(lie: Lie, swap: Swap) -> Lie:
    """Return the result of a swap, including triads that are discarded at once."""
    hand = after_swap(lie.hand, swap)
    return _without(Lie(hand, lie.top), sorted({swap.kapow.column, swap.other.column}))


def settled(lie: Lie) -> Lie:
    """Return the result of ending the turn: waiting triads are discarded, too (K4.7)."""
    hand, top = list(lie.hand), lie.top
    for column, triad in enumerate(hand):
        if triad is not None and standing(triad) is not Standing.STAYS:
            hand[column], top = None, triad[0].upper
    return Lie(tuple(hand), top)


def _without(lie: Lie, columns: Iterable[int]) -> Lie:
    """Discard those of the columns that are discarded at once."""
    for column in columns:
        triad = lie.hand[column]
        if triad is not None and standing(triad) is Standing.GOES:
            hand = (*lie.hand[:column], None, *lie.hand[column + 1 :])
            lie = Lie(hand, triad[0].upper)
    return lie


def at(hand: Hand, place: Place) -> Position:
    """Return the position in a place; ``ValueError`` if its triad has been discarded."""
    triad = hand[place.column]
    if triad is None:
        raise ValueError(f"nothing lies at {place}")
    return triad[place.row]


def _put(hand: Hand, place: Place, position: Position) -> Hand:
    column, row = place
    triad = hand[column]
    if triad is None:
        raise ValueError(f"nothing lies at {place}")
    return (*hand[:column], triad.put(row, position), *hand[column + 1 :])
