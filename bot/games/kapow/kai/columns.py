"""Exact values of all columns by the number of remaining turns, from backward induction.

A turn brings one card, which goes to one column. This couples the columns of a hand, and there are
far too many hands for a table. So the rule is relaxed: every column may take a card in every turn,
but pays a price for it, which is about the value of a turn elsewhere. Then each column is a small
Markov decision process of its own. (Lagrangian relaxation of weakly coupled decision processes:
Whittle, "Restless bandits", 1988; Hawkins, "A Lagrangian decomposition approach to weakly coupled
dynamic optimization problems", 2003.)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bot.games.kapow.rules.actions import SIGNS
from bot.games.kapow.rules.cards import (
    KAPOW_VALUES,
    POWER_CARDS,
    Card,
    Position,
    face_up,
    points,
    position,
)
from bot.games.kapow.rules.hand import Triad, beneath, on_top

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
                kind_of(beneath(old, card, sign)) if old.face_up else kind
                for kind, old in enumerate(_LYING)
            ]
        )
        for sign in SIGNS
    ]


PUT_BENEATH: Final[Mapping[Card, Sequence[NDArray[np.int64]]]] = {
    card: _beneath(card) for card in POWER_CARDS
}


def _on_top(card: Card) -> Mapping[int, Sequence[int]]:
    """Return what lone power cards become below ``card``, by kind (K3.3c)."""
    return {
        kind: tuple(kind_of(on_top(face_up(power), card, sign)) for sign in SIGNS)
        for power, kind in POWERS.items()
    }


ON_TOP: Final[Mapping[Card, Mapping[int, Sequence[int]]]] = {card: _on_top(card) for card in Card}

ALONE: Final[Mapping[Card, int]] = {card: kind_of(face_up(card)) for card in Card}

Floats: TypeAlias = NDArray[np.float32]

GONE: Final = KINDS**3
"""The index of a discarded column in the tables, after all others; its value is 0."""

# Measured in matches against the player that looks one turn ahead, see docs/decisions/0017.
_PRICE: Final = np.float32(5.5)
"""The price of a card, in points: its value for another column."""

_OPEN: Final = np.float32(0.5)
"""The probability that the open card is worth considering, too."""

_ALONE: Final = np.array([ALONE[card] for card in Card])
_BENEATH: Final = [(card, becomes) for card, each in PUT_BENEATH.items() for becomes in each]
_ON_TOP: Final = {
    power: np.array([(sums[power][0], sums[power][-1]) for sums in ON_TOP.values()]).T
    for power in POWERS.values()
}


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Expected points of every column, for the probabilities of the unseen cards."""

    chances: Floats
    worth: Floats
    """[half turns, column]: with this many half turns left."""
    taken: Floats
    """[turns, column, card]: after putting a card in the best place, with turns left after that."""
    final: Floats
    """[column, card]: in the final turn: hidden cards are turned up, then a card is put (K6.3)."""

    @property
    def turns(self) -> int:
        """The largest number of remaining turns in the tables."""
        return len(self.taken) - 1


@lru_cache(maxsize=4)
def tables_for(chances: tuple[float, ...], turns: int) -> Tables:
    """Return the tables for these probabilities, with up to ``turns`` remaining turns."""
    likely = np.array(chances, dtype=np.float32)
    at_once = scores(likely)
    worth = [turned_up(at_once, likely)]
    taken = np.zeros((turns + 1, GONE + 1, len(Card)), dtype=np.float32)
    for now in taken:
        given = _given(worth[-1])
        now[:GONE] = _by_column(given)
        worth.append(_one_turn_more(worth[-1], likely, given))
    final = np.zeros_like(taken[0])
    final[:GONE] = _by_column(np.stack([turned_up(each, likely) for each in _given(at_once)]))
    return Tables(likely, _halves(worth[:-1]), taken, final)


def _by_column(given: Floats) -> Floats:
    """Return [card, kind, kind, kind] as [column, card], which is the faster memory layout."""
    found: Floats = given.reshape(len(Card), GONE).T
    return found


def _halves(worth: Sequence[Columns]) -> Floats:
    whole = np.zeros((len(worth), GONE + 1), dtype=np.float32)
    whole[:, :GONE] = np.stack(worth).reshape(len(worth), GONE)
    found: Floats = np.empty((2 * len(whole) - 1, GONE + 1), dtype=np.float32)
    found[::2] = whole
    found[1::2] = (whole[1:] + whole[:-1]) / 2
    return found


def scores(likely: Floats) -> Columns:
    """Return the points of columns (K6.4), with expected values for hidden cards."""
    points = POINTS.copy()
    points[HIDDEN] = likely @ POINTS[_ALONE]
    found: Columns = points[:, None, None] + points[None, :, None] + points[None, None, :]
    found[COMPLETE] = 0
    return found


def turned_up(columns: Columns, likely: Floats) -> Columns:
    """Return the mean of a value over the possible hidden cards."""
    found = columns.copy()
    for by_kind in _by_row(found):
        by_kind[HIDDEN] = np.tensordot(likely, by_kind[_ALONE], axes=1)
    return found


def _one_turn_more(later: Columns, likely: Floats, given: Floats) -> Columns:
    paid = given + _PRICE
    drawn = _over(likely, paid, later)
    found: Columns = (1 - _OPEN) * drawn + _OPEN * _over(likely, paid, drawn)
    found[COMPLETE] = 0
    return found


def completions() -> Floats:
    """Return [card, column]: 1 if any play of the card completes the column (K3.3), else 0."""
    best = _given(-COMPLETE.astype(np.float32))
    found: Floats = np.zeros((len(Card), GONE + 1), dtype=np.float32)
    found[:, :GONE] = -best.reshape(len(Card), GONE)
    return found


def _over(likely: Floats, paid: Floats, refused: Columns) -> Columns:
    found: Columns = np.tensordot(likely, np.minimum(paid, refused), axes=1)
    return found


def _given(later: Columns) -> Floats:
    """Return [card, kind, kind, kind] the values after a card in the best place (K3.3b-d)."""
    top, middle, bottom = (by_kind[_ALONE] for by_kind in _by_row(later))
    found: Floats = np.minimum(top[:, None], middle[:, :, None])
    np.minimum(found, bottom[:, :, :, None], out=found)
    for axis, source in enumerate(_by_row(later)):
        for card, becomes in _BENEATH:
            np.minimum(found[card], np.take(later, becomes, axis=axis), out=found[card])
        by_kind = np.moveaxis(found, axis + 1, 1)
        for power, (one, other) in _ON_TOP.items():
            above = np.minimum(source[one], source[other])
            np.minimum(by_kind[:, power], above, out=by_kind[:, power])
    return found


def _by_row(columns: Columns) -> Sequence[Columns]:
    """Return three views of a value, each with the kind in another row first."""
    return [np.moveaxis(columns, axis, 0) for axis in range(3)]
