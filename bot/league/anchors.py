"""Anchors: the ratings of Kai's levels, which stay as they were measured.

The means are declared with Kai's players, by game and level (``ratings`` of ``bot.kai.kai.Kai``),
as far as the arena has measured them. A level that is not declared has no anchor: its seat tells
nothing about the others.
"""

from typing import Final

from bot.league.ratings import Rating

__all__ = ["ANCHOR_DEVIATION", "anchor"]

ANCHOR_DEVIATION: Final = 45.0
"""How certain the arena's figures are: one standard error of the least certain is 40 points.

Hard and expert at Kapow! are less certain than that; they are from 40 and 30 matches.
"""


def anchor(mean: int) -> Rating:
    """Return the rating of a level with this mean; its entrants are ``fixed``."""
    return Rating(float(mean), ANCHOR_DEVIATION)
