"""Sprites of cards: fixed cards, power cards, powersets, KAPOW! cards and backs."""

from functools import lru_cache
from typing import Final

from PIL import Image

from bot.face import palette
from bot.face.card import Area, CardBrush
from bot.face.numbers import number
from bot.face.paint import Brush, drawn
from bot.face.palette import Colour, settle
from bot.games.kapow.face.labels import modifier_words
from bot.games.kapow.rules.cards import Card
from bot.games.kapow.rules.positions import LONE_KAPOW, LONE_KAPOW_POINTS, Position, span

__all__ = ["DrawnCard", "card_sprite", "single_sprite"]

_BAND: Final = 0.14
_TAB: Final = 0.36
"""Shares of a card: the colour band, and the tab with a power card's modifiers."""

_UPRIGHT: Final = 1.35
"""If a card is narrower than this, relative to its height, tabs are above and below."""

_KAPOW: Final = "K!"


@lru_cache(maxsize=256)
def card_sprite(
    position: Position,
    size: tuple[int, int],
    ground: Colour,
    *,
    framed: bool = False,
    scored: bool = False,
) -> Image.Image:
    """Draw a position; ``size`` includes the margin, framed or not.

    ``scored`` shows the penalty points of a lone KAPOW! card (K6.4).
    """

    def draw(brush: Brush, scale: int) -> None:
        card = DrawnCard(brush, scale, size)
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


class DrawnCard(CardBrush[Card]):
    """Draws one card or position."""

    def __init__(self, brush: Brush, scale: int, size: tuple[int, int]) -> None:
        super().__init__(brush, scale, size)
        self.upright = self.area.width < self.area.height * _UPRIGHT

    def card(self, card: Card) -> None:
        """Draw a single card."""
        self.position(Position((card,), face_up=True))

    def position(self, position: Position) -> None:
        """Draw a position."""
        upper = position.upper
        if upper is None or not position.face_up:
            self.back()
        elif position.is_powerset:
            self.powerset(upper, position)
        elif upper is Card.KAPOW:
            self.slab(palette.GOLD)
            self.burst(self.area, _KAPOW)
        elif upper.is_power:
            self.power(upper)
        else:
            self.fixed(upper, self.area)

    def fixed(self, card: Card, body: Area) -> None:
        """Draw a card's band and number on ``body``; a tab takes the rest of the card."""
        self.slab(palette.CREAM)
        edge = self.area.left + self.area.width * _BAND
        band = palette.POWER if card.is_power else palette.BANDS[card.face]
        self.side(band, self.area._replace(right=edge), (True, False, False, True))
        self.figure(number(card.face), body._replace(left=edge))

    def power(self, card: Card) -> None:
        """Draw a lone power card, with its two modifiers on a tab."""
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
        """Draw a powerset: the top card, the modifiers on a tab, and their total value."""
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
            self.burst(body, _KAPOW)
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

    def figure(self, words: str, part: Area) -> None:
        """Write a card's number as large as possible."""
        self.write(words, part, part.height * 0.86, palette.INK)

    def _cut(self, share: float) -> tuple[float, float]:
        """Return where a card is divided, from the left and from the top."""
        area = self.area
        return area.left + area.width * share, area.top + area.height * share
