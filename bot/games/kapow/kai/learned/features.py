"""What the network sees: features of each column, and of both hands together."""

from enum import IntEnum
from typing import Final

import numpy as np

from bot.games.kapow.kai.columns import GONE, Floats, Tables, completions
from bot.games.kapow.kai.kinds import HIDDEN, KAPOW, KINDS

__all__ = [
    "A_POINT",
    "CARDS",
    "COLUMN_FEATURES",
    "FIXED",
    "HALF_TURNS",
    "HAND_FEATURES",
    "VARYING",
    "Fixed",
    "Varying",
    "column_features",
]

_WORTH_AFTER: Final = (0, 1, 2, 3, 5, 7, 10)
"""Feature: a column's value with this many turns left."""
_BETTER_AFTER: Final = (0, 1, 2, 4, 7)
"""Feature: the gain from a card with this many turns left after it."""

COLUMN_FEATURES: Final = len(_WORTH_AFTER) + len(_BETTER_AFTER) + 5


class Varying(IntEnum):
    """Features of both hands that differ between the choices of a turn."""

    BEHIND = 0
    """A seat's expected deficit, in points."""
    BEHIND_NOW = 1
    """A seat's deficit according to the tables."""
    GIFT = 2
    """The gain of the open card for others."""
    AHEAD_OUT = 3
    """The seat's lead if it goes out with this hand."""
    AHEAD_NOW = 4
    """The seat's lead over the lowest other hand, as both lie."""


class Fixed(IntEnum):
    """Features of both hands that are the same for all choices that turn up as many cards."""

    OWN_HIDDEN = 0
    THEIR_HIDDEN = 1
    """The fewest face-down cards of another hand."""
    OWN_LAST = 2
    """1 if one card of the own hand is face down."""
    THEIR_LAST = 3
    LEFT = 4
    """Half turns left for the hand."""
    NEXT_GAIN = 5
    """The gain from a card for the seat that draws next."""
    SHARE = 6
    """1 divided by the number of other seats."""
    MEAN = 7
    """The mean points of an unknown card."""
    TO_DRAW = 8
    """1 if the seat has decided to draw a card, 0 after its turn."""


VARYING: Final = len(Varying)
FIXED: Final = len(Fixed)
HAND_FEATURES: Final = VARYING + FIXED

CARDS: Final = 12
"""Numbers of face-down cards are divided by this."""
HALF_TURNS: Final = 10
"""Half turns are divided by this."""

A_POINT: Final = np.float32(0.1)
"""The scale of points, so that most features are between -1 and 1."""


def _count(kind: int) -> Floats:
    """Return [column]: how many of its positions are of a kind."""
    rows = np.indices((KINDS, KINDS, KINDS)).reshape(3, GONE)
    found: Floats = np.append((rows == kind).sum(axis=0), 0).astype(np.float32)
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
    completing = tables.chances @ completions()
    points = A_POINT * np.stack([*worth, *better, final], axis=1)
    rest = np.stack([_count(HIDDEN) / 3, _count(KAPOW) / 2, gone, 4 * completing], axis=1)
    found: Floats = np.concatenate([points, rest], axis=1).astype(np.float32)
    return found
