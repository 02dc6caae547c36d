"""Kinds of positions: an abstraction that makes tables of all columns small enough.

Positions of the same kind complete the same triads, score the same and accept the same cards. A
powerset counts as a fixed card of its value, since nothing can be put on either; rare values count
as the nearest common ones.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bot.games.kapow.rules.actions import SIGNS
from bot.games.kapow.rules.cards import KAPOW_VALUES, POWER_CARDS, Card
from bot.games.kapow.rules.placing import beneath, can_go_beneath, on_top
from bot.games.kapow.rules.positions import Position, face_up, points, position
from bot.games.kapow.rules.triads import Triad

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
"""A value for every column: an array of ``KINDS`` x ``KINDS`` x ``KINDS``, top row first."""

_LOWEST, _HIGHEST = -3, 15

HIDDEN: Final = 0
KAPOW: Final = 1
POWERS: Final[Mapping[Card, int]] = {Card.POWER_1: 2, Card.POWER_2: 3}
"""The kinds of lone power cards, on which any card can be put."""
KAPOW_SET: Final = 4
"""A KAPOW! card above power cards: it scores their modifiers, here taken as 0 (K6.4)."""
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
    """Return a column's index in a flattened :data:`Columns`."""
    top, middle, bottom = map(kind_of, triad)
    return (top * KINDS + middle) * KINDS + bottom


_FIXED: Final = ("0-1-2", "0-2", "0-1", *map(str, KAPOW_VALUES), "12+1", "12+2", "12+1+2")
_LYING: Final = tuple(map(position, ("?", "K", *map(str, POWERS), "K+1-1", *_FIXED)))
"""An example position of each kind."""

POINTS: Final = np.array([0, *map(points, _LYING[1:])], dtype=np.float32)
"""The points of each kind (K6.4); those of hidden cards depend on the unseen cards."""


COMPLETE: Final = np.array(
    [Triad(*rows).is_complete for rows in product(_LYING, repeat=3)]
).reshape((KINDS,) * 3)
"""Whether a column of three kinds is complete (K4.1)."""


def _beneath(card: Card) -> Sequence[NDArray[np.int64]]:
    """Return what each kind becomes with a power card beneath, for both signs (K3.3d)."""
    return [
        np.array(
            [
                kind_of(beneath(old, card, sign)) if can_go_beneath(old.kind) else kind
                for kind, old in enumerate(_LYING)
            ]
        )
        for sign in SIGNS
    ]


PUT_BENEATH: Final[Mapping[Card, Sequence[NDArray[np.int64]]]] = {
    card: _beneath(card) for card in POWER_CARDS
}
"""What each kind becomes with a power card beneath it; hidden cards do not change."""


def _on_top(card: Card) -> Mapping[int, Sequence[int]]:
    """Return what lone power cards become below ``card``, by kind (K3.3c)."""
    return {
        kind: tuple(kind_of(on_top(face_up(power), card, sign)) for sign in SIGNS)
        for power, kind in POWERS.items()
    }


ON_TOP: Final[Mapping[Card, Mapping[int, Sequence[int]]]] = {card: _on_top(card) for card in Card}
"""What lone power cards become below each card, by kind."""

ALONE: Final[Mapping[Card, int]] = {card: kind_of(face_up(card)) for card in Card}
"""The kind of each single card."""
