"""The picture of the standings of a season."""

from typing import Final

from PIL import Image

from bot.face import palette
from bot.face.fonts import size_for
from bot.face.league import words
from bot.face.league.ink import png
from bot.face.league.sheet import (
    INNER,
    RIGHT,
    SIDE,
    SMALL,
    WIDTH,
    badge,
    mark,
    medals,
    panel,
    put,
    recent,
    shown,
    triangle,
)
from bot.face.league.values import MOST_LINES, MOST_NEAR, Board, BoardLine, Form
from bot.face.numbers import number
from bot.face.paint import Lettering, rounded

__all__ = ["board_picture"]

_TITLE: Final = Lettering(33, palette.CREAM, palette.TABLE, bold=True)
_HEAD: Final = Lettering(SMALL, palette.MINT, palette.TABLE)
_NAME: Final = Lettering(25, palette.CREAM, palette.PANEL, bold=True)
_POINTS: Final = Lettering(29, palette.GOLD, palette.PANEL, bold=True)
_FIGURE: Final = Lettering(SMALL, palette.CREAM, palette.PANEL)
_LABEL: Final = Lettering(SMALL, palette.MINT, palette.PANEL)

_HEADER: Final = 86
_ROW: Final = 66
_STEP: Final = _ROW + 6
_BETWEEN: Final = 28
"""The height of the dots between the page and the reader's line."""
_UPPER, _LOWER = 32, 57
"""The baselines in a line, from its upper edge."""
_PLACE: Final = 62
"""The middle of places and movements."""
_LEFT: Final = 106
"""The left edge of names."""
_NAME_ROOM: Final = 240
_POINTS_ROOM: Final = 110
_MATCHES, _WINS, _RATING = 128, 262, 462
"""The right edges of the figures in a line."""
_FOOT: Final = 31
"""The height of a line below the standings."""


def board_picture(board: Board) -> bytes:
    """Draw a page of the standings: PNG, 820 pixels wide."""
    lines, near = board.lines[:MOST_LINES], board.near[:MOST_NEAR]
    notes = words.wrapped(board.note, SMALL, WIDTH - 2 * INNER)
    rows = max(1, len(lines)) + len(near)
    top = _HEADER + rows * _STEP + (_BETWEEN if near else 0)
    height = top + (len(notes) + bool(lines)) * _FOOT + 12
    canvas = palette.HOUSE.blank((WIDTH, height), palette.TABLE)
    _header(canvas, board)
    y = _HEADER
    for line in lines:
        _line(canvas, line, y)
        y += _STEP
    if not lines:
        panel(canvas, y, _ROW)
        put(canvas, words.NOBODY, (WIDTH // 2, y + 38), _LABEL, "middle")
    if near:
        _dots(canvas, y + _BETWEEN // 2 - 3)
    for at, line in enumerate(near):
        _line(canvas, line, y + _BETWEEN + at * _STEP)
    for at, note in enumerate(notes):
        put(canvas, note, (INNER, top + 24 + at * _FOOT), _HEAD)
    if lines:
        _legend(canvas, top + 24 + len(notes) * _FOOT)
    return png(canvas)


def _header(canvas: Image.Image, board: Board) -> None:
    page = words.page(board)
    room = WIDTH - 2 * INNER - (190 if page else 0)
    put(canvas, shown(board.title, _TITLE.size, room), (INNER, 40), _TITLE)
    if page:
        put(canvas, page, (RIGHT, 38), _HEAD, "right")
    below = " · ".join(filter(None, (board.season, board.server)))
    put(canvas, shown(below, SMALL, room - 90, "-"), (INNER, 72), _HEAD)
    put(canvas, words.POINTS, (RIGHT, 72), _HEAD, "right")


def _line(canvas: Image.Image, line: BoardLine, y: int) -> None:
    """Draw a line of the standings; ``y`` is its upper edge."""
    panel(canvas, y, _ROW, framed=line.own)
    if line.own:
        pointer = triangle("right", 18, palette.GOLD, palette.PANEL)
        canvas.paste(pointer, (SIDE + 10, y + _UPPER - 18))
    _place(canvas, line, y)
    upper, lower = y + _UPPER, y + _LOWER
    total = number(line.points)
    size = size_for(total, _POINTS_ROOM, _POINTS.size)
    put(canvas, total, (RIGHT, upper + 1), _POINTS._replace(size=max(1, size)), "right")
    end = RIGHT - _POINTS_ROOM - 8
    room = end - _LEFT - medals(canvas, line.medals, (end, upper), _LABEL) - 6
    put(canvas, shown(line.name, _NAME.size, min(room, _NAME_ROOM)), (_LEFT, upper), _NAME)
    put(canvas, number(line.matches), (_MATCHES, lower), _FIGURE, "right")
    put(canvas, words.matches(line.matches), (_MATCHES + 6, lower), _LABEL)
    if line.hidden:
        return
    put(canvas, number(line.wins), (_WINS, lower), _FIGURE, "right")
    put(canvas, words.wins(line.wins), (_WINS + 6, lower), _LABEL)
    if line.rating is None:
        put(canvas, words.NO_RATING, (_RATING, lower), _LABEL, "right")
    else:
        put(canvas, number(line.rating), (_RATING, lower), _FIGURE, "right")
        put(canvas, words.RATING, (_RATING - 58, lower), _LABEL, "right")
    recent(canvas, line.form, (RIGHT, lower - 7))


def _place(canvas: Image.Image, line: BoardLine, y: int) -> None:
    """Draw the place, and below it how many places were gained or lost."""
    if 1 <= line.place <= 3:
        canvas.paste(badge(line.place, 30), (_PLACE - 15, y + 6))
    else:
        put(canvas, number(line.place), (_PLACE, y + _UPPER), _NAME, "middle")
    moved, base = line.movement, y + _LOWER
    if line.hidden:
        return
    if not moved:
        if moved == 0 or line.new:
            put(canvas, words.NEW if moved is None else "=", (_PLACE, base), _LABEL, "middle")
        return
    up = moved > 0
    arrow = triangle(
        "up" if up else "down", 14, palette.GOLD if up else palette.BACK_MARK, palette.PANEL
    )
    canvas.paste(arrow, (_PLACE - 16, base - 14))
    put(canvas, str(abs(moved)), (_PLACE + 2, base), _FIGURE)


def _dots(canvas: Image.Image, y: int) -> None:
    """Draw three dots for the lines that are left out."""
    dot = rounded((8, 8), palette.MINT, palette.TABLE, 4)
    for x in (-22, -4, 14):
        canvas.paste(dot, (WIDTH // 2 + x, y))


def _legend(canvas: Image.Image, base: int) -> None:
    """Explain the marks of matches; ``base`` is the baseline."""
    x = INNER + put(canvas, words.LATEST, (INNER, base), _HEAD) + 14
    for match in Form:
        canvas.paste(mark(match, palette.TABLE), (x, base - 15))
        x += 22
        x += put(canvas, words.FORMS[match], (x, base), _HEAD) + 20
