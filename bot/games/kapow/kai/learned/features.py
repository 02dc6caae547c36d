"""The features of the networks: of each column, and of both hands together."""

from typing import Final, NamedTuple

import numpy as np

from bot.games.kapow.kai.columns import GONE, Floats, Tables
from bot.games.kapow.kai.promises import promises
from bot.games.kapow.kai.transitions import HIDDEN_IN, KAPOWS_IN, Ints, Rows, transitions

__all__ = [
    "A_POINT",
    "BEHIND",
    "BEHIND_NOW",
    "CARDS",
    "COLUMN_FEATURES",
    "GAIN",
    "GIFT",
    "HALF_TURNS",
    "HAND_FEATURES",
    "LEFT",
    "OWN_HIDDEN",
    "OWN_LAST",
    "THEIR_HIDDEN",
    "THEIR_LAST",
    "Facts",
    "column_features",
    "hand_features",
]

_WORTH_AFTER: Final = (0, 1, 2, 3, 5, 7, 10)
"""Feature: a column's value with this many turns left."""
_BETTER_AFTER: Final = (0, 1, 2, 4, 7)
"""Feature: the gain from a card with this many turns left after it."""

COLUMN_FEATURES: Final = len(_WORTH_AFTER) + len(_BETTER_AFTER) + 5
HAND_FEATURES: Final = 9
"""Features of both hands; their indexes follow."""
OWN_HIDDEN: Final = 0
THEIR_HIDDEN: Final = 1
OWN_LAST: Final = 2
"""1 if one card of the own hand is face down."""
THEIR_LAST: Final = 3
LEFT: Final = 4
BEHIND_NOW: Final = 5
"""A seat's deficit according to the tables."""
BEHIND: Final = 6
"""A seat's expected deficit."""
GIFT: Final = 7
"""The gain of the open card for others."""
GAIN: Final = 8
"""The gain from a card for the seat that draws next."""

CARDS: Final = 12
"""Numbers of face-down cards are divided by this."""
HALF_TURNS: Final = 10
"""Half turns are divided by this."""

_LONGEST: Final = len(promises().slope) - 1
A_POINT: Final = np.float32(0.1)
"""The scale of points, so that most features are between -1 and 1."""


def _completing() -> Floats:
    """Return [card, column]: 1 if the card can complete the column."""
    after = transitions().after
    found: Floats = (after == GONE).any(axis=2).astype(np.float32)
    return found


def column_features(tables: Tables) -> Floats:
    """Return [column, feature]; with more turns than the tables have, the last value is used."""
    worth = [tables.worth[2 * min(turns, tables.turns)] for turns in _WORTH_AFTER]
    better = []
    for turns in (min(turns, tables.turns) for turns in _BETTER_AFTER):
        before = tables.worth[2 * turns]
        better.append(np.maximum(before[:, None] - tables.taken[turns], 0) @ tables.chances)
    final = np.maximum(tables.worth[0][:, None] - tables.final, 0) @ tables.chances
    gone = np.arange(GONE + 1) == GONE
    completing = np.where(gone, 0, tables.chances @ _completing())
    points = A_POINT * np.stack([*worth, *better, final], axis=1)
    rest = np.stack([HIDDEN_IN / 3, KAPOWS_IN / 2, gone, 4 * completing], axis=1)
    found: Floats = np.concatenate([points, rest], axis=1).astype(np.float32)
    return found


class Facts(NamedTuple):
    """Values of two hands besides their columns, [...] each."""

    own: Ints
    """Hidden cards of the own hand."""
    theirs: Ints
    left: Ints
    """Half turns left for the own hand."""
    cost: Floats
    """The own deficit according to the tables."""
    gift: Floats
    """The gain of the open card for the opponent."""
    gain: Floats
    """The gain from a card for the seat that draws next."""


class NetworkInput(NamedTuple):
    """The input of a network: both hands [game, column], and the features of both together."""

    own: Ints
    theirs: Ints
    features: Floats
    """[game, feature]"""

    def some(self, rows: Rows) -> "NetworkInput":
        """Return the input of some of the games."""
        return NetworkInput(self.own[rows], self.theirs[rows], self.features[rows])


def hand_features(facts: Facts) -> Floats:
    """Return [..., feature]."""
    slope = np.array(promises().slope, dtype=np.float32)[np.minimum(facts.left, _LONGEST)]
    behind = A_POINT * facts.cost
    found: Floats = np.empty((*facts.cost.shape, HAND_FEATURES), dtype=np.float32)
    for number, sight in enumerate(
        (
            facts.own / np.float32(CARDS),
            facts.theirs / np.float32(CARDS),
            facts.own == 1,
            facts.theirs == 1,
            facts.left / np.float32(HALF_TURNS),
            behind,
            behind * slope,
            A_POINT * facts.gift,
            A_POINT * facts.gain,
        )
    ):
        found[..., number] = sight
    return found
