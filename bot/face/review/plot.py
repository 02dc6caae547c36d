"""The plot of a review: numbered lines over the turns of a match."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeAlias

from bot.face import palette
from bot.face.paint import Box
from bot.face.palette import Colour, blends
from bot.face.pen import Pen, Point
from bot.face.seating import SMALLEST
from bot.face.theme import PLAIN_THEME

__all__ = ["COLOURS", "DISC", "THEME", "Disc", "Line", "Plot", "Scale", "thinned"]

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


def thinned(line: Line, most: int) -> Line:
    """Return at most so many points of a line (two or more), the first and the last among them."""
    if len(line) <= most:
        return line
    last = len(line) - 1
    return [line[last * part // (most - 1)] for part in range(most)]


@dataclass(frozen=True, slots=True)
class Disc:
    """The number of a seat on a disc of its line's colour."""

    seat: int
    ground: Colour = palette.TABLE
    size: tuple[int, int] = (2 * DISC, 2 * DISC)

    def draw(self, pen: Pen) -> None:
        """Draw it."""
        _disc(pen, self.seat, (DISC, DISC))


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
                _disc(pen, seat, (scale.x(turn), scale.y(chance)))


def _numbered(line: Line, seat: int, seats: int) -> Line:
    """Return the points of a line that get its number, apart from those of other lines."""
    gap = max(1, len(line) // _DISCS[seats > 4])
    return line[min(len(line) - 1, gap * seat // seats) :: gap]


def _disc(pen: Pen, seat: int, middle: Point) -> None:
    x, y = middle
    pen.ellipse((x - DISC, y - DISC, x + DISC, y + DISC), COLOURS[seat])
    pen.letters(str(seat + 1), middle, SMALLEST, palette.INK, COLOURS[seat])
