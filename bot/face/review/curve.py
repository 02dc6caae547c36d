"""The picture of a review: every player's chance to win over time, as numbered lines."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeAlias

from bot.face import palette
from bot.face.canvas import Canvas, MakeCanvas, small_png
from bot.face.fonts import drawable, fit, width
from bot.face.markdown import plain
from bot.face.paint import Box, Lettering, Pen, Point
from bot.face.palette import Colour, blends
from bot.face.review import words
from bot.face.seating import SMALLEST, WIDTH
from bot.face.theme import PLAIN_THEME

Line: TypeAlias = Sequence[tuple[int, float]]
"""Pairs of turn and chance (0 to 1), in order; not empty."""

COLOURS: Final[Sequence[Colour]] = (
    *(palette.GOLD, palette.BACK_MARK, palette.BURST, palette.LILAC),
    *(palette.BANDS[3], palette.MINT, palette.BACK_LINE, palette.RED),
)
"""The first colours differ the most. Numbers distinguish the lines without colours."""

THEME: Final = replace(
    PLAIN_THEME,
    soft=palette.MINT,
    few=(
        *(palette.TABLE, palette.PANEL, palette.COLUMN, palette.CREAM, palette.INK),
        *COLOURS,
        *(blends(colour, palette.PANEL, 1)[0] for colour in (palette.GOLD, palette.CREAM)),
    ),
    few_from=0,
)
"""The look of a review: few colours, since lines that cross are many bytes."""

DISC: Final = 14
"""The radius of a number on its line, in pixels."""
_THICK: Final = 4
"""The width of a line, in pixels."""
_DISCS: Final = (4, 2)
"""How many times the number appears on its line: with up to four lines, and with more."""

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


class Scale(NamedTuple):
    """Maps turns and chances to pixels of the plot."""

    first: int
    """The first turn."""
    step: float
    """The width of a turn, in pixels."""
    high: int
    """The height of all chances, in pixels."""

    @classmethod
    def of(cls, lines: Sequence[Line], plot: Box) -> "Scale":
        """Return the scale at which the lines fill a plot."""
        turns = [turn for line in lines for turn, _ in line]
        first, last = min(turns), max(turns)
        step = (plot.width - 2 * DISC) / max(1, last - first)
        return cls(first, step, plot.height - 2 * DISC)

    def x(self, turn: int) -> float:
        """Return the x coordinate of a turn."""
        return DISC + (turn - self.first) * self.step

    def y(self, chance: float) -> float:
        """Return the y coordinate of a chance."""
        return DISC + (1 - chance) * self.high


@dataclass(frozen=True, slots=True)
class Disc:
    """The number of a seat on a disc of its line's colour."""

    seat: int
    ground: Colour = palette.TABLE
    size: tuple[int, int] = (2 * DISC, 2 * DISC)

    def draw(self, pen: Pen) -> None:
        """Draw it."""
        _draw_disc(pen, self.seat, (DISC, DISC))


@dataclass(frozen=True, slots=True)
class Plot:
    """The beginnings of rounds, the line at one half, and the chances."""

    size: tuple[int, int]
    lines: Sequence[Line]
    starts: Sequence[int]
    """The first turn of each round."""
    scale: Scale
    ground: Colour = palette.PANEL

    def draw(self, pen: Pen) -> None:
        """Draw the lines, then their numbers over all of them."""
        scale, (wide, high) = self.scale, self.size
        pen.rectangle((0, 0, wide, high), self.ground)
        for turn in self.starts:
            x = scale.x(turn)
            pen.line([(x, 0), (x, high)], 2, palette.COLUMN)
        pen.line([(0, scale.y(0.5)), (wide, scale.y(0.5))], 2, palette.COLUMN)
        for seat, line in enumerate(self.lines):
            path = [(scale.x(turn), scale.y(chance)) for turn, chance in line]
            if len(path) > 1:
                pen.line(path, _THICK, COLOURS[seat])
        for seat, line in enumerate(self.lines):
            for turn, chance in _numbered(line, seat, len(self.lines)):
                _draw_disc(pen, seat, (scale.x(turn), scale.y(chance)))


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
    """Draw all chances to win on a new canvas of this kind, each by at most ``most`` points."""
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


def thinned(line: Line, most: int) -> Line:
    """Return at most ``most`` points of a line (two or more), the first and the last among them."""
    if len(line) <= most:
        return line
    last = len(line) - 1
    return [line[last * part // (most - 1)] for part in range(most)]


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


def _numbered(line: Line, seat: int, seats: int) -> Line:
    """Return the points of a line that get its number, apart from those of other lines."""
    gap = max(1, len(line) // _DISCS[seats > 4])
    return line[min(len(line) - 1, gap * seat // seats) :: gap]


def _draw_disc(pen: Pen, seat: int, middle: Point) -> None:
    x, y = middle
    pen.ellipse((x - DISC, y - DISC, x + DISC, y + DISC), COLOURS[seat])
    pen.letters(str(seat + 1), middle, SMALLEST, palette.INK, COLOURS[seat])
