"""Columns of the twin as indexes of the tables."""

from typing import Final

import numpy as np

from bot.games.kapow.kai.columns import GONE as _GONE
from bot.games.kapow.kai.kinds import ALONE, HIDDEN, KAPOW_SET, KINDS
from bot.games.kapow.kai.twin.positions import (
    FACE_UP,
    GONE,
    KAPOW,
    lowest,
    upper,
)
from bot.games.kapow.kai.twin.round import PLACES, Round
from bot.games.kapow.rules.cards import Card
from bot.kai.compiled import Array, compiled

__all__ = [
    "FACE_DOWN_COLUMN",
    "GONE_COLUMN",
    "WEIGHTS",
    "column_of",
    "count_hidden",
    "kind_of",
]

GONE_COLUMN: Final = _GONE
"""The index of a discarded column."""
WEIGHTS: Final = (KINDS * KINDS, KINDS, 1)
"""What a kind counts in the index, by its row."""
FACE_DOWN_COLUMN: Final = sum(weight * HIDDEN for weight in WEIGHTS)
"""The index of a column of which no card has been turned up."""

_ZERO: Final = ALONE[Card.C0]


def _lone_kinds() -> Array:
    """Return [position] the kinds of single cards."""
    found = np.full(2 * FACE_UP, HIDDEN, dtype=np.int64)
    for card, kind in ALONE.items():
        found[FACE_UP | card] = kind
    return found


_LONE: Final = _lone_kinds()


@compiled
def kind_of(position: int) -> int:
    """Return the kind of a position of a column that is there."""
    if position < 2 * FACE_UP:
        return int(_LONE[position])
    if upper(position) == KAPOW:
        return KAPOW_SET
    return min(max(_ZERO + lowest(position), KAPOW_SET + 1), KINDS - 1)


@compiled
def column_of(game: Round, at: int) -> int:
    """Return the index of the column that begins at ``at``."""
    if game.hands[at] == GONE:
        return GONE_COLUMN
    index = 0
    for lies in range(at, at + 3):
        index = index * KINDS + kind_of(game.hands[lies])
    return index


@compiled
def count_hidden(game: Round, seat: int) -> int:
    """Return the number of face-down cards of a hand."""
    hand, count = PLACES * seat, 0
    for at in range(hand, hand + 3 * game.columns):
        if not game.hands[at] & FACE_UP:
            count += 1
    return count
