"""Sprites of cards; a wild card in a meld is gold and shows what it stands for."""

from functools import lru_cache
from typing import Final

from PIL import Image

from bot.face import palette
from bot.face.card import Area, CardBrush
from bot.face.paint import Brush, drawn
from bot.face.palette import Colour, settle
from bot.face.suits import INK_OF, draw_suit, rank_sign
from bot.games.capit.rules.cards import Card
from bot.games.capit.rules.melds import Place

__all__ = ["DrawnCard", "card_sprite"]

_RANK: Final = 0.58
"""The size of the rank, relative to the card's height (or width, if it lies on its side)."""

_JOKER: Final = "J"
"""The letter on a joker's star."""


@lru_cache(maxsize=512)
def card_sprite(
    card: Card,
    place: Place | None,
    size: tuple[int, int],
    ground: Colour,
    *,
    framed: bool = False,
) -> Image.Image:
    """Draw a card; ``place`` is what a wild in a meld stands for, ``size`` includes the margin."""

    def draw(brush: Brush, scale: int) -> None:
        being = DrawnCard(brush, scale, size)
        if framed:
            being.frame()
        if place is None:
            being.card(card)
        else:
            being.wild(card, place)

    return settle(drawn(size, ground, draw))


class DrawnCard(CardBrush[Card]):
    """Draws one card."""

    def card(self, card: Card) -> None:
        """Draw a card's front."""
        if card.suit is None:
            self.slab(palette.GOLD)
            self.burst(self.area, _JOKER)
            return
        self.slab(palette.CREAM)
        upper, lower = self._halves()
        self.write(rank_sign(card.rank), upper, upper.height * 0.9, INK_OF[card.suit])
        draw_suit(self.brush, card.suit, _square(lower, 0.76))

    def wild(self, card: Card, place: Place) -> None:
        """Draw what a wild card stands for, with a mark of the card itself beside the suit."""
        self.slab(palette.GOLD)
        upper, lower = self._halves()
        colour = palette.INK if place.suit is None else INK_OF[place.suit]
        self.write(rank_sign(place.rank), upper, upper.height * 0.9, colour)
        mark = lower
        if place.suit is not None:
            middle, edge = lower.middle[0], 1.5 * self.scale
            left = lower._replace(left=lower.left + edge, right=middle)
            draw_suit(self.brush, place.suit, _square(left, 0.9))
            mark = lower._replace(left=middle, right=lower.right - edge)
        self._mark(card, _square(mark, 0.94))

    def _mark(self, card: Card, box: Area) -> None:
        """Draw the mark of a joker or of a 2."""
        if card.suit is None:
            self.burst(box.grown(box.width * 0.08), _JOKER)
            return
        self.brush.rounded_rectangle(box, box.width / 4, palette.TAB)
        self.write(rank_sign(card.rank), box, box.height * 0.86, palette.CREAM)

    def _halves(self) -> tuple[Area, Area]:
        """Return the areas of the rank and of the suit."""
        area = self.area
        if area.width > area.height:
            middle = area.left + area.width * _RANK
            return area._replace(right=middle), area._replace(left=middle)
        middle = area.top + area.height * _RANK
        lower = area._replace(top=middle, bottom=area.bottom - area.height * 0.05)
        return area._replace(bottom=middle), lower


def _square(area: Area, part: float) -> Area:
    """Return a centred square, whose side is ``part`` of the area's shorter side."""
    x, y = area.middle
    half = min(area.width, area.height) * part / 2
    return Area(x - half, y - half, x + half, y + half)
