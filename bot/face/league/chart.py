"""A rating over time, as a line with values at its axes."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.face import palette
from bot.face.canvas import Canvas
from bot.face.fonts import width
from bot.face.league import words
from bot.face.league.sheet import INNER, RIGHT, figure, panel, put
from bot.face.league.values import MOST_RATINGS
from bot.face.paint import Box, Lettering
from bot.face.palette import Colour
from bot.face.pen import Pen, Point
from bot.face.seating import SMALLEST
from bot.league.counting import half_up

__all__ = ["CHART", "chart"]

_LABEL: Final = Lettering(SMALLEST, palette.MINT, palette.PANEL)
_NOW: Final = Lettering(28, palette.GOLD, palette.PANEL, bold=True)
_HEIGHT: Final = 180
"""The height of the plot, in pixels."""
_ABOVE, _BELOW = 8, 36
"""The space above it, and the height of the labels below."""
CHART: Final = _ABOVE + _HEIGHT + _BELOW
"""The height of the panel, in pixels."""
_LINES: Final = 5
"""The most horizontal lines."""
_LEAST: Final = 20
"""The smallest difference between the top and the bottom of the plot: less is no change at all."""
_ROOM: Final = 80
"""The most room for a value, in pixels."""
_THICK: Final = 4
_DOT: Final = 14
"""The width of the line, and the diameter of the dot at its end, in pixels."""


@dataclass(frozen=True, slots=True)
class _Curve:
    """Horizontal lines, and the ratings as a line over them that ends in a dot."""

    size: tuple[int, int]
    grid: tuple[int, ...]
    """The y coordinates of the horizontal lines."""
    path: tuple[Point, ...]
    ground: Colour = palette.PANEL

    def draw(self, pen: Pen) -> None:
        pen.rectangle((0, 0, *self.size), self.ground)
        for line in self.grid:
            pen.rectangle((0, line - 1, self.size[0], line + 1), palette.TABLE)
        pen.line(self.path, _THICK, palette.GOLD)
        x, y = self.path[-1]
        pen.ellipse((x - _DOT / 2, y - _DOT / 2, x + _DOT / 2, y + _DOT / 2), palette.GOLD)


def chart(canvas: Canvas, ratings: Sequence[float], y: int) -> None:
    """Draw at least one rating on a panel, ``y`` being the upper edge."""
    panel(canvas, y, CHART)
    ratings = ratings[-MOST_RATINGS:]
    low, high, step = _range(min(ratings), max(ratings))
    values = range(low, high + 1, step)
    labels = [figure(value, _ROOM, _LABEL)[0] for value in values]
    left = INNER + max(width(label, SMALLEST) for label in labels) + 10
    now, style = figure(half_up(ratings[-1]), _ROOM, _NOW)
    plot = Box(left, y + _ABOVE, RIGHT - width(now, style.size, bold=True) - 12 - left, _HEIGHT)

    def height(rating: float) -> float:
        return _DOT + (high - rating) / (high - low) * (plot.height - 2 * _DOT)

    grid = [round(height(value)) for value in values]
    for label, at in zip(labels, grid, strict=True):
        put(canvas, label, (left - 10, plot.y + at + 7), _LABEL, "right")
    across = (plot.width - _DOT) / max(1, len(ratings) - 1)
    path = [(at * across, height(rating)) for at, rating in enumerate(ratings)]
    canvas.once(_Curve((plot.width, plot.height), tuple(grid), tuple(path)), (plot.x, plot.y))
    put(canvas, now, (RIGHT, plot.y + round(path[-1][1]) + 10), style, "right")
    below = plot.y + _HEIGHT + 19
    if len(ratings) > 1:
        put(canvas, words.ago(len(ratings) - 1), (left, below), _LABEL)
    put(canvas, words.NOW, (RIGHT, below), _LABEL, "right")


def _range(least: float, most: float) -> tuple[int, int, int]:
    """Return the lowest and the highest value of the axis, and the step between its lines."""
    spare = max(0.0, _LEAST - (most - least)) / 2
    least, most = least - spare, most + spare
    size = 10
    while True:
        for step in (size, 2 * size, 5 * size):
            low, high = math.floor(least / step), math.ceil(most / step)
            if high - low < _LINES:
                return low * step, high * step, step
        size *= 10
