"""The look of CAP-IT: a card table's green felt, with a fan of cards on the backs."""

import math
from typing import Final

from bot.face.card import Area
from bot.face.palette import BURST, CREAM, GOLD, INK, RED, TAB, Colour, blends
from bot.face.pen import Pen, Point
from bot.face.theme import SPARK, Theme

__all__ = ["EDGE", "THEME"]

EDGE: Final[Colour] = (134, 132, 134)
"""The lower edge of a card's front, and the line between a card and the one below it."""

_TURNS: Final = (-40, -20, 0, 20, 40)
"""The angles of the fan's cards, in degrees."""
_GAP: Final = 1.2
"""The gap between the fan's cards, in pixels."""


def _fan(pen: Pen, area: Area, theme: Theme) -> None:
    """Draw a fan of five cards."""
    long, half = area.width * 0.62, area.width * 0.14
    pivot = area.middle[0], area.middle[1] + long / 2
    for turn in _TURNS:
        around, inside = (half, long, 0.0), (half - _GAP, long - _GAP, -_GAP)
        for (wide, high, low), colour in ((around, theme.back), (inside, theme.back_mark)):
            corners = ((-wide, -high), (wide, -high), (wide, low), (-wide, low))
            pen.polygon([_turned(pivot, corner, turn) for corner in corners], colour)


def _turned(pivot: Point, at: Point, degrees: float) -> Point:
    """Return a point, given from the pivot, after turning it around the pivot."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    (across, down), (x, y) = at, pivot
    return x + across * cos - down * sin, y + across * sin + down * cos


_GROUND: Final = (16, 32, 26)
_PANEL: Final = (25, 56, 43)
_BACK: Final = (116, 34, 50)
_BACK_LINE: Final = (186, 92, 100)
_SOFT: Final = (176, 208, 190)

THEME: Final = Theme(
    ground=_GROUND,
    panel=_PANEL,
    well=_PANEL,
    back=_BACK,
    back_line=_BACK_LINE,
    back_mark=CREAM,
    soft=_SOFT,
    motif=_fan,
    few=(
        *(_GROUND, _PANEL, _BACK, _BACK_LINE, _SOFT, CREAM, INK, RED, GOLD, SPARK, TAB, BURST),
        *(EDGE, blends(INK, CREAM, 3)[0], *blends(CREAM, RED, 1), *blends(_SOFT, _PANEL, 1)),
    ),
    few_from=0,
)
