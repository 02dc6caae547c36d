"""The cards of Kapow! as sprites: fixed cards, power cards, powersets, KAPOW! cards and backs."""

import math
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from bot.games.kapow.cards import Card
from bot.games.kapow.positions import LONE_KAPOW, LONE_KAPOW_POINTS, Position, span
from bot.render import palette
from bot.render.fonts import size_for
from bot.render.kapow.labels import modifier_words, number
from bot.render.paint import Brush, Lettering, drawn, write_middle
from bot.render.palette import Colour, settle

__all__ = ["FRAME", "THICK", "card_sprite", "pile_sprite", "single_sprite"]

FRAME: Final = 3
"""The margin around a card, in pixels: room for the frame of a card just changed."""

THICK: Final = 3
"""How many cards of a pile are seen at most."""

_BAND: Final = 0.14
_TAB: Final = 0.36
"""Parts of a card: the colour band, and the tab with a power card's modifiers."""

_UPRIGHT: Final = 1.35
"""A card less wide than this, by its height, has its tabs above and below."""


@lru_cache(maxsize=256)
def card_sprite(
    position: Position,
    size: tuple[int, int],
    ground: Colour,
    *,
    framed: bool = False,
    scored: bool = False,
) -> Image.Image:
    """Draw what lies in one position; ``size`` includes the margin, framed or not.

    ``scored`` marks a lone KAPOW! card with the points it costs (K6.4).
    """

    def draw(brush: Brush, scale: int) -> None:
        card = _Card(brush, scale, size)
        if framed:
            card.frame()
        if scored and position == LONE_KAPOW:
            card.costly_burst()
        else:
            card.position(position)

    return settle(drawn(size, ground, draw))


def single_sprite(card: Card | None, size: tuple[int, int], ground: Colour) -> Image.Image:
    """Draw one card face up, or a back for ``None``."""
    return card_sprite(Position((card,), face_up=card is not None), size, ground)


@lru_cache(maxsize=128)
def pile_sprite(top: Card | None, count: int, size: tuple[int, int], ground: Colour) -> Image.Image:
    """Draw a pile: its top card (``None``: a back), the edges of others beneath, or a bare place.

    Call it with a count of at most :data:`THICK`: higher ones look alike.
    """

    def draw(brush: Brush, scale: int) -> None:
        card = _Card(brush, scale, size)
        if count == 0:
            card.bare()
            return
        for depth in range(min(count, THICK) - 1, 0, -1):
            card.beneath(depth)
        card.position(Position((top,), face_up=top is not None))

    return settle(drawn(size, ground, draw))


class _Area(NamedTuple):
    """A part of a card, in the brush's pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def grown(self, by: float) -> "_Area":
        return _Area(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def moved(self, by: float) -> "_Area":
        return _Area(self.left + by, self.top + by, self.right + by, self.bottom + by)

    def row(self, number: int, of: int) -> "_Area":
        step = self.height / of
        top = self.top + number * step
        return _Area(self.left, top, self.right, top + step)


class _Card:
    """One card being drawn."""

    def __init__(self, brush: Brush, scale: int, size: tuple[int, int]) -> None:
        self.brush = brush
        self.scale = scale
        outer = _Area(0, 0, size[0] * scale - 1, size[1] * scale - 1)
        self.area = outer.grown(-FRAME * scale)
        self.radius = self.area.height / 8
        self.upright = self.area.width < self.area.height * _UPRIGHT

    def frame(self) -> None:
        margin = FRAME * self.scale
        self.brush.rounded_rectangle(self.area.grown(margin), self.radius + margin, palette.GOLD)

    def position(self, position: Position) -> None:
        upper = position.upper
        if upper is None or not position.face_up:
            self.back()
        elif position.is_powerset:
            self.powerset(upper, position)
        elif upper is Card.KAPOW:
            self.slab(palette.GOLD)
            self.burst(self.area)
        elif upper.is_power:
            self.power(upper)
        else:
            self.fixed(upper, self.area)

    def back(self) -> None:
        self.slab(palette.BACK)
        inner = self.area.grown(-3 * self.scale)
        line = 2 * self.scale
        self.brush.rounded_rectangle(inner, self.radius / 2, outline=palette.BACK_LINE, width=line)
        self.write("?", self.area, self.area.height * 0.56, palette.BACK_MARK)

    def fixed(self, card: Card, body: _Area) -> None:
        """Draw a card's band and number on ``body``; the rest of it is left to a tab."""
        self.slab(palette.CREAM)
        edge = self.area.left + self.area.width * _BAND
        band = palette.POWER if card.is_power else palette.BANDS[card.face]
        self.side(band, self.area._replace(right=edge), (True, False, False, True))
        self.figure(number(card.face), body._replace(left=edge))

    def power(self, card: Card) -> None:
        """Draw a lone power card: its face, and its two modifiers on a tab before it."""
        self.slab(palette.CREAM)
        x, y = self._cut(_TAB)
        if self.upright:
            tab, body = self.area._replace(bottom=y), self.area._replace(top=y)
            corners = (True, True, False, False)
        else:
            tab, body = self.area._replace(right=x), self.area._replace(left=x)
            corners = (True, False, False, True)
        self.side(palette.POWER, tab, corners)
        highest = tab.height * (0.85 if self.upright else 0.46)
        self.write(f"±{card.face}", tab, highest, palette.CREAM)
        self.figure(number(card.face), body)

    def powerset(self, upper: Card, position: Position) -> None:
        """Draw the uppermost card, the modifiers on a tab, and beneath them what it is worth."""
        lines = [modifier_words(position)]
        if upper is not Card.KAPOW:
            lines.append(f"={number(span(position)[0])}")
        self._tabbed(upper, lines)

    def costly_burst(self) -> None:
        """Draw a lone KAPOW! card with its points on a tab."""
        self._tabbed(Card.KAPOW, [str(LONE_KAPOW_POINTS)])

    def _tabbed(self, upper: Card, lines: list[str]) -> None:
        x, y = self._cut(1 - _TAB)
        if self.upright:
            body, tab = self.area._replace(bottom=y), self.area._replace(top=y)
            corners = (False, False, True, True)
        else:
            body, tab = self.area._replace(right=x), self.area._replace(left=x)
            corners = (False, True, True, False)
        if upper is Card.KAPOW:
            self.slab(palette.GOLD)
            self.burst(body)
        else:
            self.fixed(upper, body)
        self.side(palette.TAB, tab, corners)
        if self.upright:
            self.write("".join(lines), tab, tab.height * 0.85, palette.CREAM)
            return
        inner = tab.grown(-self.area.height * 0.05)
        for row, words in enumerate(lines):
            colour = (palette.CREAM, palette.GOLD)[row]
            part = inner.row(row, len(lines))
            self.write(words, part, part.height * (0.95 if len(lines) > 1 else 0.5), colour)

    def burst(self, body: _Area) -> None:
        """Draw the star of a KAPOW! card."""
        self._star(body, 0.485, palette.BURST_EDGE)
        self._star(body, 0.445, palette.BURST)
        size = min(body.height * 0.50, body.width * 0.44)
        self.write("K!", body, size, palette.CREAM)

    def _star(self, body: _Area, reach: float, colour: Colour) -> None:
        (x, y), spikes = body.middle, 12
        points = []
        for tip in range(2 * spikes):
            part = reach if tip % 2 == 0 else reach * 0.74
            turn = math.tau * tip / (2 * spikes)
            across, down = body.width * part * math.cos(turn), body.height * part * math.sin(turn)
            points.append((x + across, y + down))
        self.brush.polygon(points, colour)

    def beneath(self, depth: int) -> None:
        """Show the edge of a card that lies ``depth`` cards beneath the top."""
        corners = self.area.moved(depth * 2 * self.scale)
        self.brush.rounded_rectangle(
            corners, self.radius, palette.BACK_LINE, palette.SHADOW, self.scale
        )

    def bare(self) -> None:
        """Draw the outline of a place where no card lies."""
        line = 2 * self.scale
        self.brush.rounded_rectangle(self.area, self.radius, outline=palette.MINT, width=line)

    def slab(self, colour: Colour) -> None:
        """Draw the card's own shape."""
        self.brush.rounded_rectangle(self.area, self.radius, colour, palette.SHADOW, self.scale)

    def side(self, colour: Colour, part: _Area, corners: tuple[bool, bool, bool, bool]) -> None:
        """Colour a part of the card; ``corners`` tells which are round, clockwise."""
        self.brush.rounded_rectangle(part, self.radius, colour, corners=corners)

    def figure(self, words: str, part: _Area) -> None:
        """Write a card's number as large as its part allows."""
        self.write(words, part, part.height * 0.86, palette.INK)

    def write(self, words: str, part: _Area, highest: float, colour: Colour) -> None:
        size = size_for(words, part.width * 0.92, highest)
        write_middle(self.brush, words, part.middle, Lettering(size, colour, colour, bold=True))

    def _cut(self, share: float) -> tuple[float, float]:
        """Return where a card is cut in two, from the left and from the top."""
        area = self.area
        return area.left + area.width * share, area.top + area.height * share
