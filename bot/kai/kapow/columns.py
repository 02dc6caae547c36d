"""What columns are worth when so many turns are to come: exact tables, by backward induction.

A turn brings one card, and one column gets it. That ties the columns of a hand together, and hands
are far too many for a table. So the rule is relaxed: every column may take a card in every turn,
but pays a price for it, about what a turn is worth elsewhere. Then each column is a decision
process of its own, and small. (Lagrangian relaxation of weakly coupled decision processes: Whittle,
"Restless bandits", 1988; Hawkins, "A Lagrangian decomposition approach to weakly coupled dynamic
optimization problems", 2003.)
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

import numpy as np

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

__all__ = ["columns_by_turns", "scores"]

# Measured by matches against the player one turn ahead: docs/decisions/0017 has the figures.
_PRICE: Final = np.float32(5.5)
"""Points that a column pays for a card: what the card would have done for another column."""

_OPEN: Final = np.float32(0.5)
"""How often there is a second card to choose from, the open one."""

_AXES: Final = range(3)


@lru_cache(maxsize=4)
def columns_by_turns(chances: tuple[float, ...], turns: int) -> Sequence[Columns]:
    """Return the points to expect of every column after 0, 1, ... ``turns`` more turns.

    ``chances`` has for each card, in the order of :class:`Card`, how likely an unseen card is it.
    """
    likely = {card: np.float32(chance) for card, chance in zip(Card, chances, strict=True)}
    found = [scores(likely)]
    for _ in range(turns):
        found.append(_one_turn_more(found[-1], likely))
    return [columns.ravel() for columns in found]


def scores(likely: Mapping[Card, np.float32]) -> Columns:
    """Return what columns score as they lie (K6.4), hidden cards as they are expected."""
    points = POINTS.copy()
    points[HIDDEN] = sum(chance * POINTS[ALONE[card]] for card, chance in likely.items())
    found: Columns = points[:, None, None] + points[None, :, None] + points[None, None, :]
    found[COMPLETE] = 0
    return found


def _one_turn_more(later: Columns, likely: Mapping[Card, np.float32]) -> Columns:
    """Return what columns are worth a turn earlier than ``later`` says."""
    taken = {card: _given(later, card) + _PRICE for card, chance in likely.items() if chance}
    drawn = _over(likely, taken, later)
    found: Columns = (1 - _OPEN) * drawn + _OPEN * _over(likely, taken, drawn)
    found[COMPLETE] = 0
    return found


def _over(
    likely: Mapping[Card, np.float32], taken: Mapping[Card, Columns], refused: Columns
) -> Columns:
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
