"""The lower parts of a profile's picture: figures, facts, achievements and rivals.

What is too much for the picture is in the text version.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from bot.face import palette
from bot.face.canvas import Canvas
from bot.face.fonts import width
from bot.face.league import words
from bot.face.league.marks import Tick
from bot.face.league.sheet import INNER, RIGHT, figure, panel, put, shown
from bot.face.league.values import Achievement, Fact, Figure, Rival
from bot.face.paint import Box, Lettering
from bot.face.seating import SIDE, SMALLEST, WIDTH

__all__ = ["HEADING", "Part", "achieved", "facts", "figures", "heading", "rivals"]


class Part(NamedTuple):
    """A part of a profile."""

    height: int
    """In pixels, with the space before it."""
    draw: Callable[[Canvas, int], None]
    """Draws it, from this y on."""


_GAP: Final = 12
"""The space before a part, in pixels."""
_TITLE: Final = Lettering(24, palette.CREAM, palette.TABLE, bold=True)
_ASIDE: Final = Lettering(SMALLEST, palette.MINT, palette.TABLE)
_TEXT: Final = Lettering(SMALLEST, palette.CREAM, palette.PANEL)
_STRONG: Final = _TEXT._replace(bold=True)
_FAINT: Final = Lettering(SMALLEST, palette.MINT, palette.PANEL)
_LARGE: Final = Lettering(30, palette.GOLD, palette.PANEL, bold=True)

_BASELINE: Final = _GAP + 20
"""The baseline of a heading, from the part's upper edge."""
HEADING: Final = _GAP + 32
"""The height of a heading, with the space before it, in pixels."""
_ROW: Final = 34
_PAD: Final = 7
"""The space above and below the rows of a panel."""
_BASE: Final = 25
"""The baseline of a row, from its upper edge."""
_COLUMN: Final = 74
"""The width of a column of numbers."""
_OWN: Final = RIGHT - 150
"""The right edge of the person's own figures."""
_VALUE: Final = 90
"""The most room for a figure."""

_TILE: Final = 74
_FACT_LINE: Final = 25
"""The height of a fact, and what a second line of its label adds."""
_BESIDE: Final = 8
"""The space between two facts."""


def heading(canvas: Canvas, title: str, y: int, room: int = RIGHT - INNER) -> int:
    """Write the heading of a part and return the upper edge of its panel."""
    put(canvas, shown(title, _TITLE, room, "-"), (INNER, y + _BASELINE), _TITLE)
    return y + HEADING


def figures(title: str, told: tuple[Figure, ...], most: int) -> Part:
    """Make at most so many figures, each beside the server's median, where any is known."""
    rows = told[:most]
    compared = any(one.median for one in told)
    right = _OWN if compared else RIGHT

    def draw(canvas: Canvas, y: int) -> None:
        beside = 0
        if compared:
            beside = put(canvas, words.OWN_FIGURE, (_OWN, y + _BASELINE), _ASIDE, "right")
            put(canvas, words.MEDIAN, (RIGHT, y + _BASELINE), _ASIDE, "right")
        top = heading(canvas, title, y, right - beside - INNER - 14)
        panel(canvas, top, _rows(len(rows)))
        for at, one in enumerate(rows):
            base = top + _PAD + at * _ROW + _BASE
            own = put(canvas, shown(one.own, _STRONG, _VALUE, "-"), (right, base), _STRONG, "right")
            room = right - own - INNER - 14
            put(canvas, shown(one.label, _FAINT, room, "-"), (INNER, base), _FAINT)
            if compared:
                median = shown(one.median or "-", _FAINT, _VALUE, "-")
                put(canvas, median, (RIGHT, base), _FAINT, "right")

    return Part(HEADING + _rows(len(rows)), draw)


def facts(told: tuple[Fact, ...], most: int) -> Part:
    """Make facts, at least one and at most so many: large numbers side by side."""
    rows = told[:most]
    wide = (WIDTH - 2 * SIDE - (len(rows) - 1) * _BESIDE) // len(rows)
    labels = [words.wrapped(one.label, SMALLEST, wide - 12) for one in rows]
    tile = _TILE + (max(1, *map(len, labels)) - 1) * _FACT_LINE

    def draw(canvas: Canvas, y: int) -> None:
        top = y + _GAP
        for at, (one, label) in enumerate(zip(rows, labels, strict=True)):
            box = Box(SIDE + at * (wide + _BESIDE), top, wide, tile)
            canvas.box(box, palette.PANEL, palette.TABLE, 10)
            told, style = figure(one.number, wide - 20, _LARGE)
            put(canvas, told, (box.middle, top + 34), style, "middle")
            for line, text in enumerate(label):
                put(canvas, text, (box.middle, top + 61 + line * _FACT_LINE), _FAINT, "middle")

    return Part(_GAP + tile, draw)


def achieved(told: tuple[Achievement, ...], most: int) -> Part:
    """Make achievements in two columns, at most so many, the reached ones first and ticked."""
    ordered = sorted(told, key=lambda one: not one.reached)[:most]
    height = _rows(-(-len(ordered) // 2))

    def draw(canvas: Canvas, y: int) -> None:
        put(canvas, words.reached(told), (RIGHT, y + _BASELINE), _ASIDE, "right")
        top = heading(canvas, words.ACHIEVEMENTS, y)
        panel(canvas, top, height)
        wide = (RIGHT - INNER) // 2
        for at, one in enumerate(ordered):
            left, row = INNER + at % 2 * wide, top + _PAD + at // 2 * _ROW
            tick, style = Tick(one.reached), _TEXT if one.reached else _FAINT
            canvas.art(tick, (left, row + (_ROW - tick.size[1]) // 2))
            beside = tick.size[0] + 9
            title = shown(one.title, style, wide - beside - 6, "-")
            put(canvas, title, (left + beside, row + _BASE), style)

    return Part(HEADING + height, draw)


def rivals(told: tuple[Rival, ...], most: int) -> Part:
    """Make how often the person was better than, level with and worse than at most so many."""
    rows = told[:most]
    edges = [RIGHT - column * _COLUMN for column in (2, 1, 0)]

    def draw(canvas: Canvas, y: int) -> None:
        for edge, title in zip(edges, words.AGAINST, strict=True):
            put(canvas, title, (edge, y + _BASELINE), _ASIDE, "right")
        first = edges[0] - width(words.AGAINST[0], SMALLEST)
        top = heading(canvas, words.RIVALS, y, first - INNER - 14)
        panel(canvas, top, _rows(len(rows)))
        for at, rival in enumerate(rows):
            base = top + _PAD + at * _ROW + _BASE
            room = edges[0] - _COLUMN - INNER
            put(canvas, shown(rival.name, _TEXT, room), (INNER, base), _TEXT)
            for edge, count in zip(edges, (rival.won, rival.tied, rival.lost), strict=True):
                style = _STRONG if edge == edges[0] else _FAINT
                number, style = figure(count, _COLUMN - 12, style)
                put(canvas, number, (edge, base), style, "right")

    return Part(HEADING + _rows(len(rows)), draw)


def _rows(count: int) -> int:
    """Return the height of a panel."""
    return count * _ROW + 2 * _PAD
