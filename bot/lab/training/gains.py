"""The gain from a card, and its advantage over drawing, in many games at once."""

from typing import Final

import numpy as np

from bot.games.kapow.kai.columns import GONE, Floats, Tables
from bot.games.kapow.kai.transitions import NONE, UNKNOWN, Ints

__all__ = ["excess", "gains", "most"]

_COLUMNS: Final = GONE + 1


def gains(tables: Tables, hands: Ints, turns: Ints) -> Floats:
    """Return [game, card] by how much a card in its best place improves a hand [game, column].

    ``turns`` [game] are the remaining turns after that.
    """
    worth = tables.worth.take(2 * turns[:, None] * _COLUMNS + hands)
    taken = tables.taken.reshape(-1, len(tables.chances))
    return most(worth, taken, turns[:, None] * _COLUMNS + hands)


def most(worth: Floats, taken: Floats, places: Ints) -> Floats:
    """Return [game, card] the largest excess of ``worth`` [game, column] over ``taken``.

    ``taken`` is [place, card]; ``places`` [game, column] are the rows of the columns in it.
    Columns are processed one by one, which is several times faster than all at once.
    """
    found = worth[:, :1] - taken[places[:, 0]]
    for column in range(1, places.shape[1]):
        np.maximum(found, worth[:, column, None] - taken[places[:, column]], out=found)
    return found


def excess(gains: Floats, chances: Floats) -> Floats:
    """Return [game, card or ``UNKNOWN`` or ``NONE``] how much better than a draw a card is."""
    found = np.zeros((len(gains), NONE + 1), dtype=np.float32)
    mean = np.maximum(gains, 0) @ chances
    found[:, :UNKNOWN] = np.maximum(gains - mean[:, None], 0)
    found[:, UNKNOWN] = found[:, :UNKNOWN] @ chances
    return found
