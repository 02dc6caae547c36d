"""A rating over time, as a line with values at its axes."""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.face import palette
from bot.face.fonts import width
from bot.face.league import words
from bot.face.league.sheet import INNER, RIGHT, SMALL, panel, put
from bot.face.league.values import MOST_RATINGS
from bot.face.numbers import number
from bot.face.paint import Box, Lettering, rounded

__all__ = ["chart"]

_LABEL: Final = Lettering(SMALL, palette.MINT, palette.PANEL)
_NOW: Final = Lettering(25, palette.GOLD, palette.PANEL, bold=True)
_HEIGHT: Final = 170
"""The height of the plot, in pixels."""
_ABOVE, _BELOW = 8, 34
"""The space above it, and the height of the labels below."""
_LINES: Final = 6
"""The most horizontal lines."""
_LEAST: Final = 20
"""The smallest difference between the top and the bottom of the plot: less is no change at all."""
_THICK: Final = 4
_DOT: Final = 12
"""The width of the line, and the diameter of the dot at its end, in pixels."""
_OVERSIZE: Final = 3
"""The line is drawn this many times too large and then shrunk, for antialiasing."""
_SHADES: Final = 5


def chart(canvas: Image.Image, ratings: Sequence[float], y: int) -> int:
    """Draw at least one rating on a panel, ``y`` being the upper edge; return the lower edge."""
    panel(canvas, y, _ABOVE + _HEIGHT + _BELOW)
    y += _ABOVE
    ratings = ratings[-MOST_RATINGS:]
    low, high, step = _range(min(ratings), max(ratings))
    values = range(low, high + 1, step)
    left = INNER + max(width(number(value), SMALL) for value in values) + 12
    now = number(round(ratings[-1]))
    plot = Box(left, y, RIGHT - width(now, _NOW.size) - 14 - left, _HEIGHT)

    def height(rating: float) -> float:
        return _DOT + (high - rating) / (high - low) * (plot.height - 2 * _DOT)

    for value in values:
        at = plot.y + round(height(value))
        put(canvas, number(value), (left - 12, at + 7), _LABEL, "right")
        line = (plot.x, at - 1, plot.x + plot.width, at + 1)
        canvas.paste(palette.HOUSE.index(palette.TABLE), line)
    across = (plot.width - _DOT) / max(1, len(ratings) - 1)
    path = [(at * across, height(rating)) for at, rating in enumerate(ratings)]
    _stroke(canvas, path, plot)
    x, end = plot.x + round(path[-1][0]), plot.y + round(path[-1][1])
    dot = rounded((_DOT, _DOT), palette.GOLD, palette.PANEL, _DOT // 2)
    canvas.paste(dot, (x - _DOT // 2, end - _DOT // 2))
    put(canvas, now, (RIGHT, end + 9), _NOW, "right")
    below = y + _HEIGHT + 16
    if len(ratings) > 1:
        put(canvas, words.ago(len(ratings) - 1), (left, below), _LABEL)
    put(canvas, words.NOW, (RIGHT, below), _LABEL, "right")
    return y + _HEIGHT + _BELOW


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


def _stroke(canvas: Image.Image, path: Sequence[tuple[float, float]], plot: Box) -> None:
    """Draw the line; ``path`` is in pixels from the plot's upper left corner."""
    k = _OVERSIZE
    large = Image.new("L", (plot.width * k, plot.height * k))
    points = [(x * k, y * k) for x, y in path]
    ImageDraw.Draw(large).line(points, 255, _THICK * k, joint="curve")
    shade = large.reduce(k).point([value * _SHADES // 256 for value in range(256)])
    inked = shade.point([255 * bool(value) for value in range(256)])
    canvas.paste(shade.point(_shades()), (plot.x, plot.y), inked)


@lru_cache(maxsize=1)
def _shades() -> list[int]:
    """Return the palette indices from the ground to the line's colour."""
    mixed = Image.new("RGB", (_SHADES, 1))
    for part in range(_SHADES):
        colour = (
            round(a + (b - a) * part / (_SHADES - 1))
            for a, b in zip(palette.PANEL, palette.GOLD, strict=True)
        )
        mixed.putpixel((part, 0), tuple(colour))
    return list(palette.HOUSE.settle(mixed).tobytes().ljust(256, b"\0"))
