"""What columns are worth when so many turns are to come: exact tables, by backward induction.

A turn brings one card, and one column gets it. That ties the columns of a hand together, and hands
are far too many for a table. So the rule is relaxed: every column may take a card in every turn,
but pays a price for it, about what a turn is worth elsewhere. Then each column is a decision
process of its own, and small. (Lagrangian relaxation of weakly coupled decision processes: Whittle,
"Restless bandits", 1988; Hawkins, "A Lagrangian decomposition approach to weakly coupled dynamic
optimization problems", 2003.)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bot.games.kapow.cards import Card
from bot.kai.kapow.kinds import (
    ALONE,
    COMPLETE,
    HIDDEN,
    KINDS,
    ON_TOP,
    POINTS,
    PUT_BENEATH,
    Columns,
)

__all__ = ["GONE", "Floats", "Tables", "scores", "tables_for", "turned_up"]

Floats: TypeAlias = NDArray[np.float32]

GONE: Final = KINDS**3
"""Where a column that was discarded stands in the tables, behind all others: it counts nothing."""

# Measured by matches against the player one turn ahead: docs/decisions/0017 has the figures.
_PRICE: Final = np.float32(5.5)
"""Points that a column pays for a card: what the card would have done for another column."""

_OPEN: Final = np.float32(0.5)
"""How often there is a second card to choose from, the open one."""

_AXES: Final = range(3)
_Likely: TypeAlias = Mapping[Card, np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Points to expect of every column, for the chances of the cards that nobody has seen yet."""

    chances: Floats
    """For each card, in the order of :class:`Card`, how likely an unseen card is it."""
    worth: Floats
    """[half turns, column]: with so many half turns to come."""
    taken: Floats
    """[turns, card, column]: a card put where it is best, with so many turns to come after that."""
    final: Floats
    """[card, column]: what is hidden turned up first, then a card put where it is best (K6.3)."""

    @property
    def turns(self) -> int:
        """The most turns to come that there are figures for."""
        return len(self.taken) - 1


@lru_cache(maxsize=4)
def tables_for(chances: tuple[float, ...], turns: int) -> Tables:
    """Return the tables for these chances, with up to so many turns to come."""
    likely = {card: np.float32(chance) for card, chance in zip(Card, chances, strict=True)}
    at_once = scores(likely)
    worth = [turned_up(at_once, likely)]
    taken = []
    for _ in range(turns + 1):
        given = {card: _given(worth[-1], card) for card in Card}
        taken.append(np.stack([_row(given[card]) for card in Card]))
        worth.append(_one_turn_more(worth[-1], likely, given))
    final = [_row(turned_up(_given(at_once, card), likely)) for card in Card]
    return Tables(
        np.array(chances, dtype=np.float32), _halves(worth[:-1]), np.stack(taken), np.stack(final)
    )


def _row(columns: Columns) -> Floats:
    return np.append(columns.ravel(), np.float32(0))


def _halves(worth: Sequence[Columns]) -> Floats:
    """Return the tables of whole turns, and between each two of them their mean."""
    whole = np.stack([_row(columns) for columns in worth])
    found: Floats = np.empty((2 * len(whole) - 1, whole.shape[1]), dtype=np.float32)
    found[::2] = whole
    found[1::2] = (whole[1:] + whole[:-1]) / 2
    return found


def scores(likely: _Likely) -> Columns:
    """Return what columns score as they lie (K6.4), hidden cards as they are expected."""
    points = POINTS.copy()
    points[HIDDEN] = sum(chance * POINTS[ALONE[card]] for card, chance in likely.items())
    found: Columns = points[:, None, None] + points[None, :, None] + points[None, None, :]
    found[COMPLETE] = 0
    return found


def turned_up(columns: Columns, likely: _Likely) -> Columns:
    """Return the mean of a figure over what the hidden cards may turn out to be."""
    found = columns.copy()
    for axis in _AXES:
        by_kind = np.moveaxis(found, axis, 0)
        by_kind[HIDDEN] = sum(chance * by_kind[ALONE[card]] for card, chance in likely.items())
    return found


def _one_turn_more(later: Columns, likely: _Likely, given: Mapping[Card, Columns]) -> Columns:
    """Return what columns are worth a turn earlier than ``later`` says."""
    taken = {card: given[card] + _PRICE for card, chance in likely.items() if chance}
    drawn = _over(likely, taken, later)
    found: Columns = (1 - _OPEN) * drawn + _OPEN * _over(likely, taken, drawn)
    found[COMPLETE] = 0
    return found


def _over(likely: _Likely, taken: Mapping[Card, Columns], refused: Columns) -> Columns:
    """Return the mean over cards, each of them taken where that is better than refusing it."""
    found = np.zeros((KINDS,) * 3, dtype=np.float32)
    for card, after in taken.items():
        found += likely[card] * np.minimum(refused, after)
    return found


def _given(later: Columns, card: Card) -> Columns:
    """Return what columns are worth once a card has been put where it is best (K3.3b-d)."""
    alone = ALONE[card]
    best: Columns = np.minimum(
        np.minimum(later[alone][None, :, :], later[:, alone][:, None, :]),
        later[:, :, alone][:, :, None],
    )
    for axis in _AXES:
        for becomes in PUT_BENEATH.get(card, ()):
            np.minimum(best, np.take(later, becomes, axis=axis), out=best)
        turned, source = np.moveaxis(best, axis, 0), np.moveaxis(later, axis, 0)
        for power, sums in ON_TOP[card].items():
            for kind in sums:
                np.minimum(turned[power], source[kind], out=turned[power])
    return best
