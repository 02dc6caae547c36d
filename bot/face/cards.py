"""Cards in pictures and words: bodies, backs, frames and bursts of all games, suits and ranks."""

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import ClassVar, Final, TypeAlias

from bot.face import palette
from bot.face.canvas import SPARK, Theme
from bot.face.paint import Area, Corners, Pen
from bot.face.palette import CREAM, Colour
from bot.face.seating import SMALLEST

FRAME: Final = 3
"""The margin around a card: room for the frame of one that just changed."""

VISIBLE_CARDS: Final = 3

_SPIKES: Final = 12
"""Of a burst."""
_UNDER: Final[Colour] = (196, 190, 172)

SUIT_SIGNS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "S": "\N{WHITE SPADE SUIT}",
        "C": "\N{WHITE CLUB SUIT}",
        "H": "\N{WHITE HEART SUIT}",
        "D": "\N{WHITE DIAMOND SUIT}",
    }
)
"""Outlined: Discord turns filled ones into emoji, black on a dark background.

Where Discord has our own (``bot.face.emoji.SUITS``), messages show those.
"""

_RANKS: Final = MappingProxyType({1: "ace", 11: "jack", 12: "queen", 13: "king", 14: "ace"})
"""Depending on the game, an ace is the lowest or the highest card."""

INK_OF: Final[Mapping[str, Colour]] = MappingProxyType(
    {"S": palette.INK, "C": palette.INK, "H": palette.RED, "D": palette.RED}
)
"""By the suit's letter."""


@dataclass(frozen=True, slots=True)
class CardArt(ABC):
    """A small drawing of a card, or of a pile of ``count`` cards; each game says what is on it.

    ``size`` includes the margin.
    """

    edge: ClassVar[int] = 2
    """The height of a card's lower edge: it gives the card its depth."""

    size: tuple[int, int]
    ground: Colour
    theme: Theme
    count: int = field(default=1, kw_only=True)
    changed: bool = field(default=False, kw_only=True)

    def draw(self, pen: Pen) -> None:
        """Draw the top card above the others, or the outline of an empty place."""
        if not self.count:
            self.bare(pen)
            return
        if self.changed:
            self.frame(pen)
        else:
            self.beneath(pen, self.count)
        self.top_card(pen)
        if self.changed:
            self.notch(pen)

    @abstractmethod
    def top_card(self, pen: Pen) -> None:
        """Draw the card itself."""

    @property
    def area(self) -> Area:
        """The card without its margin and without its lower edge."""
        area = Area(0, 0, *self.size).grown(-FRAME)
        return area._replace(bottom=area.bottom - self.edge)

    @property
    def radius(self) -> float:
        """The radius of the card's corners."""
        return min(self.size) / 8

    def frame(self, pen: Pen) -> None:
        """Frame a card that just changed; call this before drawing the card."""
        outer = Area(0, 0, *self.size)
        pen.rounded(outer, self.radius + FRAME, SPARK)

    def notch(self, pen: Pen) -> None:
        """Mark its corner; call this after drawing the card."""
        area, side = self.area, min(self.size) * 0.26
        corner = (area.right, area.top)
        pen.polygon([(area.right - side, area.top), corner, (area.right, area.top + side)], SPARK)

    def slab(self, pen: Pen, colour: Colour = CREAM, under: Colour = _UNDER) -> None:
        """Draw the card's body; ``under`` is the colour of its lower edge."""
        area = self.area
        pen.rounded(area._replace(bottom=area.bottom + self.edge), self.radius, under)
        pen.rounded(area, self.radius, colour)

    def back(self, pen: Pen) -> None:
        """Draw the back of a card, with the game's sign."""
        theme = self.theme
        self.slab(pen, theme.back, theme.back_line)
        theme.motif(pen, self.area.grown(-2), theme)

    def beneath(self, pen: Pen, count: int) -> None:
        """Draw the edges of the cards beneath the top one; ``count`` includes it."""
        area = self.area
        for depth in range(min(count, VISIBLE_CARDS) - 1, 0, -1):
            edge = (palette.SHADOW, 0.75)
            pen.rounded(area.moved(depth * 1.5, depth * 2), self.radius, self.theme.back_line, edge)

    def bare(self, pen: Pen) -> None:
        """Draw the outline of an empty place."""
        pen.rounded(self.area, self.radius, edge=(self.theme.soft, 2))

    def side(self, pen: Pen, colour: Colour, part: Area, corners: Corners) -> None:
        """Fill a part of the card; ``corners`` says which are round, clockwise from top left."""
        pen.rounded(part, self.radius, colour, corners=corners)


def burst(pen: Pen, body: Area, words: str) -> None:
    """Draw a star with a word or a number in it."""
    star(pen, body, 0.5, palette.BURST_EDGE)
    star(pen, body, 0.46, palette.BURST)
    size = max(SMALLEST, int(min(body.height * 0.52, body.width * 0.46)))
    pen.letters(words, body.middle, size, CREAM)


def star(pen: Pen, body: Area, reach: float, colour: Colour) -> None:
    """Fill a star of twelve spikes; ``reach`` is their length, relative to the body."""
    x, y = body.middle
    points = []
    for tip in range(2 * _SPIKES):
        part = reach if tip % 2 == 0 else reach * 0.74
        turn = math.tau * tip / (2 * _SPIKES)
        across, down = body.width * part * math.cos(turn), body.height * part * math.sin(turn)
        points.append((x + across, y + down))
    pen.polygon(points, colour)


def rank_sign(rank: int) -> str:
    """Return a rank as printed on a card: ``A``, ``10``, ``K``."""
    return _RANKS[rank][0].upper() if rank in _RANKS else str(rank)


def suit_sign(suit: StrEnum | None) -> str:
    """Return a suit's sign; empty for any suit."""
    return "" if suit is None else SUIT_SIGNS[suit]


PlayingCard: TypeAlias = tuple[int, StrEnum | None]
"""A card by rank and suit; a joker has no suit."""


def card_label(card: PlayingCard) -> str:
    """Return a card's rank and suit sign, or ``Joker``."""
    rank, suit = card
    return "Joker" if suit is None else f"{rank_sign(rank)}{SUIT_SIGNS[suit]}"


def card_words(card: PlayingCard) -> str:
    """Name a card: ``queen of hearts``, ``10 of spades``, ``joker``."""
    rank, suit = card
    return "joker" if suit is None else f"{_RANKS.get(rank, str(rank))} of {suit.name.lower()}"


def a_card(card: PlayingCard) -> str:
    """Name a card with its article: ``a joker``, ``an ace of clubs``, ``an 8 of hearts``."""
    words = card_words(card)
    return f"{'an' if words.startswith(('ace', '8')) else 'a'} {words}"


def card_emoji(game: str, card: PlayingCard) -> str:
    """Return the name of a card's emoji: ``capit_queen_hearts``, ``kabobo_joker``."""
    return f"{game}_{card_words(card).replace(' of ', '_')}"


def draw_suit(pen: Pen, suit: str, box: Area, colour: Colour | None = None) -> None:
    """Draw the sign of a suit, given by its letter, in a square."""
    sign = _Sign(pen, box, colour or INK_OF[suit])
    {"S": sign.spade, "C": sign.club, "H": sign.heart, "D": sign.diamond}[suit]()


class _Sign:
    """Coordinates are fractions of the square."""

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
