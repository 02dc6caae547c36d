"""The lower parts of a profile's picture: the rating's curve, figures, achievements, rivals."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.face import palette
from bot.face.canvas import Canvas
from bot.face.league import sheet, words
from bot.face.league.values import MOST_RATINGS, Achievement, Fact, Figure, Rival
from bot.face.paint import Box, Lettering, Pen, Point, width
from bot.face.palette import Colour
from bot.face.seating import SIDE, SMALLEST, WIDTH
from bot.league.counting import half_up


class Part(NamedTuple):
    """A part of a profile."""

    height: int
    """With the space before it."""
    draw: Callable[[Canvas, int], None]
    """Draws it, from this y on."""


_GAP: Final = 12
_TITLE: Final = Lettering(24, palette.CREAM, palette.TABLE, bold=True)
_STRONG: Final = sheet.FIGURE._replace(bold=True)

_BASELINE: Final = _GAP + 20
HEADING: Final = _GAP + 32
_ROW: Final = 34
_PAD: Final = 7
_BASE: Final = 25
_COLUMN: Final = 74
_OWN: Final = sheet.RIGHT - 150
"""The right edge of the person's own figures."""
_VALUE: Final = 90

_TILE: Final = 74
_FACT_LINE: Final = 25
"""The height of a fact, and what a second line of its label adds."""
_BESIDE: Final = 8

_NOW: Final = Lettering(28, palette.GOLD, palette.PANEL, bold=True)
_HEIGHT: Final = 180
_ABOVE, _BELOW = 8, 36
"""The space above it, and the height of the labels below."""
CHART: Final = _ABOVE + _HEIGHT + _BELOW
_AXIS_LINES: Final = 5
_LEAST: Final = 20
"""The smallest difference between top and bottom of the plot: less is no change at all."""
_AXIS_ROOM: Final = 80
_THICK: Final = 4
_DOT: Final = 14
"""The width of the line, and the diameter of the dot at its end."""


def heading(canvas: Canvas, title: str, y: int, room: int = sheet.RIGHT - sheet.INNER) -> int:
    """Write the heading of a part and return the upper edge of its panel."""
    sheet.fitted(canvas, title, (sheet.INNER, y + _BASELINE), _TITLE, room)
    return y + HEADING


def chart(canvas: Canvas, ratings: Sequence[float], y: int) -> None:
    """Draw at least one rating on a panel, ``y`` being the upper edge."""
    sheet.panel(canvas, y, CHART)
    ratings = ratings[-MOST_RATINGS:]
    low, high, step = _range(min(ratings), max(ratings))
    values = range(low, high + 1, step)
    labels = [sheet.figure(value, _AXIS_ROOM, sheet.LABEL)[0] for value in values]
    left = sheet.INNER + max(width(label, SMALLEST) for label in labels) + 10
    now, style = sheet.figure(half_up(ratings[-1]), _AXIS_ROOM, _NOW)
    plot = Box(
        left, y + _ABOVE, sheet.RIGHT - width(now, style.size, bold=True) - 12 - left, _HEIGHT
    )

    def height(rating: float) -> float:
        return _DOT + (high - rating) / (high - low) * (plot.height - 2 * _DOT)

    grid = [round(height(value)) for value in values]
    for label, at in zip(labels, grid, strict=True):
        sheet.put(canvas, label, (left - 10, plot.y + at + 7), sheet.LABEL, "right")
    across = (plot.width - _DOT) / max(1, len(ratings) - 1)
    path = [(at * across, height(rating)) for at, rating in enumerate(ratings)]
    canvas.once(_Curve((plot.width, plot.height), tuple(grid), tuple(path)), (plot.x, plot.y))
    sheet.put(canvas, now, (sheet.RIGHT, plot.y + round(path[-1][1]) + 10), style, "right")
    below = plot.y + _HEIGHT + 19
    if len(ratings) > 1:
        sheet.put(canvas, words.ago(len(ratings) - 1), (left, below), sheet.LABEL)
    sheet.put(canvas, words.NOW, (sheet.RIGHT, below), sheet.LABEL, "right")


@dataclass(frozen=True, slots=True)
class _Curve:
    size: tuple[int, int]
    grid: tuple[int, ...]
    path: tuple[Point, ...]
    ground: Colour = palette.PANEL

    def draw(self, pen: Pen) -> None:
        pen.rectangle((0, 0, *self.size), self.ground)
        for line in self.grid:
            pen.rectangle((0, line - 1, self.size[0], line + 1), palette.TABLE)
        pen.line(self.path, _THICK, palette.GOLD)
        x, y = self.path[-1]
        pen.ellipse((x - _DOT / 2, y - _DOT / 2, x + _DOT / 2, y + _DOT / 2), palette.GOLD)


def _range(least: float, most: float) -> tuple[int, int, int]:
    """Return the lowest and the highest value of the axis, and the step between its lines."""
    spare = max(0.0, _LEAST - (most - least)) / 2
    least, most = least - spare, most + spare
    size = 10
    while True:
        for step in (size, 2 * size, 5 * size):
            low, high = math.floor(least / step), math.ceil(most / step)
            if high - low < _AXIS_LINES:
                return low * step, high * step, step
        size *= 10


def figures(title: str, told: tuple[Figure, ...], most: int) -> Part:
    """Make at most this many figures, each beside the server's median, where any is known."""
    rows = told[:most]
    compared = any(one.median for one in told)
    right = _OWN if compared else sheet.RIGHT

    def draw(canvas: Canvas, y: int) -> None:
        beside = 0
        if compared:
            beside = sheet.put(canvas, words.OWN_FIGURE, (_OWN, y + _BASELINE), sheet.HEAD, "right")
            sheet.put(canvas, words.MEDIAN, (sheet.RIGHT, y + _BASELINE), sheet.HEAD, "right")
        top = heading(canvas, title, y, right - beside - sheet.INNER - 14)
        sheet.panel(canvas, top, _rows(len(rows)))
        for at, one in enumerate(rows):
            base = top + _PAD + at * _ROW + _BASE
            told = sheet.shown(one.own, _STRONG, _VALUE, "-")
            own = sheet.put(canvas, told, (right, base), _STRONG, "right")
            room = right - own - sheet.INNER - 14
            sheet.fitted(canvas, one.label, (sheet.INNER, base), sheet.LABEL, room)
            if compared:
                median = sheet.shown(one.median or "-", sheet.LABEL, _VALUE, "-")
                sheet.put(canvas, median, (sheet.RIGHT, base), sheet.LABEL, "right")

    return Part(HEADING + _rows(len(rows)), draw)


def facts(told: tuple[Fact, ...], most: int) -> Part:
    """Make facts, at least one and at most this many: large numbers side by side."""
    rows = told[:most]
    wide = (WIDTH - 2 * SIDE - (len(rows) - 1) * _BESIDE) // len(rows)
    labels = [sheet.wrapped(one.label, wide - 12) for one in rows]
    tile = _TILE + (max(1, *map(len, labels)) - 1) * _FACT_LINE

    def draw(canvas: Canvas, y: int) -> None:
        top = y + _GAP
        for at, (one, label) in enumerate(zip(rows, labels, strict=True)):
            box = Box(SIDE + at * (wide + _BESIDE), top, wide, tile)
            canvas.box(box, palette.PANEL, palette.TABLE, 10)
            told, style = sheet.figure(one.number, wide - 20, sheet.RESULT)
            sheet.put(canvas, told, (box.middle, top + 34), style, "middle")
            for line, text in enumerate(label):
                base = top + 61 + line * _FACT_LINE
                sheet.put(canvas, text, (box.middle, base), sheet.LABEL, "middle")

    return Part(_GAP + tile, draw)


def achieved(told: tuple[Achievement, ...], most: int) -> Part:
    """Make achievements in two columns, at most this many, the reached ones first and ticked."""
    ordered = sorted(told, key=lambda one: not one.reached)[:most]
    height = _rows(-(-len(ordered) // 2))

    def draw(canvas: Canvas, y: int) -> None:
        sheet.put(canvas, words.reached(told), (sheet.RIGHT, y + _BASELINE), sheet.HEAD, "right")
        top = heading(canvas, words.ACHIEVEMENTS, y)
        sheet.panel(canvas, top, height)
        wide = (sheet.RIGHT - sheet.INNER) // 2
        for at, one in enumerate(ordered):
            left, row = sheet.INNER + at % 2 * wide, top + _PAD + at // 2 * _ROW
            tick, style = sheet.Tick(one.reached), sheet.FIGURE if one.reached else sheet.LABEL
            canvas.art(tick, (left, row + (_ROW - tick.size[1]) // 2))
            beside = tick.size[0] + 9
            at_title = left + beside, row + _BASE
            sheet.fitted(canvas, one.title, at_title, style, wide - beside - 6)

    return Part(HEADING + height, draw)


def rivals(told: tuple[Rival, ...], most: int) -> Part:
    """Make how often the person was better than, level with and worse than others."""
    rows = told[:most]
    edges = [sheet.RIGHT - column * _COLUMN for column in (2, 1, 0)]

    def draw(canvas: Canvas, y: int) -> None:
        for edge, title in zip(edges, words.AGAINST, strict=True):
            sheet.put(canvas, title, (edge, y + _BASELINE), sheet.HEAD, "right")
        first = edges[0] - width(words.AGAINST[0], SMALLEST)
        top = heading(canvas, words.RIVALS, y, first - sheet.INNER - 14)
        sheet.panel(canvas, top, _rows(len(rows)))
        for at, rival in enumerate(rows):
            base = top + _PAD + at * _ROW + _BASE
            room = edges[0] - _COLUMN - sheet.INNER
            sheet.person(canvas, rival.name, (sheet.INNER, base), sheet.FIGURE, room)
            for edge, count in zip(edges, (rival.won, rival.tied, rival.lost), strict=True):
                style = _STRONG if edge == edges[0] else sheet.LABEL
                sheet.count(canvas, count, (edge, base), style, _COLUMN - 12)

    return Part(HEADING + _rows(len(rows)), draw)


def _rows(count: int) -> int:
    return count * _ROW + 2 * _PAD
