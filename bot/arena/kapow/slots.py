"""A column as three numbers: what its positions are to the cards that may still come to it.

Two positions of the same number are alike to the rules, so that there are few columns to think of.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final, TypeAlias

from bot.games.kapow.cards import DECK, KAPOW_VALUES, POWER_CARDS, Card
from bot.games.kapow.positions import FACE_UP, LONE_KAPOW_POINTS, Position, Spot, points
from bot.games.kapow.remembered import Remembered
from bot.games.kapow.triads import Triad

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
"""A column from top to bottom or from bottom to top. A fixed value is itself (K3.4)."""

_LONE_POWER: Final = 200
"""Plus the face: a power card alone."""
_LONE_KAPOW: Final = 300
_KAPOW_SET: Final = 400
"""Plus the modifiers: a powerset topped by KAPOW!."""
_FACE_DOWN: Final = 1000

CHANCES: Final = [DECK.count(face) / len(DECK) for face in Card]
"""For each card, the chance that it is the next of a whole deck."""

UNKNOWN_POINTS: Final = sum(
    chance * points(FACE_UP[face]) for face, chance in zip(Card, CHANCES, strict=True)
)
"""What a card of which nothing is known scores on average."""

_MOST: Final = 13
_LEAST: Final = -5
"""Power cards are not thought of beneath what would get past these values: it hardly happens."""


KINDS: Final = (
    *range(_LEAST, 12 + 2 + 1),  # a 12 on a power card of face 2 has the most
    *(_LONE_POWER + card.face for card in POWER_CARDS),
    _LONE_KAPOW,
    *range(_KAPOW_SET - 2, _KAPOW_SET + 3),
    _FACE_DOWN,
)
"""What a position can be, in ascending order, but for values that hardly happen."""


def number(position: Position) -> int:
    """Return which of :data:`KINDS` a position is, or is most like."""
    return _NUMBER[position]


def _number(position: Position) -> int:
    slot = _SLOT[position]
    return min(range(len(KINDS)), key=lambda number: abs(KINDS[number] - slot))


def slots(triad: Triad) -> Slots:
    """Return a triad as numbers."""
    top, middle, bottom = triad.positions
    return _SLOT[top], _SLOT[middle], _SLOT[bottom]


def _slot(position: Position) -> int:
    match position.spot:
        case Spot.FACE_DOWN:
            return _FACE_DOWN
        case Spot.LONE_POWER:
            return _LONE_POWER + position.low
        case Spot.LONE_KAPOW:
            return _LONE_KAPOW
        case _:
            return position.low if position.low == position.high else _KAPOW_SET + position.low


_SLOT: Final = Remembered(_slot, most=1 << 12)
_NUMBER: Final = Remembered(_number, most=1 << 12)
_ALONE: Final = [_slot(FACE_UP[face]) for face in Card]


def left(column: Slots) -> float:
    """Return what a column scores as it lies (K6.4)."""
    return sum(map(_points, column))


def _points(slot: int) -> float:
    if slot == _FACE_DOWN:
        return UNKNOWN_POINTS
    return LONE_KAPOW_POINTS if slot == _LONE_KAPOW else _span(slot)[0]


@cache
def _span(slot: int) -> tuple[int, int]:
    """Return the lowest and highest value of what lies face up (K3.4)."""
    wide = KAPOW_VALUES[-1]
    if slot == _LONE_KAPOW:
        return 0, wide
    if slot > _LONE_KAPOW:
        return slot - _KAPOW_SET, slot - _KAPOW_SET + wide
    value = slot - _LONE_POWER if slot > _LONE_POWER else slot
    return value, value


def reached(column: Slots) -> list[tuple[Slots | None, ...]]:
    """Return, by card, what one play of it can make of a column (K3.3b-d); None is complete."""
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
    """Return one column for both ways round, which complete alike (K4.1)."""
    column = (top, middle, bottom)
    return None if is_complete(column) else min(column, column[::-1])


def is_complete(column: Slots) -> bool:
    """Whether a column is complete (K4.1)."""
    if _FACE_DOWN in column:
        return False
    top, middle, bottom = map(_span, column)
    return any(
        max(top[0], middle[0] - step, bottom[0] - 2 * step)
        <= min(top[1], middle[1] - step, bottom[1] - 2 * step)
        for step in (0, 1, -1)
    )


@cache
def made_of(slot: int, face: Card) -> tuple[int, ...]:
    """Return what a card can make of a position (K3.3b-d)."""
    return tuple({_ALONE[face], *_on_top(slot, face), *_beneath(slot, face)})


def _on_top(slot: int, face: Card) -> Iterator[int]:
    if _LONE_POWER < slot < _LONE_KAPOW:
        for modifier in (slot - _LONE_POWER, _LONE_POWER - slot):
            yield modifier + (_KAPOW_SET if face is Card.KAPOW else face.face)


def _beneath(slot: int, face: Card) -> Iterator[int]:
    if not face.is_power or slot == _FACE_DOWN:
        return
    if slot > _LONE_KAPOW:  # one power card beneath a KAPOW! card is all that is thought of
        return
    if slot == _LONE_KAPOW:
        yield from (_KAPOW_SET + face.face, _KAPOW_SET - face.face)
        return
    value, _ = _span(slot)
    yield from (new for new in (value + face.face, value - face.face) if _LEAST <= new <= _MOST)
