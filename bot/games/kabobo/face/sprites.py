"""Drawings of cards, backs, locks and eyes."""

from dataclasses import dataclass
from typing import Final

from bot.face import palette
from bot.face.card import CardArt, burst
from bot.face.fonts import size_for
from bot.face.palette import GOLD, SHADOW
from bot.face.pen import Pen
from bot.face.seating import SMALLEST
from bot.face.suits import INK_OF, draw_suit, rank_sign
from bot.games.kabobo.face.theme import THEME
from bot.games.kabobo.rules.cards import Card, Suit
from bot.games.kabobo.rules.state import Laid

__all__ = ["LaidArt", "PileArt", "single"]

_RANK: Final = 0.56
"""The share of the rank; the suit gets the rest."""
_LOCK: Final = 17
"""The width of a lock, in pixels."""


class KaboboArt(CardArt):
    """Draws cards of Kabobo!."""

    __slots__ = ()

    def card(self, pen: Pen, card: Card | None, number: int = 0) -> None:
        """Draw a card's front; or a back, with the number of its place if there is one."""
        if card is None:
            self.back(pen)
            if number:
                pen.letters(str(number), self.area.middle, SMALLEST + 6, palette.CREAM)
        elif card.suit is None:
            self.slab(pen, GOLD, palette.BANDS[8])
            burst(pen, self.area, rank_sign(card.value))
        else:
            self.slab(pen)
            self._face(pen, rank_sign(card.value), card.suit)

    def _face(self, pen: Pen, words: str, suit: Suit) -> None:
        area = self.area
        if area.width > area.height:
            middle = area.left + area.width * _RANK
            rank, sign = area._replace(right=middle), area._replace(left=middle)
        else:
            middle = area.top + area.height * _RANK
            rank, sign = area._replace(bottom=middle), area._replace(top=middle - 3)
        size = size_for(words, rank.width * 0.94, rank.height * 1.1, bold=True)
        pen.letters(words, rank.middle, size, INK_OF[suit])
        draw_suit(pen, suit, sign.square(0.76))


@dataclass(frozen=True, slots=True)
class LaidArt(KaboboArt):
    """A card on the table: the number of its place on its back, its lock, an eye if looked at."""

    laid: Laid
    number: int
    changed: bool = False
    seen: bool = False

    def draw(self, pen: Pen) -> None:
        """Draw the card."""
        if self.changed:
            self.frame(pen)
        self.card(pen, self.laid.card, self.number)
        if self.laid.locked:
            self._lock(pen)
        if self.seen:
            self._eye(pen)
        if self.changed:
            self.notch(pen)

    def _lock(self, pen: Pen) -> None:
        """Draw a lock in the lower right corner."""
        right, bottom = self.area.right, self.area.bottom
        left, top = right - _LOCK - 4, bottom - _LOCK * 1.3 - 4
        pen.rounded((left, top, right, bottom), 5, SHADOW)
        pen.arc((left + 5, top + 3, right - 5, top + 17), 180, 360, 3, GOLD)
        pen.rounded((left + 3, top + 10, right - 3, bottom - 3), 3, GOLD)

    def _eye(self, pen: Pen) -> None:
        """Draw an eye in the upper left corner: a player has just looked at the card."""
        x, y = self.area.left + 14, self.area.top + 10
        pen.rounded((x - 14, y - 10, x + 15, y + 10), 6, SHADOW)
        pen.ellipse((x - 11, y - 7, x + 12, y + 7), palette.CREAM)
        pen.ellipse((x - 5, y - 5, x + 6, y + 6), palette.INK)


@dataclass(frozen=True, slots=True)
class PileArt(KaboboArt):
    """A pile with its top card, None for a back; or the outline of an empty place."""

    top: Card | None
    count: int

    def draw(self, pen: Pen) -> None:
        """Draw the pile."""
        if not self.count:
            self.bare(pen)
            return
        self.beneath(pen, self.count)
        self.card(pen, self.top)


def single(card: Card | None, size: tuple[int, int]) -> PileArt:
    """Return one card on the band, face up, or a back for ``None``."""
    return PileArt(size, THEME.panel, THEME, card, 1)
