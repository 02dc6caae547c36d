"""Columns as three numbers: an abstraction that makes the number of columns small.

Positions with the same number are equivalent for future cards.
"""

from functools import cache
from typing import Final, TypeAlias

from bot.games.kapow.rules.actions import SIGNS
from bot.games.kapow.rules.cards import DECK, KAPOW_VALUES, POWER_CARDS, Card
from bot.games.kapow.rules.placing import beneath, can_go_beneath, can_go_on_top, on_top
from bot.games.kapow.rules.positions import LONE_KAPOW, Kind, Position, face_up, points
from bot.games.kapow.rules.triads import Triad
from bot.lab.arena.kapow.remembered import Remembered

__all__ = [
    "CHANCES",
    "KINDS",
    "UNKNOWN_POINTS",
    "Slots",
    "is_complete",
    "left",
    "made_of",
    "number",
    "reached",
    "slots",
]

Slots: TypeAlias = tuple[int, int, int]
"""A column from top to bottom or bottom to top. A fixed value stands for itself (K3.4)."""

_LONE_POWER: Final = 200
"""Plus the face: a power card alone."""
_LONE_KAPOW: Final = 300
_KAPOW_SET: Final = 400
"""Plus the modifiers: a powerset topped by KAPOW!."""
_FACE_DOWN: Final = 1000

CHANCES: Final = [DECK.count(face) / len(DECK) for face in Card]
"""The probability of each card in a whole deck."""

UNKNOWN_POINTS: Final = sum(
    chance * points(face_up(face)) for face, chance in zip(Card, CHANCES, strict=True)
)
"""The expected points of an unknown card."""

_MOST: Final = 13
_LEAST: Final = -5
"""Power cards are not put beneath if this would leave the range of values; this is rare."""


KINDS: Final = (
    *range(_LEAST, 12 + 2 + 1),  # the highest value is a 12 on a power card with face 2
    *(_LONE_POWER + card.face for card in POWER_CARDS),
    _LONE_KAPOW,
    *range(_KAPOW_SET - 2, _KAPOW_SET + 3),
    _FACE_DOWN,
)
"""All numbers of positions in ascending order, without rare values."""


def number(position: Position) -> int:
    """Return the index in :data:`KINDS` of a position, or of the nearest."""
    return _NUMBER[position]


def _number(position: Position) -> int:
    slot = _SLOT[position]
    return min(range(len(KINDS)), key=lambda number: abs(KINDS[number] - slot))


def slots(triad: Triad) -> Slots:
    """Return a triad as numbers."""
    top, middle, bottom = triad.positions
    return _SLOT[top], _SLOT[middle], _SLOT[bottom]


def _slot(position: Position) -> int:
    match position.kind:
        case Kind.FACE_DOWN:
            return _FACE_DOWN
        case Kind.LONE_POWER:
            return _LONE_POWER + position.low
        case Kind.LONE_KAPOW:
            return _LONE_KAPOW
        case _:
            return position.low if position.low == position.high else _KAPOW_SET + position.low


_SLOT: Final = Remembered(_slot, most=1 << 12)
_NUMBER: Final = Remembered(_number, most=1 << 12)
_ALONE: Final = [_slot(face_up(face)) for face in Card]


def left(column: Slots) -> float:
    """Return the points of a column (K6.4)."""
    return sum(map(_points, column))


def _points(slot: int) -> float:
    return UNKNOWN_POINTS if slot == _FACE_DOWN else points(_lying(slot))


@cache
def _lying(slot: int) -> Position:
    """Return an example position for a number."""
    if slot == _FACE_DOWN:
        return Position((None,))
    if slot > _LONE_KAPOW:
        return _raised(Card.KAPOW, slot - _KAPOW_SET)
    if slot == _LONE_KAPOW:
        return LONE_KAPOW
    if slot > _LONE_POWER:
        return face_up(POWER_CARDS[slot - _LONE_POWER - 1])
    nearest = min(max(slot, KAPOW_VALUES[0]), KAPOW_VALUES[-1])
    return face_up(Card(slot)) if slot == nearest else _raised(Card(nearest), slot - nearest)


def _raised(card: Card, by: int) -> Position:
    """Return a powerset whose modifiers have this sum."""
    power, sign = POWER_CARDS[0], 1 if by > 0 else -1
    position = beneath(beneath(face_up(card), power, 1), power, -1)
    for _ in range(abs(by)):
        position = beneath(position, power, sign)
    return position


def reached(column: Slots) -> list[tuple[Slots | None, ...]]:
    """Return, by card, the possible columns after playing it (K3.3b-d); None if complete."""
    found: list[tuple[Slots | None, ...]] = []
    for face in Card:
        made = (
            (*column[:row], slot, *column[row + 1 :])
            for row in range(3)
            for slot in made_of(column[row], face)
        )
        found.append(tuple({_known_as(top, middle, bottom) for top, middle, bottom in made}))
    return found


def _known_as(top: int, middle: int, bottom: int) -> Slots | None:
    """Return the same column for both directions, which complete alike (K4.1)."""
    column = (top, middle, bottom)
    return None if is_complete(column) else min(column, column[::-1])


def is_complete(column: Slots) -> bool:
    """Whether a column is complete (K4.1)."""
    return Triad(*map(_lying, column)).is_complete


@cache
def made_of(slot: int, face: Card) -> tuple[int, ...]:
    """Return the possible positions after playing a card (K3.3b-d)."""
    old, made = _lying(slot), {_ALONE[face]}
    if can_go_on_top(old.kind):
        made |= {_slot(on_top(old, face, sign)) for sign in SIGNS}
    # At most one power card beneath a KAPOW! card is considered.
    if face.is_power and can_go_beneath(old.kind) and slot <= _LONE_KAPOW:
        beneath_it = [_slot(beneath(old, face, sign)) for sign in SIGNS]
        made |= {new for new in beneath_it if new > _LONE_KAPOW or _LEAST <= new <= _MOST}
    return tuple(made)
