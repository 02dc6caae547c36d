"""Who knows which card: in piles, and in hands that nobody else sees."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from bot.game.contract import Seat, Viewer

T = TypeVar("T")
C = TypeVar("C", bound=tuple[Any, ...])
"""A card, by fields that can be sorted."""

Knows: TypeAlias = Callable[[Viewer], bool]
"""Whether a viewer knows a card."""

Change: TypeAlias = Callable[[Any, Knows], Any]
"""Returns what lies in a place instead of a card."""


def everyone(_viewer: Viewer) -> bool:
    """Tell that a card is public."""
    return True


def nobody(_viewer: Viewer) -> bool:
    """Tell that nobody knows a card."""
    return False


def only(seat: Seat) -> Knows:
    """Tell that a card is known to one seat."""
    return lambda viewer: viewer == seat


def pile(cards: Sequence[T], knows: Knows, change: Change) -> tuple[T, ...]:
    """Return what lies in a pile instead of its cards, all of which the same viewers know."""
    return tuple([change(card, knows) for card in cards])


class Held(NamedTuple, Generic[C]):
    """A card in a hand."""

    card: C
    known: bool = False
    """Whether everyone has seen it go there."""
    fresh: bool = False
    """Whether it came since its owner's last turn."""


Hand: TypeAlias = tuple[Held[C], ...]
"""In the order in which they were received."""


def cards_of(hand: Hand[C]) -> tuple[C, ...]:
    """Return the cards of a hand, sorted."""
    return tuple(sorted(held.card for held in hand))


def lacking(hand: Hand[C], cards: Iterable[C]) -> C | None:
    """Return the first card, in order, that the hand doesn't have; None if it has all of them."""
    return min(Counter(cards) - Counter(held.card for held in hand), default=None)


def picked(hand: Hand[C], cards: Iterable[C]) -> Hand[C]:
    """Return some cards of a hand as they are held; of equal ones, first those that all know."""
    left, found = list(hand), []
    for card in cards:
        held = min((held for held in left if held.card == card), key=lambda held: not held.known)
        left.remove(held)
        found.append(held)
    return tuple(found)


def settled(hand: Hand[C]) -> Hand[C]:
    """Return a hand in which no card is fresh any more."""
    return tuple(held._replace(fresh=False) for held in hand)


def with_others(seat: Seat, hand: Hand[C], change: Change, *, revealed: bool) -> Hand[C]:
    """Return a seat's hand with ``change(card, knows)`` in the place of each card.

    Others know those that everyone has seen, and all once the hands are ``revealed``.
    """
    return tuple(
        held._replace(card=change(held.card, everyone if held.known or revealed else only(seat)))
        for held in hand
    )
