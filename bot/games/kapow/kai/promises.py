"""Calibration of the tables: expected points from column values, by linear regression.

The tables include a price for every card, so their values are good for comparisons but too high as
points. ``seeds/kapow/promises.json`` has the best-fitting line for each number of remaining half
turns; it is made by ``python -m bot.lab.training.promises``.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from pydantic import BaseModel, ConfigDict

from bot.game.contract import Seat
from bot.games.kapow.kai.columns import Floats, Tables
from bot.games.kapow.kai.games import NOBODY, Games
from bot.games.kapow.kai.remaining_turns import remaining_half_turns
from bot.games.kapow.kai.transitions import HIDDEN_IN, Ints

__all__ = ["FILE", "Appraised", "Promises", "appraised", "promised", "promises"]

FILE: Final = Path(__file__).parents[4] / "seeds" / "kapow" / "promises.json"


class Promises(BaseModel):
    """Lines from values of the tables to points, by half turns left; the last one is for more."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: int
    games: int
    """The number of games that were played for each number of seats."""
    seed: int
    slope: tuple[float, ...]
    start: tuple[float, ...]
    """Points for a value of 0."""


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


def promised(found: Appraised) -> Floats:
    """Return [game, seat] expected points."""
    lines = promises()
    left = np.minimum(found.left, len(lines.slope) - 1)
    slope = np.array(lines.slope, dtype=np.float32)[left]
    start = np.array(lines.start, dtype=np.float32)[left]
    points: Floats = slope * found.worth + start
    return points


@cache
def promises() -> Promises:
    """Return the lines. Reads a file (cached): do not call it in the event loop."""
    return Promises.model_validate_json(FILE.read_text("utf-8"))
