"""Calibration of the tables: expected points from column values, by linear regression.

The tables include a price for every card, so their values are good for comparisons but too high as
points. ``seeds/kapow/promises.json`` has the best-fitting line for each number of remaining half
turns; it is made by ``python -m bot.lab.training.promises``.
"""

from functools import cache
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict

__all__ = ["FILE", "Promises", "promises"]

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


@cache
def promises() -> Promises:
    """Return the lines. Reads a file (cached): do not call it in the event loop."""
    return Promises.model_validate_json(FILE.read_text("utf-8"))
