"""Columns of the twin as indexes of the tables."""

from typing import Final

import numpy as np

from bot.games.kapow.kai import kinds
from bot.games.kapow.kai.columns import GONE as _GONE
from bot.games.kapow.kai.twin.positions import (
    FACE_UP,
    GONE,
    KAPOW,
    lowest,
    upper,
)
from bot.games.kapow.kai.twin.round import PLACES, Round
from bot.games.kapow.rules.cards import KAPOW_VALUES, Card
from bot.kai.compiled import Array, inlined

__all__ = [
    "FACE_DOWN_COLUMN",
    "GONE_COLUMN",
    "WEIGHTS",
    "column_of",
    "count_hidden",
    "index_of",
    "kind_of",
]

GONE_COLUMN: Final = _GONE
"""The index of a discarded column."""

KINDS: Final = kinds.KINDS
WEIGHTS: Final = (KINDS * KINDS, KINDS, 1)
"""What a kind counts in the index, by its row."""
KIND_HIDDEN: Final = kinds.HIDDEN
FACE_DOWN_COLUMN: Final = sum(weight * KIND_HIDDEN for weight in WEIGHTS)
"""The index of a column of which no card has been turned up."""
KIND_KAPOW: Final = kinds.KAPOW
KIND_KAPOW_SET: Final = kinds.KAPOW_SET
ZERO: Final = kinds.ALONE[Card.C0]
HIGHEST_CARD: Final = KAPOW_VALUES[-1]
POWER_KINDS: Final = kinds.POWERS[Card.POWER_1] - int(Card.POWER_1)
"""What is added to a lone power card for its kind."""
LOWEST_KIND: Final = kinds.KAPOW_SET + 1
HIGHEST_KIND: Final = kinds.KINDS - 1


def _lone_kinds() -> Array:
    """Return [position] the kinds of single cards."""
    found = np.full(2 * FACE_UP, KIND_HIDDEN, dtype=np.int64)
    for card, kind in kinds.ALONE.items():
        found[FACE_UP | card] = kind
    return found


_LONE: Final = _lone_kinds()


@inlined
def kind_of(position: int) -> int:
    """Return the kind of a position of a column that is there."""
    if position < 2 * FACE_UP:
        return int(_LONE[position])
    if upper(position) == KAPOW:
        return KIND_KAPOW_SET
    return min(max(ZERO + lowest(position), LOWEST_KIND), HIGHEST_KIND)


@inlined
def index_of(top: int, middle: int, bottom: int) -> int:
    """Return the index of a column of three positions."""
    return (kind_of(top) * KINDS + kind_of(middle)) * KINDS + kind_of(bottom)


@inlined
def column_of(game: Round, at: int) -> int:
    """Return the index of the column that begins at ``at``."""
    if game.hands[at] == GONE:
        return GONE_COLUMN
    return index_of(game.hands[at], game.hands[at + 1], game.hands[at + 2])


@inlined
def count_hidden(game: Round, seat: int) -> int:
    """Return the number of face-down cards of a hand."""
    hand, count = PLACES * seat, 0
    for at in range(hand, hand + 3 * game.columns):
        if not game.hands[at] & FACE_UP:
            count += 1
    return count
