"""The shapes that the cards of all games share: slab, back, star, frame, pile."""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from PIL import Image

from bot.face import palette
from bot.face.fonts import size_for
from bot.face.paint import Brush, Lettering, drawn, write_middle
from bot.face.palette import Colour, settle

__all__ = ["FRAME", "THICK", "Area", "CardBrush", "Cards", "pile_sprite"]

FRAME: Final = 3
"""The margin around a card, in pixels: room for the frame of a card just changed."""

THICK: Final = 3
"""How many cards of a pile are seen at most."""

_SPIKES: Final = 12
"""Of a star."""


C = TypeVar("C", contravariant=True)


class Area(NamedTuple):
    """A part of a card, in the brush's pixels."""

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
        """Return the area with as much more on each side."""
        return Area(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def moved(self, by: float) -> "Area":
        """Return the area as far to the right and down."""
        return Area(self.left + by, self.top + by, self.right + by, self.bottom + by)

    def row(self, number: int, of: int) -> "Area":
        """Return one of so many rows of equal height, from 0 at the top."""
        step = self.height / of
        top = self.top + number * step
        return Area(self.left, top, self.right, top + step)


class CardBrush(Generic[C]):
    """Draws one card on a sprite of ``size`` pixels, its margin included."""

    def __init__(self, brush: Brush, scale: int, size: tuple[int, int]) -> None:
        self.brush = brush
        self.scale = scale
        outer = Area(0, 0, size[0] * scale - 1, size[1] * scale - 1)
        self.area = outer.grown(-FRAME * scale)
        self.radius = self.area.height / 8

    def frame(self) -> None:
        """Frame a card that has just changed; call it before the card is drawn."""
        margin = FRAME * self.scale
        self.brush.rounded_rectangle(self.area.grown(margin), self.radius + margin, palette.GOLD)

    def card(self, card: C) -> None:
        """Draw a card of the game."""
        raise NotImplementedError(card)

    def back(self) -> None:
        """Draw a card face down."""
        self.slab(palette.BACK)
        inner = self.area.grown(-3 * self.scale)
        line = 2 * self.scale
        self.brush.rounded_rectangle(inner, self.radius / 2, outline=palette.BACK_LINE, width=line)
        highest = min(self.area.height * 0.56, self.area.width * 0.62)
        self.write("?", self.area, highest, palette.BACK_MARK)

    def slab(self, colour: Colour) -> None:
        """Draw the card's own shape."""
        self.brush.rounded_rectangle(self.area, self.radius, colour, palette.SHADOW, self.scale)

    def beneath(self, count: int) -> None:
        """Show the edges of a pile's cards beneath its top card; ``count`` holds that one too."""
        for depth in range(min(count, THICK) - 1, 0, -1):
            corners = self.area.moved(depth * 2 * self.scale)
            self.brush.rounded_rectangle(
                corners, self.radius, palette.BACK_LINE, palette.SHADOW, self.scale
            )

    def bare(self) -> None:
        """Draw the outline of a place where no card lies."""
        line = 2 * self.scale
        self.brush.rounded_rectangle(self.area, self.radius, outline=palette.MINT, width=line)

    def burst(self, body: Area, words: str) -> None:
        """Draw a star with a word or a figure in it."""
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
        """Colour a part of the card; ``corners`` tells which are round, clockwise."""
        self.brush.rounded_rectangle(part, self.radius, colour, corners=corners)

    def write(self, words: str, part: Area, highest: float, colour: Colour) -> None:
        """Write in the middle of a part, as large as its width and ``highest`` allow."""
        size = size_for(words, part.width * 0.92, highest)
        write_middle(self.brush, words, part.middle, Lettering(size, colour, colour, bold=True))


Cards: TypeAlias = Callable[[Brush, int, tuple[int, int]], CardBrush[Any]]
"""How the cards of a game are drawn: its subclass of :class:`CardBrush`."""


@lru_cache(maxsize=384)
def pile_sprite(
    cards: Cards, top: object, count: int, size: tuple[int, int], ground: Colour
) -> Image.Image:
    """Draw a pile: its top card (``None``: a back), the edges of others beneath, or a bare place.

    ``cards`` draws the game's cards, ``size`` includes the margin.
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
