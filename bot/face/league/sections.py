"""The lower parts of a profile's picture: figures, facts, achievements and rivals.

Each function draws from the upper edge ``y`` on and returns where the next part begins. What is
too much for the picture is in the text version.
"""

from functools import lru_cache
from typing import Final

from PIL import Image

from bot.face import palette
from bot.face.fonts import size_for
from bot.face.league import words
from bot.face.league.sheet import INNER, RIGHT, SIDE, SMALL, WIDTH, panel, put, shown
from bot.face.league.values import Achievement, Fact, Figure, Rival
from bot.face.numbers import number
from bot.face.paint import Brush, Lettering, drawn, rounded

__all__ = ["GAP", "draw_achievements", "draw_facts", "draw_figures", "draw_rivals", "heading"]

GAP: Final = 12
"""The space before a part, in pixels."""

_HEADING: Final = Lettering(22, palette.CREAM, palette.TABLE, bold=True)
_ASIDE: Final = Lettering(SMALL, palette.MINT, palette.TABLE)
_TEXT: Final = Lettering(SMALL, palette.CREAM, palette.PANEL)
_FAINT: Final = Lettering(SMALL, palette.MINT, palette.PANEL)
_LARGE: Final = Lettering(29, palette.GOLD, palette.PANEL, bold=True)

_ROW: Final = 33
_PAD: Final = 7
"""The space above and below the rows of a panel."""
_BASE: Final = 23
"""The baseline of a row, from its upper edge."""
_COLUMN: Final = 86
"""The width of a column of numbers."""
_OWN: Final = RIGHT - 164
"""The right edge of the person's own figures."""

_FIGURES, _RIVALS = 4, 3
_FACTS: Final = 3
_TILE: Final = 72
_FACT_LINE: Final = 24
"""The height of a fact, and what a second line of its label adds."""
_BESIDE: Final = 8
"""The space between two facts."""
_ACHIEVEMENTS: Final = 6
_TICK: Final = 24


def heading(canvas: Image.Image, words_: str, y: int) -> int:
    """Write the heading of a part and return the upper edge of its panel."""
    put(canvas, words_, (INNER, y + GAP + 20), _HEADING)
    return y + GAP + 32


def draw_figures(canvas: Image.Image, title: str, figures: tuple[Figure, ...], y: int) -> int:
    """Draw figures, each beside the server's median, where any is known."""
    compared = any(figure.median for figure in figures)
    if compared:
        put(canvas, words.OWN_FIGURE, (_OWN, y + GAP + 20), _ASIDE, "right")
        put(canvas, words.MEDIAN, (RIGHT, y + GAP + 20), _ASIDE, "right")
    top = heading(canvas, shown(title, _HEADING.size, _OWN - INNER - 60, "-"), y)
    rows = figures[:_FIGURES]
    panel(canvas, top, _rows(len(rows)))
    for at, figure in enumerate(rows):
        base = top + _PAD + at * _ROW + _BASE
        label = shown(figure.label, SMALL, _OWN - INNER - 110, "-")
        put(canvas, label, (INNER, base), _FAINT)
        own = shown(figure.own, SMALL, 100, "-")
        put(canvas, own, (_OWN if compared else RIGHT, base), _TEXT, "right")
        if compared:
            median = shown(figure.median or "-", SMALL, 120, "-")
            put(canvas, median, (RIGHT, base), _FAINT, "right")
    return top + _rows(len(rows))


def draw_facts(canvas: Image.Image, facts: tuple[Fact, ...], y: int) -> int:
    """Draw facts as large numbers side by side."""
    wide = (WIDTH - 2 * SIDE - (_FACTS - 1) * _BESIDE) // _FACTS
    labels = [words.wrapped(fact.label, SMALL, wide - 16) for fact in facts[:_FACTS]]
    tile = _TILE + (max(1, *map(len, labels)) - 1) * _FACT_LINE
    for at, (fact, label) in enumerate(zip(facts, labels, strict=False)):
        left, top = SIDE + at * (wide + _BESIDE), y + GAP
        canvas.paste(rounded((wide, tile), palette.PANEL, palette.TABLE, 10), (left, top))
        told, middle = number(fact.number), left + wide // 2
        size = max(1, size_for(told, wide - 20, _LARGE.size))
        put(canvas, told, (middle, top + 33), _LARGE._replace(size=size), "middle")
        for line, text in enumerate(label):
            put(canvas, text, (middle, top + 59 + line * _FACT_LINE), _FAINT, "middle")
    return y + GAP + tile


def draw_achievements(canvas: Image.Image, achievements: tuple[Achievement, ...], y: int) -> int:
    """Draw achievements in two columns, those that are reached first and ticked."""
    put(canvas, words.reached(achievements), (RIGHT, y + GAP + 20), _ASIDE, "right")
    top = heading(canvas, words.ACHIEVEMENTS, y)
    ordered = sorted(achievements, key=lambda one: not one.reached)[:_ACHIEVEMENTS]
    rows = -(-len(ordered) // 2)
    panel(canvas, top, _rows(rows))
    wide = (RIGHT - INNER) // 2
    for at, one in enumerate(ordered):
        left, row = INNER + at % 2 * wide, top + _PAD + at // 2 * _ROW
        canvas.paste(_tick(one.reached), (left, row + 4))
        title = shown(one.title, SMALL, wide - _TICK - 20, "-")
        style = _TEXT if one.reached else _FAINT
        put(canvas, title, (left + _TICK + 10, row + _BASE), style)
    return top + _rows(rows)


def draw_rivals(canvas: Image.Image, rivals: tuple[Rival, ...], y: int) -> int:
    """Draw how often the person was better than, level with and worse than others."""
    for column, title in enumerate(words.AGAINST):
        put(canvas, title, (RIGHT - (2 - column) * _COLUMN, y + GAP + 20), _ASIDE, "right")
    top = heading(canvas, words.RIVALS, y)
    rows = rivals[:_RIVALS]
    panel(canvas, top, _rows(len(rows)))
    room = RIGHT - 3 * _COLUMN - INNER - 20
    for at, rival in enumerate(rows):
        base = top + _PAD + at * _ROW + _BASE
        put(canvas, shown(rival.name, SMALL, room), (INNER, base), _TEXT)
        for column, count in enumerate((rival.won, rival.tied, rival.lost)):
            x = RIGHT - (2 - column) * _COLUMN
            told = shown(number(count), SMALL, _COLUMN - 8)
            put(canvas, told, (x, base), _FAINT if column else _TEXT, "right")
    return top + _rows(len(rows))


def _rows(count: int) -> int:
    """Return the height of a panel."""
    return count * _ROW + 2 * _PAD


@lru_cache(maxsize=2)
def _tick(reached: object) -> Image.Image:
    def draw(brush: Brush, scale: int) -> None:
        end, line = _TICK * scale - 1, 2 * scale
        if not reached:
            brush.ellipse((0, 0, end, end), outline=palette.MINT, width=line)
            return
        brush.ellipse((0, 0, end, end), palette.GOLD)
        tick = [(end * x, end * y) for x, y in ((0.25, 0.52), (0.44, 0.7), (0.76, 0.32))]
        brush.line(tick, palette.INK, 3 * scale, joint="curve")

    return palette.HOUSE.settle(drawn((_TICK, _TICK), palette.PANEL, draw))
