"""The picture of a review: every player's chance to win over time, as numbered lines."""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from PIL import Image

from bot.face import palette
from bot.face.fonts import drawable, fit, width
from bot.face.markdown import plain
from bot.face.paint import Box, Brush, Lettering, drawn, paste_text, write_middle
from bot.face.palette import Colour
from bot.face.review import words
from bot.face.seating import SMALLEST, WIDTH

__all__ = ["Course", "describe_course", "draw_course"]

Line: TypeAlias = Sequence[tuple[int, float]]
"""Pairs of turn and chance (0 to 1), in order; not empty."""

_COLOURS: Final[Sequence[Colour]] = (
    *(palette.GOLD, palette.BACK_MARK, palette.BURST, palette.LILAC),
    *(palette.BANDS[3], palette.MINT, palette.BACK_LINE, palette.RED),
)
"""The first colours differ the most. Numbers distinguish the lines without colours."""
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
_DISC: Final = 14
"""The radius of a number on its line, in pixels."""
_BESIDE: Final = 44
"""The width of a name's disc and the gap after the name, in pixels."""
_MOST_ROWS: Final = 4
_FIGURE: Final = SMALLEST
"""The font size of the number on a disc."""
_THICK: Final = 4
"""The width of a line, in pixels."""
_DISCS: Final = (4, 2)
"""How many times the number appears on its line: with up to four lines, and with more."""
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
    """Draw all chances to win over the turns: PNG, as wide as a table."""
    names = [drawable(plain(name), f"Seat {n}") for n, name in enumerate(course.names, 1)]
    in_a_row = _in_a_row(names)
    rows = -(-len(names) // in_a_row)
    left, height = _PLOT
    plot = Box(left, 58 + rows * _LEGEND, WIDTH - left - _SIDE, height)
    canvas = palette.HOUSE.blank((WIDTH, plot.y + height + 42), palette.TABLE)
    title = words.PICTURE_TITLE.format(game=course.game)
    paste_text(canvas, title, (_SIDE, 8), _TITLE)
    for seat, name in enumerate(names):
        at = _SIDE + seat % in_a_row * _wide(in_a_row), 52 + seat // in_a_row * _LEGEND
        canvas.paste(_badge(seat), at)
        shown = fit(name, _NAME.size, _wide(in_a_row) - _BESIDE)
        paste_text(canvas, shown, (at[0] + 2 * _DISC + 7, at[1] - 3), _NAME)
    scale = _Scale(course, plot)
    for chance in (0, 0.5, 1):
        at = plot.x - 8, plot.y + round(scale.y(chance)) - 15
        paste_text(canvas, words.percent(chance), at, _AXIS, "right")
    sprite = drawn((plot.width, height), palette.PANEL, lambda b, k: _draw(b, k, course, scale))
    canvas.paste(palette.HOUSE.settle(sprite), (plot.x, plot.y))
    below = plot.y + height + 6
    paste_text(canvas, words.PICTURE_ROUNDS, (plot.x - 8, below), _AXIS, "right")
    free = plot.x
    for number, turn in enumerate(course.starts, 1):
        x = plot.x + round(scale.x(turn)) - 8
        # Short rounds are close together: a number without room is left out.
        if free <= x <= WIDTH - SMALLEST:
            free = x + paste_text(canvas, str(number), (x, below), _AXIS, "left") + 2
    return palette.HOUSE.png(canvas)


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


class _Scale:
    """Maps turns and chances to pixels of the plot."""

    def __init__(self, course: Course, plot: Box) -> None:
        turns = [turn for line in course.lines for turn, _ in line]
        self._first, last = min(turns), max(turns)
        self._step = (plot.width - 2 * _DISC) / max(1, last - self._first)
        self._high = plot.height - 2 * _DISC

    def x(self, turn: int) -> float:
        """Return the x coordinate of a turn."""
        return _DISC + (turn - self._first) * self._step

    def y(self, chance: float) -> float:
        """Return the y coordinate of a chance."""
        return _DISC + (1 - chance) * self._high

    @property
    def height(self) -> int:
        """The plot's height."""
        return self._high + 2 * _DISC


def _draw(brush: Brush, k: int, course: Course, scale: _Scale) -> None:
    """Draw the plot at scale ``k``: rounds, the line at one half, and the chances."""
    bottom = scale.height * k
    for turn in course.starts:
        x = scale.x(turn) * k
        brush.line((x, 0, x, bottom), palette.COLUMN, 2 * k)
    half = scale.y(0.5) * k
    brush.line((0, half, WIDTH * k, half), palette.COLUMN, 2 * k)
    for seat, line in enumerate(course.lines):
        path = [(scale.x(turn) * k, scale.y(chance) * k) for turn, chance in line]
        brush.line(path, _COLOURS[seat], _THICK * k, joint="curve")
    for seat, line in enumerate(course.lines):
        for turn, chance in _numbered(line, seat, len(course.lines)):
            _disc(brush, k, seat, (scale.x(turn) * k, scale.y(chance) * k))


def _numbered(line: Line, seat: int, seats: int) -> Sequence[tuple[int, float]]:
    """Return the points of a line that get its number, apart from those of other lines."""
    gap = max(1, len(line) // _DISCS[seats > 4])
    return line[min(len(line) - 1, gap * seat // seats) :: gap]


def _badge(seat: int) -> Image.Image:
    size = 2 * _DISC
    sprite = drawn((size, size), palette.TABLE, lambda b, k: _disc(b, k, seat, (size * k / 2,) * 2))
    return palette.HOUSE.settle(sprite)


def _disc(brush: Brush, k: int, seat: int, at: tuple[float, float]) -> None:
    x, y = at
    radius = _DISC * k
    brush.ellipse((x - radius, y - radius, x + radius, y + radius), _COLOURS[seat])
    write_middle(
        brush, str(seat + 1), at, Lettering(_FIGURE * k, palette.INK, _COLOURS[seat], bold=True)
    )
