"""Triads, and what follows from how they lie (section 4 of the rules)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from typing import Final, Self, TypeAlias, final

from bot.games.kapow.cards import Place
from bot.games.kapow.positions import Position, Spot
from bot.games.kapow.remembered import Remembered

__all__ = [
    "SHAPES",
    "Facts",
    "Hand",
    "Part",
    "Signs",
    "Triad",
    "lying",
    "signs",
]

Positions: TypeAlias = tuple[Position, Position, Position]

SHAPES: Final[Sequence[tuple[Spot, ...]]] = [(), *product(Spot, repeat=3)]
"""What three positions can be to a card that is played; ``()`` where no card is taken (K3.5)."""

_ROWS: Final = range(3)
_PAIRS: Final = tuple(permutations(_ROWS, 2))
_STEPS: Final = (0, 1, -1)


class Signs:
    """What triads show that matters to the rest of their hand, as bits to be joined."""

    HIDES: Final = 1
    """Something lies face down."""
    WAITS: Final = 2
    """It is complete (K4.4)."""
    SWAPS: Final = 4
    """One of its lone KAPOW! cards can change places (K4.4, K4.5)."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A triad's part in the KAPOW! step, in rows. One object for each, so equal is same."""

    kapows: tuple[int, ...]
    """Where a KAPOW! card lies alone and face up."""
    others: tuple[int, ...]
    """In an incomplete triad: what a KAPOW! card may be swapped with (K4.5, K4.10)."""
    within: tuple[tuple[int, int], ...]
    """In a complete one: a KAPOW! card and what it may change places with (K4.4)."""


_part = cache(Part)


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """What follows from how a triad lies."""

    shape: int
    """What its positions are to a card that is played (K3.3): a number in :data:`SHAPES`."""
    is_face_up: bool
    """Nothing in it lies face down."""
    is_complete: bool
    """It is three equal values or a run of three up or down (K4.1)."""
    goes_at_once: bool
    """It is complete and has no lone KAPOW! card to wait for (K4.3, K4.9)."""
    signs: int
    """Bits of :class:`Signs`."""
    part: Part
    """Its part in the KAPOW! step."""


@cache
def _facts(spots: tuple[Spot, Spot, Spot], within: tuple[tuple[int, int], ...] | None) -> Facts:
    """Return the facts of a triad; ``within`` as in :class:`Part` if it is complete, else None."""
    is_complete = within is not None
    kapows = tuple(row for row in _ROWS if spots[row] is Spot.LONE_KAPOW)
    others = () if is_complete else tuple(row for row in _ROWS if row not in kapows)
    has_swap = bool(kapows and (others or within))
    return Facts(
        shape=SHAPES.index(() if is_complete else spots),
        is_face_up=Spot.FACE_DOWN not in spots,
        is_complete=is_complete,
        goes_at_once=is_complete and not kapows,
        signs=(Signs.HIDES if Spot.FACE_DOWN in spots else 0)
        | (Signs.WAITS if is_complete else 0)
        | (Signs.SWAPS if has_swap else 0),
        part=_part(kapows, others, within or ()),
    )


_INCOMPLETE: Final = {spots: _facts(spots, None) for spots in product(Spot, repeat=3)}
"""The facts of triads that are not complete: most of them."""


def _is_complete(top: Position, middle: Position, bottom: Position) -> bool:
    """Whether three face-up positions are equal values or a run up or down (K4.1)."""
    if top.high == top.low and middle.high == middle.low and bottom.high == bottom.low:
        step = middle.low - top.low
        return bottom.low - middle.low == step and step in _STEPS
    return _CAN_BE_COMPLETE[top.low, top.high, middle.low, middle.high, bottom.low, bottom.high]


def _can_be_complete(values: tuple[int, ...]) -> bool:
    """As :func:`_is_complete`, where KAPOW! cards take the values that they should."""
    top_low, top_high, middle_low, middle_high, bottom_low, bottom_high = values
    return any(
        max(top_low, middle_low - step, bottom_low - 2 * step)
        <= min(top_high, middle_high - step, bottom_high - 2 * step)
        for step in _STEPS
    )


_CAN_BE_COMPLETE: Final = Remembered(_can_be_complete, most=1 << 12)


def _facts_when_complete(positions: Positions) -> Facts:
    top, middle, bottom = positions
    within = tuple(pair for pair in _PAIRS if _may_change(positions, *pair))
    return _facts((top.spot, middle.spot, bottom.spot), within)


_COMPLETE: Final = Remembered(_facts_when_complete, most=1 << 12)


def _may_change(positions: Positions, kapow: int, other: int) -> bool:
    """Whether a lone KAPOW! card may change places in its complete triad (K4.4, K4.10)."""
    if not positions[kapow].is_lone_kapow or positions[other].is_lone_kapow:
        return False
    rows = list(positions)
    rows[kapow], rows[other] = rows[other], rows[kapow]
    return _is_complete(*rows)


@final
class Triad:
    """A column of a hand: three positions from top to bottom, and what follows from them.

    A value, equal to any other of the same positions; it can be iterated over and indexed by row.
    """

    __slots__ = ("facts", "positions")

    positions: Final[Positions]
    facts: Final[Facts]

    def __init__(self, positions: Positions) -> None:
        top, middle, bottom = positions
        self.positions = positions
        facts = _INCOMPLETE[top.spot, middle.spot, bottom.spot]
        if facts.is_face_up and _is_complete(top, middle, bottom):
            facts = _COMPLETE[positions]
        self.facts = facts

    @classmethod
    def of(cls, top: Position, middle: Position, bottom: Position) -> Self:
        """Return the triad of three positions."""
        return cls((top, middle, bottom))

    def __iter__(self) -> Iterator[Position]:
        return iter(self.positions)

    def __getitem__(self, row: int) -> Position:
        return self.positions[row]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Triad) and self.positions == other.positions

    def __hash__(self) -> int:
        return hash(self.positions)

    def __repr__(self) -> str:
        return f"Triad({self.positions})"

    def put(self, row: int, position: Position) -> "Triad":
        """Return the triad with another position in a row."""
        top, middle, bottom = self.positions
        if row == 0:
            return Triad((position, middle, bottom))
        if row == 1:
            return Triad((top, position, bottom))
        return Triad((top, middle, position))

    def exchange(self, first: int, second: int) -> "Triad":
        """Return the triad with the positions of two rows exchanged."""
        rows = list(self.positions)
        rows[first], rows[second] = rows[second], rows[first]
        top, middle, bottom = rows
        return Triad((top, middle, bottom))

    @property
    def is_complete(self) -> bool:
        """Whether the triad is three equal values or a run of three up or down (K4.1)."""
        return self.facts.is_complete


Hand: TypeAlias = tuple[Triad | None, ...]
"""A player's columns from left to right; ``None`` where the triad has been discarded."""


def signs(hand: Hand) -> int:
    """Return the bits of :class:`Signs` that any triad of the hand shows."""
    found = 0
    for triad in hand:
        if triad is not None:
            found |= triad.facts.signs
    return found


def lying(hand: Hand, place: Place) -> Position | None:
    """Return what lies in a place; None if the hand has no such place (any more)."""
    column, row = place
    if not (0 <= column < len(hand) and 0 <= row < len(_ROWS)):
        return None
    triad = hand[column]
    return None if triad is None else triad.positions[row]
