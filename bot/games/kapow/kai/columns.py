"""What columns are worth when so many turns are to come: exact tables, by backward induction.

A turn brings one card, and one column gets it. That ties the columns of a hand together, and hands
are far too many for a table. So the rule is relaxed: every column may take a card in every turn,
but pays a price for it, about what a turn is worth elsewhere. Then each column is a decision
process of its own, and small. (Lagrangian relaxation of weakly coupled decision processes: Whittle,
"Restless bandits", 1988; Hawkins, "A Lagrangian decomposition approach to weakly coupled dynamic
optimization problems", 2003.)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bot.games.kapow.kai.kinds import (
    ALONE,
    COMPLETE,
    HIDDEN,
    KINDS,
    ON_TOP,
    POINTS,
    POWERS,
    PUT_BENEATH,
    Columns,
)
from bot.games.kapow.rules.cards import Card

__all__ = ["GONE", "Floats", "Tables", "scores", "tables_for", "turned_up"]

Floats: TypeAlias = NDArray[np.float32]

GONE: Final = KINDS**3
"""Where a column that was discarded stands in the tables, behind all others: it counts nothing."""

# Measured by matches against the player one turn ahead: docs/decisions/0017 has the figures.
_PRICE: Final = np.float32(5.5)
"""Points that a column pays for a card: what the card would have done for another column."""

_OPEN: Final = np.float32(0.5)
"""How often there is a second card to choose from, the open one."""

_ALONE: Final = np.array([ALONE[card] for card in Card])
_BENEATH: Final = [(card, becomes) for card, each in PUT_BENEATH.items() for becomes in each]
_ON_TOP: Final = {
    power: np.array([(sums[power][0], sums[power][-1]) for sums in ON_TOP.values()]).T
    for power in POWERS.values()
}
"""What a lone power card becomes below each card, by either sign."""


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Points to expect of every column, for the chances of the cards that nobody has seen yet."""

    chances: Floats
    """For each card, in the order of :class:`Card`, how likely an unseen card is it."""
    worth: Floats
    """[half turns, column]: with so many half turns to come."""
    taken: Floats
    """[turns, column, card]: a card put where it is best, with so many turns to come after that."""
    final: Floats
    """[column, card]: what is hidden turned up first, then a card put where it is best (K6.3)."""

    @property
    def turns(self) -> int:
        """The most turns to come that there are figures for."""
        return len(self.taken) - 1


@lru_cache(maxsize=4)
def tables_for(chances: tuple[float, ...], turns: int) -> Tables:
    """Return the tables for these chances, with up to so many turns to come."""
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
    """Return [column, card] of [card, kind, kind, kind]: so what is asked for together lies."""
    found: Floats = given.reshape(len(Card), GONE).T
    return found


def _halves(worth: Sequence[Columns]) -> Floats:
    """Return the tables of whole turns, and between each two of them their mean."""
    whole = np.zeros((len(worth), GONE + 1), dtype=np.float32)
    whole[:, :GONE] = np.stack(worth).reshape(len(worth), GONE)
    found: Floats = np.empty((2 * len(whole) - 1, GONE + 1), dtype=np.float32)
    found[::2] = whole
    found[1::2] = (whole[1:] + whole[:-1]) / 2
    return found


def scores(likely: Floats) -> Columns:
    """Return what columns score as they lie (K6.4), hidden cards as they are expected."""
    points = POINTS.copy()
    points[HIDDEN] = likely @ POINTS[_ALONE]
    found: Columns = points[:, None, None] + points[None, :, None] + points[None, None, :]
    found[COMPLETE] = 0
    return found


def turned_up(columns: Columns, likely: Floats) -> Columns:
    """Return the mean of a figure over what the hidden cards may turn out to be."""
    found = columns.copy()
    for by_kind in _by_row(found):
        by_kind[HIDDEN] = np.tensordot(likely, by_kind[_ALONE], axes=1)
    return found


def _one_turn_more(later: Columns, likely: Floats, given: Floats) -> Columns:
    """Return what columns are worth a turn earlier than ``later`` says."""
    paid = given + _PRICE
    drawn = _over(likely, paid, later)
    found: Columns = (1 - _OPEN) * drawn + _OPEN * _over(likely, paid, drawn)
    found[COMPLETE] = 0
    return found


def _over(likely: Floats, paid: Floats, refused: Columns) -> Columns:
    """Return the mean over cards, each of them taken where that is better than refusing it."""
    found: Columns = np.tensordot(likely, np.minimum(paid, refused), axes=1)
    return found


def _given(later: Columns) -> Floats:
    """Return [card, kind, kind, kind] what columns are worth once a card is where it is best.

    It replaces a card, or goes on top of one or beneath (K3.3b-d).
    """
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
    """Return three views of a figure, by the kind in each row first."""
    return [np.moveaxis(columns, axis, 0) for axis in range(3)]
