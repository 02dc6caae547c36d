"""Drawing of cards: the parts that all games share, such as backs, frames, bursts and piles."""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from PIL import Image

from bot.face import palette
from bot.face.fonts import size_for
from bot.face.paint import Brush, Lettering, drawn, write_middle
from bot.face.palette import Colour, settle

__all__ = ["FRAME", "VISIBLE_CARDS", "Area", "CardBrush", "Cards", "pile_sprite"]

FRAME: Final = 3
"""The margin around a card, in pixels: room for the frame of a card that just changed."""

VISIBLE_CARDS: Final = 3
"""How many cards of a pile are visible at most."""

_SPIKES: Final = 12
"""Of a burst."""


C = TypeVar("C", contravariant=True)


class Area(NamedTuple):
    """A rectangle of a card, in the brush's pixels."""

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

    def moved(self, by: float) -> "Area":
        """Return the area, moved to the right and down by this much."""
        return Area(self.left + by, self.top + by, self.right + by, self.bottom + by)

    def row(self, number: int, of: int) -> "Area":
        """Return one of ``of`` rows of equal height; row 0 is at the top."""
        step = self.height / of
        top = self.top + number * step
        return Area(self.left, top, self.right, top + step)


class CardBrush(Generic[C]):
    """Draws one card on a sprite of ``size`` pixels, including the margin."""

    def __init__(self, brush: Brush, scale: int, size: tuple[int, int]) -> None:
        self.brush = brush
        self.scale = scale
        outer = Area(0, 0, size[0] * scale - 1, size[1] * scale - 1)
        self.area = outer.grown(-FRAME * scale)
        self.radius = self.area.height / 8

    def frame(self) -> None:
        """Draw the frame of a card that just changed; call this before drawing the card."""
        margin = FRAME * self.scale
        self.brush.rounded_rectangle(self.area.grown(margin), self.radius + margin, palette.GOLD)

    def card(self, card: C) -> None:
        """Draw a card of the game."""
        raise NotImplementedError(card)

    def back(self) -> None:
        """Draw the back of a card."""
        self.slab(palette.BACK)
        inner = self.area.grown(-3 * self.scale)
        line = 2 * self.scale
        self.brush.rounded_rectangle(inner, self.radius / 2, outline=palette.BACK_LINE, width=line)
        highest = min(self.area.height * 0.56, self.area.width * 0.62)
        self.write("?", self.area, highest, palette.BACK_MARK)

    def slab(self, colour: Colour) -> None:
        """Draw the card's body: a rectangle with round corners."""
        self.brush.rounded_rectangle(self.area, self.radius, colour, palette.SHADOW, self.scale)

    def beneath(self, count: int) -> None:
        """Draw the edges of the cards beneath the top card; ``count`` includes the top card."""
        for depth in range(min(count, VISIBLE_CARDS) - 1, 0, -1):
            corners = self.area.moved(depth * 2 * self.scale)
            self.brush.rounded_rectangle(
                corners, self.radius, palette.BACK_LINE, palette.SHADOW, self.scale
            )

    def bare(self) -> None:
        """Draw the outline of an empty place."""
        line = 2 * self.scale
        self.brush.rounded_rectangle(self.area, self.radius, outline=palette.MINT, width=line)

    def burst(self, body: Area, words: str) -> None:
        """Draw a star with a word or a number in it."""
        self._star(body, 0.485, palette.BURST_EDGE)
        self._star(body, 0.445, palette.BURST)
        self.write(words, body, min(body.height * 0.50, body.width * 0.44), palette.CREAM)

    def _star(self, body: Area, reach: float, colour: Colour) -> None:
        x, y = body.middle
        points = []
        for tip in range(2 * _SPIKES):
            part = reach if tip % 2 == 0 else reach * 0.74
            turn = math.tau * tip / (2 * _SPIKES)
            across, down = body.width * part * math.cos(turn), body.height * part * math.sin(turn)
            points.append((x + across, y + down))
        self.brush.polygon(points, colour)

    def side(self, colour: Colour, part: Area, corners: tuple[bool, bool, bool, bool]) -> None:
        """Fill a part of the card; ``corners`` says which are round, clockwise from top left."""
        self.brush.rounded_rectangle(part, self.radius, colour, corners=corners)

    def write(self, words: str, part: Area, highest: float, colour: Colour) -> None:
        """Write in the middle of a part, as large as its width and ``highest`` allow."""
        size = size_for(words, part.width * 0.92, highest)
        write_middle(self.brush, words, part.middle, Lettering(size, colour, colour, bold=True))


Cards: TypeAlias = Callable[[Brush, int, tuple[int, int]], CardBrush[Any]]
"""How the cards of a game are drawn: a subclass of :class:`CardBrush`."""


@lru_cache(maxsize=384)
def pile_sprite(
    cards: Cards, top: object, count: int, size: tuple[int, int], ground: Colour
) -> Image.Image:
    """Draw a pile: its top card (``None``: a back) and the edges below, or an empty place.

    ``cards`` draws the game's cards; ``size`` includes the margin.
    """

    def draw(brush: Brush, scale: int) -> None:
        being = cards(brush, scale, size)
        if count == 0:
            being.bare()
            return
        being.beneath(count)
        if top is None:
            being.back()
        else:
            being.card(top)

    return settle(drawn(size, ground, draw))
