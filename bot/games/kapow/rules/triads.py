"""Triads and hands: three positions in a column, and when they are complete (K4.1-K4.4)."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, TypeAlias, final

from bot.games.kapow.rules.cards import PLACES, Card, Place, known
from bot.games.kapow.rules.positions import Kind, Position, face_up

__all__ = [
    "Hand",
    "Triad",
    "column_of",
    "is_face_up",
    "lying",
    "places_face_down",
    "turned_up",
    "with_column",
]


ROWS: Final = 3
"""How many positions a triad has."""

Kinds: TypeAlias = tuple[Kind, Kind, Kind]
Positions: TypeAlias = tuple[Position, Position, Position]


_FACE_DOWN: Final = Kind.FACE_DOWN


@final
class Triad:
    """A column of a hand: three positions from top to bottom, with derived properties.

    An immutable value. It is not a dataclass, because creating those would take most of the time of
    a move.
    """

    __slots__ = ("goes_at_once", "is_complete", "is_face_up", "kapows", "kinds", "positions")

    positions: Final[Positions]
    kinds: Final[Kinds]
    """The kinds of the positions."""
    kapows: Final[tuple[int, ...]]
    """The rows of lone face-up KAPOW! cards."""
    is_face_up: Final[bool]
    """Whether all of it is face up."""
    is_complete: Final[bool]
    """Whether it is three equal values, or a run up or down, all face up (K4.1)."""
    goes_at_once: Final[bool]
    """Whether it is complete and has no lone KAPOW! card to wait for (K4.3, K4.9)."""

    def __init__(self, top: Position, middle: Position, bottom: Position) -> None:
        self.positions = (top, middle, bottom)
        self.kinds = (top.kind, middle.kind, bottom.kind)
        self.kapows = _kapows(self.kinds)
        self.is_face_up = _FACE_DOWN not in self.kinds
        self.is_complete = self.is_face_up and _are_complete(top, middle, bottom)
        self.goes_at_once = self.is_complete and not self.kapows

    def __iter__(self) -> Iterator[Position]:
        return iter(self.positions)

    def __getitem__(self, row: int) -> Position:
        return self.positions[row]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Triad) and self.positions == other.positions

    def __hash__(self) -> int:
        return hash(self.positions)

    def __repr__(self) -> str:
        return f"Triad{self.positions}"

    def put(self, row: int, position: Position) -> "Triad":
        """Return the triad with the position in a row replaced."""
        top, middle, bottom = self.positions
        if row == 0:
            return Triad(position, middle, bottom)
        if row == 1:
            return Triad(top, position, bottom)
        return Triad(top, middle, position)

    def exchange(self, first: int, second: int) -> "Triad":
        """Return the triad with the positions of two rows swapped."""
        rows = [*self.positions]
        rows[first], rows[second] = rows[second], rows[first]
        return Triad(*rows)


@cache
def _kapows(kinds: Kinds) -> tuple[int, ...]:
    return tuple(row for row, kind in enumerate(kinds) if kind is Kind.LONE_KAPOW)


def _are_complete(top: Position, middle: Position, bottom: Position) -> bool:
    """Whether positions can have equal values, or a run up or down (K1.3, K4.1)."""
    for step in (0, 1, -1):
        lowest = max(top.low, middle.low - step, bottom.low - 2 * step)
        if lowest <= min(top.high, middle.high - step, bottom.high - 2 * step):
            return True
    return False


Hand: TypeAlias = tuple[Triad | None, ...]
"""A player's columns from left to right; ``None`` for discarded triads."""


def column_of(hand: Hand, column: int) -> Triad:
    """Return a column of a hand; ``ValueError`` if it was discarded."""
    triad = hand[column]
    if triad is None:
        raise ValueError(f"column {column + 1} was discarded")
    return triad


def with_column(hand: Hand, column: int, triad: Triad | None) -> Hand:
    """Return the hand with a column replaced, or discarded if None."""
    return (*hand[:column], triad, *hand[column + 1 :])


def lying(hand: Hand, place: Place) -> Position | None:
    """Return the position in a place; None if there is none."""
    column, row = place
    triad = hand[column] if 0 <= column < len(hand) else None
    return None if triad is None or not 0 <= row < ROWS else triad[row]


def is_face_up(hand: Hand) -> bool:
    """Whether all cards of a hand are face up (K6.1)."""
    return all(triad is None or triad.is_face_up for triad in hand)


def places_face_down(hand: Hand) -> Iterator[Place]:
    """Yield the places with face-down cards, column by column from the top."""
    for triad, places in zip(hand, PLACES, strict=False):
        for position, place in zip(triad or (), places, strict=False):
            if not position.face_up:
                yield place


def turned_up(hand: Hand, places: Iterable[Place]) -> tuple[Hand, tuple[Card, ...]]:
    """Return a hand with its cards in these places face up, and those cards (K3.1, K6.3)."""
    cards = []
    for column, row in places:
        triad = hand[column]
        if triad is not None:
            card = known(triad[row].upper)
            hand = with_column(hand, column, triad.put(row, face_up(card)))
            cards.append(card)
    return hand, tuple(cards)
