"""Kinds of positions: what decides the future of a column, so that all columns fit into a table.

Positions of one kind complete the same triads, score the same and take the same cards. A powerset
counts as a fixed card of its value, for nothing goes on top of either; values that hardly ever
occur count as the nearest that do.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bot.games.kapow.actions import SIGNS, PutBeneath
from bot.games.kapow.cards import KAPOW_VALUES, POWER_CARDS, Card
from bot.games.kapow.placing import beneath, on_top, ways
from bot.games.kapow.positions import FACE_UP, LONE_KAPOW, Position, points, position
from bot.games.kapow.triads import Triad

__all__ = [
    "ALONE",
    "COMPLETE",
    "HIDDEN",
    "KAPOW",
    "KAPOW_SET",
    "KINDS",
    "ON_TOP",
    "POINTS",
    "POWERS",
    "PUT_BENEATH",
    "Columns",
    "column",
    "kind_of",
]

Columns: TypeAlias = NDArray[np.float32]
"""A figure for every column: an array of ``KINDS`` x ``KINDS`` x ``KINDS``, top row first."""

_LOWEST, _HIGHEST = -3, 15

HIDDEN: Final = 0
KAPOW: Final = 1
POWERS: Final[Mapping[Card, int]] = {Card.POWER_1: 2, Card.POWER_2: 3}
"""The kinds of lone power cards, which take any card on top."""
KAPOW_SET: Final = 4
"""A KAPOW! card above power cards: it counts their modifiers, here nothing (K6.4)."""
_ZERO: Final = 5 - _LOWEST
KINDS: Final = _ZERO + _HIGHEST + 1


def _fixed(value: int) -> int:
    return _ZERO + min(max(value, _LOWEST), _HIGHEST)


def kind_of(position: Position) -> int:
    """Return the kind of a position, from 0 to ``KINDS`` - 1."""
    upper = position.upper
    if not position.face_up or upper is None:
        return HIDDEN
    if upper is Card.KAPOW:
        return KAPOW_SET if position.is_powerset else KAPOW
    if upper in POWERS and not position.is_powerset:
        return POWERS[upper]
    return _fixed(points(position))


@lru_cache(maxsize=32768)
def column(triad: Triad) -> int:
    """Return where a column stands in a raveled :data:`Columns`."""
    top, middle, bottom = map(kind_of, triad)
    return (top * KINDS + middle) * KINDS + bottom


def _points() -> Sequence[float]:
    found = [0.0] * KINDS
    found[KAPOW] = points(LONE_KAPOW)
    for card, kind in POWERS.items():
        found[kind] = card.face
    for value in range(_LOWEST, _HIGHEST + 1):
        found[_fixed(value)] = value
    return found


POINTS: Final = np.array(_points(), dtype=np.float32)
"""What a position of each kind scores (K6.4); of a hidden one that depends on the cards unseen."""


def _spans() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the lowest and the highest value of each kind; none at all of a hidden one."""
    low, high = POINTS.astype(np.int64), POINTS.astype(np.int64)
    low[[KAPOW, KAPOW_SET]], high[[KAPOW, KAPOW_SET]] = KAPOW_VALUES[0], KAPOW_VALUES[-1]
    low[HIDDEN], high[HIDDEN] = 1000, -1000
    return low, high


def _complete() -> NDArray[np.bool_]:
    low, high = _spans()
    found = np.zeros((KINDS,) * 3, dtype=np.bool_)
    for step in (0, 1, -1):
        shifts = [(low - row * step, high - row * step) for row in range(3)]
        starts = [
            np.expand_dims(end, [axis for axis in range(3) if axis != row])
            for row, shift in enumerate(shifts)
            for end in shift
        ]
        found |= np.maximum(np.maximum(starts[0], starts[2]), starts[4]) <= np.minimum(
            np.minimum(starts[1], starts[3]), starts[5]
        )
    return found


COMPLETE: Final = _complete()
"""Whether a column of these kinds is complete (K4.1)."""


_FIXED: Final = ("0-1-2", "0-2", "0-1", *map(str, KAPOW_VALUES), "12+1", "12+2", "12+1+2")
_LYING: Final = tuple(map(position, ("?", "K", *map(str, POWERS), "K+1", *_FIXED)))
"""A position of each kind."""


def _beneath(card: Card) -> Sequence[NDArray[np.int64]]:
    """Return what each kind becomes with a power card beneath, by sign (K3.3d)."""
    return [
        np.array(
            [
                kind_of(beneath(old, card, sign)) if PutBeneath in ways(old.spot, card) else kind
                for kind, old in enumerate(_LYING)
            ]
        )
        for sign in SIGNS
    ]


PUT_BENEATH: Final[Mapping[Card, Sequence[NDArray[np.int64]]]] = {
    card: _beneath(card) for card in POWER_CARDS
}
"""What each kind becomes with a power card beneath it; a hidden one stays as it is."""


def _on_top(card: Card) -> Mapping[int, Sequence[int]]:
    """Return what a lone power card becomes below ``card``, by its kind (K3.3c)."""
    return {
        kind: tuple(kind_of(on_top(FACE_UP[power], card, sign)) for sign in SIGNS)
        for power, kind in POWERS.items()
    }


ON_TOP: Final[Mapping[Card, Mapping[int, Sequence[int]]]] = {card: _on_top(card) for card in Card}
"""What the kinds of lone power cards become below each card."""

ALONE: Final[Mapping[Card, int]] = {card: kind_of(FACE_UP[card]) for card in Card}
"""The kind of each card alone."""
