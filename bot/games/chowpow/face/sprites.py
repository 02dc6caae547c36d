"""Sprites of cards, backs and piles."""

from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from bot.face import palette
from bot.face.card import VISIBLE_CARDS, Area, CardBrush
from bot.face.paint import Brush, drawn
from bot.face.palette import settle
from bot.games.chowpow.face.signs import Look, draw_sign

__all__ = ["SeenCard", "card_sprite", "pile_sprite"]

_NUMBER: Final = 0.52
"""The share of the card that the number takes; sign and letter get the rest."""

_SIGN: Final = 0.58
"""The share of that rest that the sign takes; the letter is below it."""

_BADGE: Final = 0.28
"""The height of a pile's count, relative to the card."""


class SeenCard(NamedTuple):
    """A card that is face down again after everybody has just seen it."""

    look: Look


def card_sprite(look: Look | None, size: tuple[int, int]) -> Image.Image:
    """Draw a card, or a back (None); ``size`` is in pixels and includes the margin."""
    return pile_sprite(look, 1, size)


@lru_cache(maxsize=320)
def pile_sprite(
    top: Look | SeenCard | None,
    count: int,
    size: tuple[int, int],
    *,
    framed: bool = False,
    show_count: bool = False,
) -> Image.Image:
    """Draw a pile on a panel: its top card (None: a back), or an empty place if count is 0.

    ``show_count`` writes the count on a pile of several; without it, ``count`` is at most
    ``VISIBLE_CARDS``.
    """

    def draw(brush: Brush, scale: int) -> None:
        being = _Card(brush, scale, size)
        if count == 0:
            being.bare()
            return
        if framed:
            being.frame()
        being.beneath(min(count, VISIBLE_CARDS) if not framed else 1)
        piled = show_count and count > 1
        if top is None:
            being.back()
        elif isinstance(top, SeenCard):
            being.seen(top.look, piled=piled)
        else:
            being.front(top, piled=piled)
        if piled:
            being.badge(f"x{count}")

    return settle(drawn(size, palette.PANEL, draw))


class _Card(CardBrush[Look]):
    """Draws one card."""

    def front(self, look: Look, *, piled: bool) -> None:
        """Draw a card's front; with ``piled``, the number leaves room for the pile's count."""
        wild = look.sign == look.code
        self.slab(palette.GOLD if wild else palette.CREAM)
        area = self.area
        if area.width >= area.height:
            middle = area.left + area.width * _NUMBER
            numbered, coloured = area._replace(right=middle), area._replace(left=middle)
            corners = (False, True, True, False)
        else:
            middle = area.top + area.height * _NUMBER
            numbered, coloured = area._replace(bottom=middle), area._replace(top=middle)
            corners = (False, False, True, True)
        edge = self.scale
        inner = coloured._replace(right=coloured.right - edge, bottom=coloured.bottom - edge)
        if corners[1]:
            inner = inner._replace(top=inner.top + edge)
        else:
            inner = inner._replace(left=inner.left + edge)
        self.side(look.colour, inner, corners)
        if piled:
            numbered = numbered._replace(bottom=numbered.bottom - area.height * _BADGE)
        highest = 0.62 if corners[1] and not piled else 0.9
        self.write(str(look.number), numbered, numbered.height * highest, palette.INK)
        self._sign(look, inner, upright=corners[1])

    def _sign(self, look: Look, part: Area, *, upright: bool) -> None:
        """Draw the sign above the letter; small cards only have the letter."""
        if not look.sign or not upright:
            highest = part.height * (0.6 if upright else 0.9)
            self.write(look.code, part, highest, palette.CREAM)
            return
        middle = part.top + part.height * _SIGN
        draw_sign(self.brush, look, _square(part._replace(bottom=middle), 0.8))
        letter = part._replace(top=middle)
        self.write(look.code, letter, letter.height * 0.88, palette.CREAM)

    def seen(self, look: Look, *, piled: bool) -> None:
        """Draw a back showing the face that everybody has just seen there."""
        self.slab(palette.BACK)
        area, edge = self.area, 4 * self.scale
        foot = area.bottom - area.height * _BADGE
        face = _Card(self.brush, self.scale, (0, 0))
        face.area = Area(area.left + 2 * edge, area.top + edge, area.right - 2 * edge, foot)
        face.radius = self.radius * 2 / 3
        face.front(look, piled=False)
        room = area._replace(top=foot)
        if piled:
            room = room._replace(left=room.left + room.height * 1.4)
        self.write("seen", room, room.height * 0.72, palette.BACK_MARK)

    def badge(self, words: str) -> None:
        """Write a pile's count in the lower left corner."""
        high = self.area.height * _BADGE
        left, bottom = self.area.left + 2 * self.scale, self.area.bottom - 2 * self.scale
        box = Area(left, bottom - high, left + high * 1.4, bottom)
        self.brush.rounded_rectangle(box, high / 3, palette.GOLD, palette.SHADOW, self.scale)
        self.write(words, box, high * 0.86, palette.INK)


def _square(area: Area, part: float) -> Area:
    """Return a centred square, whose side is ``part`` of the area's shorter side."""
    x, y = area.middle
    half = min(area.width, area.height) * part / 2
    return Area(x - half, y - half, x + half, y + half)
