"""The values of the tables for games that go on."""

from dataclasses import dataclass

import numpy as np

from bot.game.contract import Seat
from bot.games.kapow.kai.columns import Floats, Tables
from bot.games.kapow.kai.remaining_turns import remaining_half_turns
from bot.games.kapow.kai.transitions import HIDDEN_IN, Ints
from bot.lab.training.games import NOBODY, Games

__all__ = ["Appraised", "appraised"]


@dataclass(frozen=True, slots=True, eq=False)
class Appraised:
    """The values of the tables for unfinished games."""

    worth: Floats
    """[game, seat] the sum of the columns' values, including prices."""
    left: Ints
    """[game, seat] half turns left."""


def appraised(games: Games, tables: Tables, to_move: Seat) -> Appraised:
    """Return the tables' values of all hands, with ``to_move`` to move."""
    hidden = HIDDEN_IN[games.columns].sum(axis=2)
    worth = np.empty(hidden.shape, dtype=np.float32)
    lefts = np.empty(hidden.shape, dtype=np.int32)
    for seat in range(games.seats):
        fewest = np.delete(hidden, seat, axis=1).min(axis=1)
        left = remaining_half_turns(hidden[:, seat], fewest) - (seat != to_move)
        left = np.where(games.out == NOBODY, np.clip(left, 0, 2 * tables.turns), 0)
        worth[:, seat] = tables.worth[left[:, None], games.columns[:, seat]].sum(axis=1)
        lefts[:, seat] = left
    return Appraised(worth, lefts)
