"""What the pictures of a league have in common: colours, panels, rows, text, small marks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from bot.face import palette
from bot.face.canvas import PLAIN_THEME, Align, Canvas
from bot.face.league import words
from bot.face.league.values import RECENT, Form, Medals
from bot.face.markdown import number, one_line, ordinal, plain
from bot.face.paint import Box, Lettering, Pen, drawable, fit, size_for, width
from bot.face.palette import Colour, blends
from bot.face.seating import SIDE, SMALLEST, WIDTH

_PLACES: Final[tuple[Colour, ...]] = (palette.GOLD, palette.BACK_MARK, palette.BANDS[8])
"""The first three; the number on a badge or a medal says the same."""
_AHEAD: Final = (Form.FIRST, Form.TIED)
"""What is gold."""
_HALF: Final = (Form.TIED, Form.BETWEEN)
_TIPS: Final = {
    "up": ((0, 0.92), (0.5, 0.08), (1, 0.92)),
    "down": ((0, 0.08), (1, 0.08), (0.5, 0.92)),
}
"""The corners of triangles, as parts of their size."""


@dataclass(frozen=True, slots=True)
class Badge:
    """One of the first three places on a disc of its colour."""

    place: int
    size: tuple[int, int] = (34, 34)
    ground: Colour = palette.PANEL

    def draw(self, pen: Pen) -> None:
        """Draw the disc and the number."""
        wide, high = self.size
        pen.ellipse((0, 0, wide, high), _PLACES[self.place - 1])
        pen.letters(str(self.place), (wide / 2, high / 2), 26, palette.INK)


@dataclass(frozen=True, slots=True)
class Medal:
    """A medal of a past season: a disc on two ribbons, so that it does not look like a place."""

    place: int
    size: tuple[int, int] = (28, 35)
    ground: Colour = palette.PANEL

    def draw(self, pen: Pen) -> None:
        """Draw ribbons, disc and number."""
        wide, high = self.size
        for outer, inner, end in ((3, 9, wide / 2 - 2), (wide - 3, wide - 9, wide / 2 + 2)):
            tips = [(outer, 0), (inner, 0), (end + inner - outer, 18), (end, 18)]
            pen.polygon(tips, palette.MINT)
        pen.ellipse((0, high - wide, wide, high), _PLACES[self.place - 1])
        pen.letters(str(self.place), (wide / 2, high - wide / 2), 22, palette.INK)


@dataclass(frozen=True, slots=True)
class Mark:
    """A match: a full disc for first, a half one for between or tied, a ring for last."""

    match: Form
    ground: Colour = palette.PANEL
    size: tuple[int, int] = (18, 18)

    def draw(self, pen: Pen) -> None:
        """Draw the disc, then what it lacks."""
        wide, line = self.size[0], 2.5
        inner = (line, line, wide - line, wide - line)
        pen.ellipse((0, 0, wide, wide), palette.GOLD if self.match in _AHEAD else palette.MINT)
        if self.match in _HALF:
            pen.slice(inner, 180, 360, self.ground)
        elif self.match is Form.LAST:
            pen.ellipse(inner, self.ground)


@dataclass(frozen=True, slots=True)
class Triangle:
    """Places gained or lost."""

    points: Literal["up", "down"]
    size: tuple[int, int] = (16, 16)
    ground: Colour = palette.PANEL

    def draw(self, pen: Pen) -> None:
        """Draw it in gold upwards, in light blue downwards."""
        colour = palette.GOLD if self.points == "up" else palette.BACK_MARK
        wide, high = self.size
        pen.polygon([(x * wide, y * high) for x, y in _TIPS[self.points]], colour)


@dataclass(frozen=True, slots=True)
class Dot:
    """One of three dots for lines that are left out."""

    size: tuple[int, int] = (8, 8)
    ground: Colour = palette.TABLE

    def draw(self, pen: Pen) -> None:
        """Draw a disc."""
        pen.ellipse((0, 0, *self.size), palette.MINT)


@dataclass(frozen=True, slots=True)
class Tick:
    """Whether an achievement is reached: a ticked disc, or a ring."""

    reached: bool
    size: tuple[int, int] = (26, 26)
    ground: Colour = palette.PANEL

    def draw(self, pen: Pen) -> None:
        """Draw the disc and the tick, or the ring."""
        wide = self.size[0]
        if not self.reached:
            pen.ellipse((0, 0, wide, wide), edge=(palette.MINT, 2))
            return
        pen.ellipse((0, 0, wide, wide), palette.GOLD)
        tick = [(wide * x, wide * y) for x, y in ((0.25, 0.52), (0.44, 0.7), (0.76, 0.32))]
        pen.line(tick, 3, palette.INK)


PICKED: Final[tuple[Colour, ...]] = (
    *(palette.TABLE, palette.PANEL, palette.CREAM, palette.MINT, palette.GOLD, palette.INK),
    *(palette.BACK_MARK, palette.BANDS[8]),
    *(blends(letters, palette.PANEL, 1)[0] for letters in (palette.CREAM, palette.MINT)),
    blends(palette.GOLD, palette.PANEL, 1)[0],
)
"""At most sixteen, by index."""

THEME: Final = replace(PLAIN_THEME, soft=palette.MINT, few=PICKED, few_from=0)

TITLE: Final = Lettering(34, palette.CREAM, palette.TABLE, bold=True)
HEAD: Final = Lettering(SMALLEST, palette.MINT, palette.TABLE)
NAME: Final = Lettering(26, palette.CREAM, palette.PANEL, bold=True)
RESULT: Final = Lettering(30, palette.GOLD, palette.PANEL, bold=True)
FIGURE: Final = Lettering(SMALLEST, palette.CREAM, palette.PANEL)
LABEL: Final = Lettering(SMALLEST, palette.MINT, palette.PANEL)

HEADER: Final = 88
ROW: Final = 68
LOW_ROW: Final = 48
"""The heights of a row, and of one that is only a name and a result."""
GAP: Final = 6
UPPER: Final = 32
LOWER: Final = 58
"""The baselines in a row, from its upper edge."""
PLACE: Final = 48
LEFT: Final = 90

INNER: Final = SIDE + 12
RIGHT: Final = WIDTH - INNER

_RADIUS: Final = 10
_EDGE: Final = 3
_MARK_STEP: Final = 23
MARKS: Final = RECENT * _MARK_STEP
"""The width of a row of marks, and the space left of it."""
_MOST_MEDALS: Final = 99
_UNITS: Final = ((1, ""), (1_000, "k"), (1_000_000, "M"), (1_000_000_000, "bn"))
_PLACE_ROOM: Final = 60

_NOTE: Final = 160
_NOTE_LINES: Final = 2
_COUNT_ROOM: Final = 50
_SPACE: Final = 7


class Counts(NamedTuple):
    """The right edges of the numbers, in pixels."""

    wins: int
    matches: int


def shown(text: str, style: Lettering, room: int, instead: str = "Player") -> str:
    """Return a text, or ``instead``, as one line that can be drawn within ``room`` pixels."""
    return fit(drawable(plain(text, 80), instead), style.size, max(0, room), bold=style.bold)


def figure(value: int, room: int, style: Lettering) -> tuple[str, Lettering]:
    """Return a number and its style, no wider than ``room`` pixels.

    A long number has smaller letters; one that is too long even so is told in thousands, millions
    or billions, rounded towards zero.
    """
    told = ""
    for unit, sign in _UNITS:
        whole = abs(value) // unit
        if told and not whole:
            break
        told = f"{number(-whole if value < 0 else whole)}{sign}"
        size = size_for(told, room, style.size, bold=style.bold)
        # A size that was scaled can be a pixel too wide, since words begin on whole pixels.
        if size >= SMALLEST and width(told, size, bold=style.bold) <= room:
            return told, style._replace(size=size)
    return fit(told, SMALLEST, room, bold=style.bold), style._replace(size=SMALLEST)


def put(
    canvas: Canvas, words: str, at: tuple[int, int], style: Lettering, align: Align = "left"
) -> int:
    """Write a line so that its letters start at, are centred at or end at ``at``'s x.

    ``at``'s y is the baseline. Returns the width of the letters in pixels.
    """
    wide, pad = width(words, style.size, bold=style.bold), style.size // 8
    x = at[0] - pad - {"left": 0, "middle": wide // 2, "right": wide}[align]
    # Two pixels share a byte: letters that begin on even ones are the same bytes again.
    canvas.text(words, (x & ~1, at[1] - style.size), style)
    return wide


def person(canvas: Canvas, name: str, at: tuple[int, int], style: Lettering, room: int) -> None:
    """Write a name as :func:`shown` returns it."""
    put(canvas, shown(name, style, room), at, style)


def fitted(canvas: Canvas, text: str, at: tuple[int, int], style: Lettering, room: int) -> None:
    """Write any other text likewise, or a hyphen in its stead."""
    put(canvas, shown(text, style, room, "-"), at, style)


def count(canvas: Canvas, value: int, at: tuple[int, int], style: Lettering, room: int) -> int:
    """Write a number as :func:`figure` returns it, that ends there; return its width in pixels."""
    told, smaller = figure(value, room, style)
    return put(canvas, told, at, smaller, "right")


def heading(
    canvas: Canvas, title: str, below: str, room: int = RIGHT - INNER, room_below: int = 0
) -> None:
    """Write the two lines at the top, the upper one large; ``room_below`` is as much if it is 0."""
    person(canvas, title, (INNER, 42), TITLE, room)
    if below:
        fitted(canvas, below, (INNER, 75), HEAD, room_below or room)


def wrapped(note: str, room: int) -> Sequence[str]:
    """Break a note into at most two lines that are no wider than ``room`` pixels."""
    lines: list[str] = []
    left = drawable(one_line(note, _NOTE), "").split()
    while left and len(lines) < _NOTE_LINES - 1:
        line = [left.pop(0)]
        while left and width(" ".join((*line, left[0])), SMALLEST) <= room:
            line.append(left.pop(0))
        lines.append(fit(" ".join(line), SMALLEST, room))
    return [*lines, fit(" ".join(left), SMALLEST, room)] if left else lines


def panel(canvas: Canvas, y: int, height: int, *, framed: bool = False) -> None:
    """Draw a panel from side to side."""
    edge = (palette.GOLD, _EDGE) if framed else None
    box = Box(SIDE, y, WIDTH - 2 * SIDE, height)
    canvas.box(box, palette.PANEL, palette.TABLE, _RADIUS, edge)


def place(canvas: Canvas, number_: int, at: tuple[int, int], *, spoken: bool = False) -> None:
    """Draw a place, the first three on a badge; ``at`` is its middle and the baseline.

    ``spoken`` writes others as ordinals.
    """
    if 1 <= number_ <= 3:
        badge = Badge(number_)
        canvas.art(badge, (at[0] - badge.size[0] // 2, at[1] - 26))
        return
    told, style = figure(number_, _PLACE_ROOM, NAME)
    long = ordinal(number_)
    if spoken and width(long, style.size, bold=True) <= _PLACE_ROOM:
        told = long
    put(canvas, told, at, style, "middle")


def recent(
    canvas: Canvas, form: tuple[Form, ...], at: tuple[int, int], ground: Colour = palette.PANEL
) -> None:
    """Draw the marks of the last matches; ``at`` is the right end and the baseline."""
    for back, match in enumerate(reversed(form[-RECENT:])):
        mark = Mark(match, ground)
        x = at[0] - mark.size[0] - back * _MARK_STEP
        canvas.art(mark, (x, at[1] - mark.size[1] + 1))


def medal(canvas: Canvas, won: Medals, at: tuple[int, int], style: Lettering) -> int:
    """Draw the best medal, and how many of that kind; return their width, with a gap.

    ``at`` is the right end and the baseline.
    """
    best = next(((place, count) for place, count in enumerate(won[:3], 1) if count > 0), None)
    if best is None:
        return 0
    x, (which, count) = at[0], best
    if count > 1:
        x -= put(canvas, f"×{min(count, _MOST_MEDALS)}", at, style, "right") + 3  # noqa: RUF001 - the sign for "times"
    sprite = Medal(which)
    x -= sprite.size[0]
    canvas.art(sprite, (x, at[1] - sprite.size[1] + 6))
    return at[0] - x + 10


def counts(told: Sequence[tuple[int, int]], left: int) -> Counts:
    """Make columns for pairs of wins and matches, beginning at ``left``."""
    first = left + widest((wins for wins, _ in told), _COUNT_ROOM, FIGURE)
    of = width(words.OF, SMALLEST) + 2 * _SPACE
    return Counts(first, first + of + widest((played for _, played in told), _COUNT_ROOM, FIGURE))


def widest(values: Iterable[int], room: int, style: Lettering) -> int:
    """Return the width of the widest of some numbers, at most ``room`` pixels each; 0 of none."""
    told = (figure(value, room, style) for value in values)
    return max((width(text, own.size, bold=own.bold) for text, own in told), default=0)


def won(canvas: Canvas, wins: int, matches: int, columns: Counts, base: int) -> None:
    """Draw how many matches were won; ``base`` is the baseline."""
    count(canvas, wins, (columns.wins, base), FIGURE, _COUNT_ROOM)
    put(canvas, words.OF, (columns.wins + _SPACE, base), LABEL)
    count(canvas, matches, (columns.matches, base), LABEL, _COUNT_ROOM)
    put(canvas, words.WON, (columns.matches + _SPACE, base), LABEL)
