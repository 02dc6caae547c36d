"""What the networks see of a game: each column by itself, and some figures of both hands."""

from typing import Final, NamedTuple

import numpy as np

from bot.games.kapow.kai.columns import GONE, Floats, Tables
from bot.games.kapow.kai.games import Rows
from bot.games.kapow.kai.promises import promises
from bot.games.kapow.kai.taking import HIDDEN_IN, KAPOWS_IN, Ints, takings

__all__ = [
    "BEHIND",
    "COLUMN_SIGHTS",
    "GAIN",
    "HAND_SIGHTS",
    "Facts",
    "column_sights",
    "hand_sights",
]

_WORTH_AFTER: Final = (0, 1, 2, 3, 5, 7, 10)
"""What a column is worth with so many turns to come is seen."""
_BETTER_AFTER: Final = (0, 1, 2, 4, 7)
"""And what a card betters it by with so many to come after that."""

COLUMN_SIGHTS: Final = len(_WORTH_AFTER) + len(_BETTER_AFTER) + 5
HAND_SIGHTS: Final = 9
BEHIND: Final = 6
"""The number of the sight that is by how much a seat is behind, as hands ended that looked so."""
GAIN: Final = 8
"""The number of the sight that is what a card betters a hand by."""

_LONGEST: Final = len(promises().slope) - 1
_POINTS: Final = np.float32(0.1)
"""What a point counts: so that what is seen is mostly between -1 and 1."""


def _completing() -> Floats:
    """Return [card, column]: 1 where the card can complete it."""
    after = takings().after
    found: Floats = (after == GONE).any(axis=2).astype(np.float32)
    return found


def column_sights(tables: Tables) -> Floats:
    """Return [column, sight]; what they are worth with more turns than there are is the last."""
    worth = [tables.worth[2 * min(turns, tables.turns)] for turns in _WORTH_AFTER]
    better = []
    for turns in (min(turns, tables.turns) for turns in _BETTER_AFTER):
        before = tables.worth[2 * turns]
        better.append(np.maximum(before[:, None] - tables.taken[turns], 0) @ tables.chances)
    final = np.maximum(tables.worth[0][:, None] - tables.final, 0) @ tables.chances
    gone = np.arange(GONE + 1) == GONE
    completing = np.where(gone, 0, tables.chances @ _completing())
    points = _POINTS * np.stack([*worth, *better, final], axis=1)
    rest = np.stack([HIDDEN_IN / 3, KAPOWS_IN / 2, gone, 4 * completing], axis=1)
    found: Floats = np.concatenate([points, rest], axis=1).astype(np.float32)
    return found


class Facts(NamedTuple):
    """What counts of two hands beside their columns, [...] each."""

    own: Ints
    """Hidden cards of whose view it is."""
    theirs: Ints
    left: Ints
    """Half turns to come for whose view it is."""
    cost: Floats
    """By how much the tables see it behind."""
    gift: Floats
    """What the open card does for the other."""
    gain: Floats
    """What a card betters the hand by of who draws next."""


class Sight(NamedTuple):
    """What a network sees: one hand and the other [game, column], and what counts beside them."""

    own: Ints
    theirs: Ints
    sights: Floats
    """[game, sight]"""

    def some(self, rows: Rows) -> "Sight":
        """Return what there is to see of some of the games."""
        return Sight(self.own[rows], self.theirs[rows], self.sights[rows])


def hand_sights(facts: Facts) -> Floats:
    """Return [..., sight]."""
    slope = np.array(promises().slope, dtype=np.float32)[np.minimum(facts.left, _LONGEST)]
    behind = _POINTS * facts.cost
    found: Floats = np.empty((*facts.cost.shape, HAND_SIGHTS), dtype=np.float32)
    for number, sight in enumerate(
        (
            facts.own / np.float32(12),
            facts.theirs / np.float32(12),
            facts.own == 1,
            facts.theirs == 1,
            facts.left / np.float32(10),
            behind,
            behind * slope,
            _POINTS * facts.gift,
            _POINTS * facts.gain,
        )
    ):
        found[..., number] = sight
    return found
