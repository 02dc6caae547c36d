"""Suits and ranks of playing cards, in words, as signs and as drawn shapes."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from bot.face import palette
from bot.face.card import Area
from bot.face.palette import Colour
from bot.face.pen import Pen

__all__ = ["INK_OF", "article", "card_name", "card_sign", "draw_suit", "rank_sign", "suit_sign"]

_SIGNS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "S": "\N{WHITE SPADE SUIT}",
        "C": "\N{WHITE CLUB SUIT}",
        "H": "\N{WHITE HEART SUIT}",
        "D": "\N{WHITE DIAMOND SUIT}",
    }
)
"""Outlined signs, in the colour of the text: Discord turns filled ones into emoji, whose spades and
clubs are black on a dark background."""

_RANKS: Final = MappingProxyType({1: "ace", 11: "jack", 12: "queen", 13: "king", 14: "ace"})
"""Ranks with a name: depending on the game, an ace is the lowest or the highest card."""

INK_OF: Final[Mapping[str, Colour]] = MappingProxyType(
    {"S": palette.INK, "C": palette.INK, "H": palette.RED, "D": palette.RED}
)
"""The colour of each suit, by its letter."""


def rank_sign(rank: int) -> str:
    """Return a rank as printed on a card: ``A``, ``10``, ``K``."""
    return _RANKS[rank][0].upper() if rank in _RANKS else str(rank)


def suit_sign(suit: StrEnum | None) -> str:
    """Return a suit's sign; empty for any suit."""
    return "" if suit is None else _SIGNS[suit]


def card_sign(rank: int, suit: StrEnum | None) -> str:
    """Return a card's rank and suit sign, or ``Joker``."""
    return "Joker" if suit is None else f"{rank_sign(rank)}{_SIGNS[suit]}"


def card_name(rank: int, suit: StrEnum | None) -> str:
    """Name a card: ``queen of hearts``, ``10 of spades``, ``joker``."""
    if suit is None:
        return "joker"
    return f"{_RANKS.get(rank, str(rank))} of {suit.name.lower()}"


def article(rank: int) -> str:
    """Return the article before a card's name."""
    return "an" if rank == 8 or _RANKS.get(rank) == "ace" else "a"


def draw_suit(pen: Pen, suit: str, box: Area) -> None:
    """Draw the sign of a suit, given by its letter, in a square."""
    sign = _Sign(pen, box, INK_OF[suit])
    {"S": sign.spade, "C": sign.club, "H": sign.heart, "D": sign.diamond}[suit]()


class _Sign:
    """Draws one sign; coordinates are fractions of the square."""

    def __init__(self, pen: Pen, box: Area, colour: Colour) -> None:
        self._pen = pen
        self._box = box
        self._colour = colour

    def diamond(self) -> None:
        self._shape((0.5, 0.0), (0.9, 0.5), (0.5, 1.0), (0.1, 0.5))

    def heart(self) -> None:
        self._disc(0.27, 0.3, 0.25)
        self._disc(0.73, 0.3, 0.25)
        self._shape((0.06, 0.42), (0.5, 0.28), (0.94, 0.42), (0.5, 0.98))

    def spade(self) -> None:
        self._shape((0.06, 0.56), (0.5, 0.7), (0.94, 0.56), (0.5, 0.0))
        self._disc(0.27, 0.62, 0.22)
        self._disc(0.73, 0.62, 0.22)
        self._stem()

    def club(self) -> None:
        self._disc(0.5, 0.24, 0.23)
        self._disc(0.24, 0.6, 0.23)
        self._disc(0.76, 0.6, 0.23)
        self._stem()

    def _stem(self) -> None:
        self._shape((0.44, 0.4), (0.56, 0.4), (0.7, 1.0), (0.3, 1.0))

    def _shape(self, *corners: tuple[float, float]) -> None:
        box = self._box
        points = [(box.left + x * box.width, box.top + y * box.height) for x, y in corners]
        self._pen.polygon(points, self._colour)

    def _disc(self, x: float, y: float, radius: float) -> None:
        box = self._box
        across, down = box.left + x * box.width, box.top + y * box.height
        by = radius * box.width
        self._pen.ellipse((across - by, down - by, across + by, down + by), self._colour)
