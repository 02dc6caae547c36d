"""Which points a hand ends with, given what the tables say of it: a line for each time to come.

The tables charge every column for its cards, so what they say is good for comparing and too high to
be true. ``seeds/kapow/promises.json`` has for each number of half turns to come the line that fits
best; ``python -m bot.lab.training.promises`` makes it again.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from pydantic import BaseModel, ConfigDict

from bot.game.contract import Seat
from bot.games.kapow.kai.clock import half_turns
from bot.games.kapow.kai.columns import Floats, Tables
from bot.games.kapow.kai.games import NOBODY, Games
from bot.games.kapow.kai.taking import HIDDEN_IN, Ints

__all__ = ["FILE", "Appraised", "Promises", "appraised", "promised", "promises"]

FILE: Final = Path(__file__).parents[4] / "seeds" / "kapow" / "promises.json"


class Promises(BaseModel):
    """Lines from what the tables say to points, by half turns to come; the last one is for more."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: int
    games: int
    """From so many games of each number of seats."""
    seed: int
    slope: tuple[float, ...]
    start: tuple[float, ...]
    """Points where the tables say 0."""


@dataclass(frozen=True, slots=True, eq=False)
class Appraised:
    """What the tables say of games that are not over."""

    worth: Floats
    """[game, seat] points that its columns leave, what they pay for cards included."""
    left: Ints
    """[game, seat] half turns to come."""


def appraised(games: Games, tables: Tables, to_move: Seat) -> Appraised:
    """Return what the tables say of every hand, with ``to_move`` to move."""
    hidden = HIDDEN_IN[games.columns].sum(axis=2)
    worth = np.empty(hidden.shape, dtype=np.float32)
    lefts = np.empty(hidden.shape, dtype=np.int32)
    for seat in range(games.seats):
        fewest = np.delete(hidden, seat, axis=1).min(axis=1)
        left = half_turns(hidden[:, seat], fewest) - (seat != to_move)
        left = np.where(games.out == NOBODY, np.clip(left, 0, 2 * tables.turns), 0)
        worth[:, seat] = tables.worth[left[:, None], games.columns[:, seat]].sum(axis=1)
        lefts[:, seat] = left
    return Appraised(worth, lefts)


def promised(found: Appraised) -> Floats:
    """Return [game, seat] the points to expect."""
    lines = promises()
    left = np.minimum(found.left, len(lines.slope) - 1)
    slope = np.array(lines.slope, dtype=np.float32)[left]
    start = np.array(lines.start, dtype=np.float32)[left]
    points: Floats = slope * found.worth + start
    return points


@cache
def promises() -> Promises:
    """Return the lines of the file: read once, not on the event loop."""
    return Promises.model_validate_json(FILE.read_text("utf-8"))
