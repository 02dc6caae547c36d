"""The small marks of the league's pictures: badges, medals, matches, movements and ticks."""

from dataclasses import dataclass
from typing import Final, Literal

from bot.face import palette
from bot.face.league.values import Form
from bot.face.paint import Pen
from bot.face.palette import Colour

_PLACES: Final[tuple[Colour, ...]] = (palette.GOLD, palette.BACK_MARK, palette.BANDS[8])
"""The colours of the first three places; the number on a badge or a medal says the same."""
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
