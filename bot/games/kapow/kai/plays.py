"""The hand after a play or swap, as far as its owner can see."""

from collections.abc import Iterable
from typing import NamedTuple

from bot.games.kapow.rules.actions import Discard, Play, Replace, Swap
from bot.games.kapow.rules.cards import Card, Place
from bot.games.kapow.rules.placing import placed
from bot.games.kapow.rules.positions import Position
from bot.games.kapow.rules.swaps import swapped as after_swap
from bot.games.kapow.rules.triads import Hand

__all__ = [
    "HandState",
    "at",
    "played",
    "settled",
    "swapped",
]


class HandState(NamedTuple):
    """A hand, and the open card on the discard pile; None if unknown."""

    hand: Hand
    top: Card | None


def played(hand_state: HandState, card: Card, play: Play) -> HandState:
    """Return the result of a play, including triads that are discarded at once (K4.3)."""
    if isinstance(play, Discard):
        return HandState(hand_state.hand, card)
    old = at(hand_state.hand, play.place)
    top = old.upper if isinstance(play, Replace) else hand_state.top
    hand = _put(hand_state.hand, play.place, placed(old, card, play))
    return _without(HandState(hand, top), (play.place.column,))


def swapped(hand_state: HandState, swap: Swap) -> HandState:
    """Return the result of a swap, including triads that are discarded at once."""
    hand = after_swap(hand_state.hand, swap)
    return _without(HandState(hand, hand_state.top), sorted({swap.kapow.column, swap.other.column}))


def settled(hand_state: HandState) -> HandState:
    """Return the result of ending the turn: waiting triads are discarded, too (K4.4, K4.7)."""
    hand, top = list(hand_state.hand), hand_state.top
    for column, triad in enumerate(hand):
        if triad is not None and triad.is_complete:
            hand[column], top = None, triad[0].upper
    return HandState(tuple(hand), top)


def _without(hand_state: HandState, columns: Iterable[int]) -> HandState:
    """Discard those of the columns that are discarded at once (K4.3, K4.9)."""
    for column in columns:
        triad = hand_state.hand[column]
        if triad is not None and triad.is_complete and triad.goes_at_once:
            hand = (*hand_state.hand[:column], None, *hand_state.hand[column + 1 :])
            hand_state = HandState(hand, triad[0].upper)
    return hand_state


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
