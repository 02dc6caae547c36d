"""What a play or a swap makes of one's own hand, as far as its owner can see."""

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from bot.games.kapow.actions import Discard, PutBeneath, PutOnTop, Replace, Swap
from bot.games.kapow.cards import LONE_KAPOW, Card, Hand, Place, Position, Triad
from bot.games.kapow.kapow_step import lone_kapows, partners
from bot.games.kapow.play import PlaceAction, ways
from bot.games.kapow.triads import goes_at_once, is_complete

__all__ = [
    "Lie",
    "Play",
    "Standing",
    "all_plays",
    "all_swaps",
    "at",
    "played",
    "settled",
    "standing",
    "swapped",
]

Play: TypeAlias = PlaceAction | Discard
"""What can be done with a card taken (K3.3)."""


class Lie(NamedTuple):
    """One's hand, and the card that tops the discard pile; None where that is not known."""

    hand: Hand
    top: Card | None


class Standing(Enum):
    """What becomes of a triad."""

    STAYS = "stays"
    WAITS = "waits"
    """It is complete and goes at the end of the turn (K4.4)."""
    GOES = "goes"
    """It is complete and goes at once (K4.3, K4.9)."""


@lru_cache(maxsize=8192)
def standing(triad: Triad) -> Standing:
    """Return what becomes of a triad."""
    if goes_at_once(triad):
        return Standing.GOES
    return Standing.WAITS if is_complete(triad) else Standing.STAYS


def all_plays(hand: Hand, card: Card, *, may_discard: bool) -> Iterator[Play]:
    """Yield every legal play of ``card`` (K3.3, K3.5)."""
    if may_discard:
        yield Discard()
    for column, triad in enumerate(hand):
        if triad is None or standing(triad) is not Standing.STAYS:
            continue
        for row, position in enumerate(triad):
            place = Place(column, row)
            for way in ways(position, card):
                yield from _in(place, way)


def _in(place: Place, way: type[PlaceAction]) -> tuple[PlaceAction, ...]:
    if issubclass(way, Replace):
        return (way(place),)
    return way(place, 1), way(place, -1)


def played(lie: Lie, card: Card, play: Play) -> Lie:
    """Return what a play leads to, with what goes at once gone (K4.3)."""
    if isinstance(play, Discard):
        return Lie(lie.hand, card)
    old = at(lie.hand, play.place)
    top = lie.top
    match play:
        case Replace():
            new, top = Position((card,), True), old.upper
        case PutOnTop(_, sign):
            face = old.upper.face if old.upper is not None else 0
            new = Position((card, *old.cards), True, (sign * face,))
        case PutBeneath(_, sign):
            new = Position((*old.cards, card), True, (*old.modifiers, sign * card.face))
    return _without(Lie(_put(lie.hand, play.place, new), top), (play.place.column,))


def all_swaps(hand: Hand) -> Iterator[Swap]:
    """Yield every legal swap (K4.4, K4.5)."""
    for kapow in lone_kapows(hand):
        for other in partners(hand, kapow):
            yield Swap(kapow, other)


def swapped(lie: Lie, swap: Swap) -> Lie:
    """Return what a swap leads to, with what goes at once gone."""
    moved = at(lie.hand, swap.other)
    hand = _put(_put(lie.hand, swap.other, LONE_KAPOW), swap.kapow, moved)
    return _without(Lie(hand, lie.top), sorted({swap.kapow.column, swap.other.column}))


def settled(lie: Lie) -> Lie:
    """Return what the end of the turn leads to: waiting triads go too (K4.7)."""
    hand, top = list(lie.hand), lie.top
    for column, triad in enumerate(hand):
        if triad is not None and standing(triad) is not Standing.STAYS:
            hand[column], top = None, triad[0].upper
    return Lie(tuple(hand), top)


def _without(lie: Lie, columns: Iterable[int]) -> Lie:
    """Discard those of the columns that go at once."""
    for column in columns:
        triad = lie.hand[column]
        if triad is not None and standing(triad) is Standing.GOES:
            hand = (*lie.hand[:column], None, *lie.hand[column + 1 :])
            lie = Lie(hand, triad[0].upper)
    return lie


def at(hand: Hand, place: Place) -> Position:
    """Return what lies in a place of the hand; ``ValueError`` where its triad is gone."""
    triad = hand[place.column]
    if triad is None:
        raise ValueError(f"nothing lies at {place}")
    return triad[place.row]


def _put(hand: Hand, place: Place, position: Position) -> Hand:
    column, row = place
    triad = hand[column]
    if triad is None:
        raise ValueError(f"nothing lies at {place}")
    top, middle, bottom = triad
    changed = (
        (position, middle, bottom),
        (top, position, bottom),
        (top, middle, position),
    )[row]
    return (*hand[:column], changed, *hand[column + 1 :])
