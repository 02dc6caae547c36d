"""The picture of a review: every player's chance to win over time, as numbered lines."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.face import palette
from bot.face.canvas import Canvas, MakeCanvas
from bot.face.fonts import drawable, fit, width
from bot.face.markdown import plain
from bot.face.paint import Box, Lettering
from bot.face.review import words
from bot.face.review.plot import DISC, THEME, Disc, Line, Plot, Scale, thinned
from bot.face.seating import SMALLEST, WIDTH
from bot.face.small import small_png

__all__ = ["MOST_POINTS", "Course", "describe_course", "draw_course", "drawn_course"]

_SIDE: Final = 14
_TITLE: Final = Lettering(26, palette.CREAM, palette.TABLE, bold=True)
_NAME: Final = Lettering(SMALLEST, palette.CREAM, palette.TABLE)
_AXIS: Final = Lettering(SMALLEST, palette.MINT, palette.TABLE)
_IN_A_ROW: Final = (3, 2)
"""Numbers of names in a row; the first with enough room is used."""
_LEGEND: Final = 36
"""The height of a row of names, in pixels."""
_PLOT: Final = (76, 300)
"""The left edge of the plot, and its height, in pixels."""
_BESIDE: Final = 44
"""The width of a name's disc and the gap after the name, in pixels."""
_MOST_ROWS: Final = 4
MOST_POINTS: Final = (1_000, 80, 40, 20, 10, 5, 2)
"""The most points of a line, the most first: crossing lines are many bytes."""
_ALT: Final = 1_000
_ALT_NAME: Final = 16


class Course(NamedTuple):
    """The content of the picture."""

    game: str
    names: Sequence[str]
    """As their owners wrote them."""
    lines: Sequence[Line]
    starts: Sequence[int]
    """The first turn of each round."""


def describe_course(course: Course) -> str:
    """Return the alternative text: at most 1,000 characters of plain text."""
    parts = [words.ALT.format(rounds=len(course.starts))]
    for name, line in zip(course.names, course.lines, strict=True):
        chances = [chance for _, chance in line]
        parts.append(
            words.ALT_LINE.format(
                name=plain(name, _ALT_NAME),
                first=words.percent(chances[0]),
                least=words.percent(min(chances)),
                most=words.percent(max(chances)),
                last=words.percent(chances[-1]),
            )
        )
    return " ".join(parts)[:_ALT]


def draw_course(course: Course) -> bytes:
    """Draw all chances to win over the turns: PNG, as wide as a table, at most ``LARGEST`` bytes.

    If those are too few, the lines have fewer points.
    """
    return small_png(drawn_course(course, most=most) for most in MOST_POINTS)


def drawn_course(course: Course, make: MakeCanvas = Canvas, most: int = MOST_POINTS[0]) -> Canvas:
    """Draw all chances to win on a new canvas of this kind, each by at most so many points."""
    names = [drawable(plain(name), f"Seat {n}") for n, name in enumerate(course.names, 1)]
    in_a_row = _in_a_row(names)
    left, height = _PLOT
    top = 58 + -(-len(names) // in_a_row) * _LEGEND
    plot = Box(left, top, WIDTH - left - _SIDE, height)
    canvas = make((WIDTH, plot.y + height + 42), THEME)
    title = words.PICTURE_TITLE.format(game=course.game)
    canvas.text(fit(title, _TITLE.size, WIDTH - 2 * _SIDE, bold=True), (_SIDE, 8), _TITLE)
    _legend(canvas, names, in_a_row)
    scale = Scale.of(course.lines, plot)
    for chance in (0, 0.5, 1):
        at = plot.x - 8, plot.y + round(scale.y(chance)) - 15
        canvas.text(words.percent(chance), at, _AXIS, "right")
    lines = [thinned(line, most) for line in course.lines]
    canvas.once(Plot((plot.width, height), lines, course.starts, scale), (plot.x, plot.y))
    _rounds(canvas, course, plot, scale)
    return canvas


def _legend(canvas: Canvas, names: Sequence[str], in_a_row: int) -> None:
    for seat, name in enumerate(names):
        x = _SIDE + seat % in_a_row * _wide(in_a_row)
        y = 52 + seat // in_a_row * _LEGEND
        canvas.art(Disc(seat), (x, y))
        shown = fit(name, _NAME.size, _wide(in_a_row) - _BESIDE)
        canvas.text(shown, (x + 2 * DISC + 7, y - 3), _NAME)


def _rounds(canvas: Canvas, course: Course, plot: Box, scale: Scale) -> None:
    """Write the numbers of rounds below the plot, where they begin."""
    below = plot.y + plot.height + 6
    canvas.text(words.PICTURE_ROUNDS, (plot.x - 8, below), _AXIS, "right")
    free = plot.x
    for number, turn in enumerate(course.starts, 1):
        x, wide = plot.x + round(scale.x(turn)) - 8, width(str(number), SMALLEST)
        # Short rounds are close together: a number without room is left out.
        if free <= x <= WIDTH - wide - 8:
            canvas.text(str(number), (x, below), _AXIS)
            free = x + wide + 8


def _in_a_row(names: Sequence[str]) -> int:
    """Return how many names fit in a row uncut, in at most four rows."""
    longest = max(width(name, _NAME.size) for name in names)
    rows = {count: -(-len(names) // count) for count in _IN_A_ROW}
    fitting = [count for count in _IN_A_ROW if longest <= _wide(count) - _BESIDE]
    # Three names in a row save nothing if two need no more rows.
    few = [count for count in _IN_A_ROW if count == 2 or rows[count] < rows[2] <= _MOST_ROWS]
    return next((count for count in few if count in fitting), few[-1])


def _wide(in_a_row: int) -> int:
    return (WIDTH - 2 * _SIDE) // in_a_row
