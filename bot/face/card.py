"""Drawing of cards: the parts that all games share, such as bodies, backs, frames and bursts."""

import math
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from bot.face import palette
from bot.face.palette import CREAM, Colour
from bot.face.pen import Corners, Pen
from bot.face.seating import SMALLEST
from bot.face.theme import SPARK, Theme

__all__ = ["FRAME", "VISIBLE_CARDS", "Area", "CardArt", "burst", "card_area", "star"]

FRAME: Final = 3
"""The margin around a card, in pixels: room for the frame of a card that just changed."""

VISIBLE_CARDS: Final = 3
"""How many cards of a pile are visible at most."""

_SPIKES: Final = 12
"""Of a burst."""
_UNDER: Final[Colour] = (196, 190, 172)
"""The lower edge of a card's front."""


class Area(NamedTuple):
    """A rectangle in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top

    @property
    def middle(self) -> tuple[float, float]:
        """The point in the middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def grown(self, by: float) -> "Area":
        """Return the area, larger by this much on each side."""
        return Area(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def moved(self, right: float, down: float) -> "Area":
        """Return the area, moved by this much."""
        return Area(self.left + right, self.top + down, self.right + right, self.bottom + down)

    def row(self, number: int, of: int) -> "Area":
        """Return one of ``of`` rows of equal height; row 0 is at the top."""
        step = self.height / of
        top = self.top + number * step
        return Area(self.left, top, self.right, top + step)

    def square(self, part: float) -> "Area":
        """Return a centred square; its side is ``part`` of the shorter side."""
        x, y = self.middle
        half = min(self.width, self.height) * part / 2
        return Area(x - half, y - half, x + half, y + half)


def card_area(size: tuple[int, int]) -> Area:
    """Return the area of a card in a sprite of this size, which includes the margin."""
    return Area(0, 0, *size).grown(-FRAME)


@dataclass(frozen=True, slots=True)
class CardArt:
    """A small drawing of a card or a pile; each game's own class says what is on it.

    ``size`` includes the margin, framed or not.
    """

    edge: ClassVar[int] = 2
    """The height of a card's lower edge, in pixels: it gives the card its depth."""

    size: tuple[int, int]
    ground: Colour
    theme: Theme

    def draw(self, pen: Pen) -> None:
        """Draw the card; each game's own class does."""
        raise NotImplementedError  # No card is of this class alone.

    @property
    def area(self) -> Area:
        """The card without its margin and without its lower edge."""
        area = card_area(self.size)
        return area._replace(bottom=area.bottom - self.edge)

    @property
    def radius(self) -> float:
        """The radius of the card's corners."""
        return min(self.size) / 8

    def frame(self, pen: Pen) -> None:
        """Frame a card that just changed, with a notch; call this before drawing the card."""
        outer = Area(0, 0, *self.size)
        pen.rounded(outer, self.radius + FRAME, SPARK)

    def notch(self, pen: Pen) -> None:
        """Mark the corner of a card that just changed; call this after drawing the card."""
        area, side = self.area, min(self.size) * 0.26
        corner = (area.right, area.top)
        pen.polygon([(area.right - side, area.top), corner, (area.right, area.top + side)], SPARK)

    def slab(self, pen: Pen, colour: Colour = CREAM, under: Colour = _UNDER) -> None:
        """Draw the card's body; ``under`` is the colour of its lower edge."""
        area = self.area
        pen.rounded(area._replace(bottom=area.bottom + self.edge), self.radius, under)
        pen.rounded(area, self.radius, colour)

    def back(self, pen: Pen) -> None:
        """Draw the back of a card, with the game's sign."""
        theme = self.theme
        self.slab(pen, theme.back, theme.back_line)
        theme.motif(pen, self.area.grown(-2), theme)

    def beneath(self, pen: Pen, count: int) -> None:
        """Draw the edges of the cards beneath the top one; ``count`` includes it."""
        area = self.area
        for depth in range(min(count, VISIBLE_CARDS) - 1, 0, -1):
            edge = (palette.SHADOW, 0.75)
            pen.rounded(area.moved(depth * 1.5, depth * 2), self.radius, self.theme.back_line, edge)

    def bare(self, pen: Pen) -> None:
        """Draw the outline of an empty place."""
        pen.rounded(self.area, self.radius, edge=(self.theme.soft, 2))

    def side(self, pen: Pen, colour: Colour, part: Area, corners: Corners) -> None:
        """Fill a part of the card; ``corners`` says which are round, clockwise from top left."""
        pen.rounded(part, self.radius, colour, corners=corners)


def burst(pen: Pen, body: Area, words: str) -> None:
    """Draw a star with a word or a number in it."""
    star(pen, body, 0.5, palette.BURST_EDGE)
    star(pen, body, 0.46, palette.BURST)
    size = max(SMALLEST, int(min(body.height * 0.52, body.width * 0.46)))
    pen.letters(words, body.middle, size, CREAM)


def star(pen: Pen, body: Area, reach: float, colour: Colour) -> None:
    """Fill a star of twelve spikes; ``reach`` is the length of a spike, relative to the body."""
    x, y = body.middle
    points = []
    for tip in range(2 * _SPIKES):
        part = reach if tip % 2 == 0 else reach * 0.74
        turn = math.tau * tip / (2 * _SPIKES)
        across, down = body.width * part * math.cos(turn), body.height * part * math.sin(turn)
        points.append((x + across, y + down))
    pen.polygon(points, colour)
