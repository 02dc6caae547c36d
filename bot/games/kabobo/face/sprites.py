"""Sprites of cards, backs, locks and eyes."""

from functools import lru_cache
from typing import Final

from PIL import Image

from bot.face import palette
from bot.face.card import Area, CardBrush
from bot.face.paint import Brush, drawn
from bot.face.palette import Colour, settle
from bot.face.suits import INK_OF, draw_suit, rank_sign
from bot.games.kabobo.rules.cards import Card, Suit
from bot.games.kabobo.rules.state import Laid

__all__ = ["DrawnCard", "eye_sprite", "laid_sprite"]

_RANK: Final = 0.56
"""The height of the rank, relative to the card; the suit gets the rest."""

_LOCK: Final = 0.28
"""The size of a lock, relative to the card's width."""


@lru_cache(maxsize=256)
def _front(
    card: Card | None, size: tuple[int, int], ground: Colour, *, locked: bool, framed: bool
) -> Image.Image:
    def draw(brush: Brush, scale: int) -> None:
        being = DrawnCard(brush, scale, size)
        if framed:
            being.frame()
        being.card(card)
        if locked:
            being.lock()

    return settle(drawn(size, ground, draw))


def laid_sprite(
    laid: Laid, size: tuple[int, int], ground: Colour, *, framed: bool = False
) -> Image.Image:
    """Draw a card on the table, with its lock; ``size`` includes the margin.

    A card that is None is drawn as a back.
    """
    return _front(laid.card, size, ground, locked=laid.locked, framed=framed)


class DrawnCard(CardBrush[Card | None]):
    """Draws one card."""

    def card(self, card: Card | None) -> None:
        """Draw a card's front, or a back."""
        if card is None:
            self.back()
        elif card.suit is None:
            self.slab(palette.GOLD)
            self.burst(self.area, rank_sign(card.value))
        else:
            self.slab(palette.CREAM)
            self._face(rank_sign(card.value), card.suit)

    def _face(self, words: str, suit: Suit) -> None:
        area, colour = self.area, INK_OF[suit]
        if area.width > area.height:
            middle = area.left + area.width * _RANK
            upper, lower = area._replace(right=middle), area._replace(left=middle)
        else:
            middle = area.top + area.height * _RANK
            upper, lower = area._replace(bottom=middle), area._replace(top=middle)
        self.write(words, upper, upper.height * 0.86, colour)
        side = min(lower.width, lower.height) * 0.74
        x, y = lower.middle
        lift = 0 if area.width > area.height else area.height * 0.035
        box = Area(x - side / 2, y - side / 2 - lift, x + side / 2, y + side / 2 - lift)
        draw_suit(self.brush, suit, box)

    def lock(self) -> None:
        """Draw a lock in the lower right corner, beside the suit."""
        wide = self.area.width * _LOCK
        right, bottom = self.area.right - self.scale, self.area.bottom - self.scale
        left, shackle, high = right - wide, wide * 0.5, wide * 1.3
        top = bottom - high
        self.brush.rounded_rectangle((left, top, right, bottom), self.radius / 2, palette.SHADOW)
        side, line = wide * 0.22, max(1, round(wide * 0.16))
        arc = (left + side, top + wide * 0.1, right - side, top + wide * 0.1 + 2 * shackle)
        self.brush.arc(arc, 180, 360, palette.GOLD, line)
        edge = wide * 0.14
        body = (left + edge, top + shackle, right - edge, bottom - edge)
        self.brush.rounded_rectangle(body, wide * 0.1, palette.GOLD)


@lru_cache(maxsize=8)
def eye_sprite(size: int, ground: Colour) -> Image.Image:
    """Draw an eye: a player has just looked at the card above it."""

    def draw(brush: Brush, scale: int) -> None:
        side = size * scale
        brush.ellipse((0, side * 0.22, side * 1.5, side * 0.82), palette.GOLD)
        brush.ellipse((side * 0.55, side * 0.32, side * 0.95, side * 0.72), palette.INK)

    return settle(drawn((size * 3 // 2, size), ground, draw))
