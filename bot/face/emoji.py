"""Cards as Discord's emojis: for buttons and menus, where they are about 22 pixels high.

The sprites of the pictures, alone on a transparent square. Discord limits an emoji to 256 KiB and
its name to 32 letters, digits and underscores; ours end with a mark of their content.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

from bot.face import palette
from bot.face.canvas import Art, Theme
from bot.face.cards import FRAME, INK_OF, SUIT_SIGNS, CardArt, draw_suit, rank_sign
from bot.face.paint import Area, Pen, size_for, word_width
from bot.face.palette import Colour

SIDE: Final = 128
"""Width and height in pixels: Discord's own advice."""

HEIGHT: Final = 32
"""Of a card in the sprites' pixels, which are four of an emoji's: so lines are thick enough."""

LONGEST: Final = 27

_OVERSIZE: Final = 4
_CLEAR: Final = (0, 0, 0, 0)

CARD: Final = (HEIGHT + 2 * FRAME,) * 2
"""The size of the sprite of a square card, which fills its emoji."""

NARROW: Final = (CARD[0] - 4, CARD[1])
"""That of a card with nothing but one number."""


def emoji_png(art: Art) -> bytes:
    """Draw an emoji as PNG: a card whose sprite has a margin, which is left out."""
    scale = SIDE * _OVERSIZE // HEIGHT
    sheet = Image.new("RGBA", (SIDE * _OVERSIZE,) * 2, _CLEAR)
    left, top = (HEIGHT - art.size[0]) // 2, (HEIGHT - art.size[1]) // 2
    art.draw(Pen(ImageDraw.Draw(sheet), scale, (left, top)))
    # Shrunk with its colours multiplied by their opacity, or edges would be dark.
    small = sheet.convert("RGBa").reduce(_OVERSIZE).convert("RGBA")
    file = BytesIO()
    small.quantize(64, method=Image.Quantize.FASTOCTREE).save(file, "PNG", optimize=True)
    return file.getvalue()


def index(pen: Pen, words: str, area: Area, colour: Colour) -> Area:
    """Write what a card is worth in its upper left corner; return the square for its sign."""
    left, top, right, bottom = area.grown(-1)
    size = size_for(words, area.width * _WIDEST, _LETTERS, bold=True)
    middle = left + word_width(words, size, "", bold=True) / 2 + 1
    pen.letters(words, (middle, top + size * _CAPITALS / 2 + 1), size, colour)
    return Area(right - _SIGN, bottom - _SIGN, right, bottom)


_LETTERS: Final = 24
"""The font size of a card's index, its largest width relative to the card, and the sign's size."""
_WIDEST: Final = 0.6
_SIGN: Final = 16
_CAPITALS: Final = 0.69
"""The height of digits and capitals, relative to the font size."""


@dataclass(frozen=True, slots=True)
class RankArt(CardArt):
    """A playing card, its rank and suit as large as there is room."""

    rank: int
    suit: str

    def top_card(self, pen: Pen) -> None:
        """Draw the card."""
        self.slab(pen)
        sign = index(pen, rank_sign(self.rank), self.area, INK_OF[self.suit])
        draw_suit(pen, self.suit, sign)


def rank_art(theme: Theme, rank: int, suit: str) -> RankArt:
    """Return the drawing of a playing card for an emoji."""
    return RankArt(CARD, theme.panel, theme, rank, suit)


_SUIT: Final[Area] = Area(8, 8, 30, 30)
_LIGHT_RED: Final[Colour] = (237, 66, 69)
"""Seen on dark and on light messages."""


@dataclass(frozen=True, slots=True)
class SuitArt:
    """A suit's sign alone, to stand in a line of text: its outline is seen on a light one, too."""

    suit: str
    """Its letter."""
    size: tuple[int, int] = CARD
    ground: Colour = palette.INK

    def draw(self, pen: Pen) -> None:
        """Draw the sign."""
        red = INK_OF[self.suit] == palette.RED
        if not red:
            draw_suit(pen, self.suit, _SUIT.grown(2), _GREY)
        draw_suit(pen, self.suit, _SUIT, _LIGHT_RED if red else palette.CREAM)


_SUITS: Final = {"S": "suit_spades", "C": "suit_clubs", "H": "suit_hearts", "D": "suit_diamonds"}

SUITS: Final[Mapping[str, Art]] = {name: SuitArt(letter) for letter, name in _SUITS.items()}
"""The suits that stand in texts, whatever the game."""

SUIT_OF_SIGN: Final[Mapping[str, str]] = {SUIT_SIGNS[suit]: name for suit, name in _SUITS.items()}
"""The names of these emojis, by the signs that texts have without them."""


_GREY: Final[Colour] = (128, 132, 142)
"""Seen on dark and on light buttons."""


@dataclass(frozen=True, slots=True)
class BareArt(CardArt):
    """A place without a card."""

    def top_card(self, pen: Pen) -> None:
        """Draw its outline."""
        pen.rounded(self.area.grown(-2), self.radius, edge=(_GREY, 2))
