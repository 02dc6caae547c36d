"""The look of CAP-IT: green felt, a fan on the backs; a wild in a meld shows what it stands for."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.face import palette
from bot.face.canvas import SPARK, Art, Theme
from bot.face.cards import INK_OF, CardArt, draw_suit, rank_sign, star
from bot.face.emoji import CARD, rank_art
from bot.face.paint import Area, Pen, Point
from bot.face.palette import BURST, CREAM, GOLD, INK, RED, TAB, Colour, blends
from bot.face.seating import SMALLEST
from bot.games.capit.face.descriptions import card_emoji
from bot.games.capit.rules.cards import JOKER, PACK, Card, Suit
from bot.games.capit.rules.melds import Place

EDGE: Final[Colour] = (134, 132, 134)
"""The lower edge of a card's front, and the line between a card and the one below it."""

_TURNS: Final = (-40, -20, 0, 20, 40)
"""The angles of the fan's cards, in degrees."""
_GAP: Final = 1.2
"""The gap between the fan's cards, in pixels."""


def _fan(pen: Pen, area: Area, theme: Theme) -> None:
    long, half = area.width * 0.62, area.width * 0.14
    pivot = area.middle[0], area.middle[1] + long / 2
    for turn in _TURNS:
        around, inside = (half, long, 0.0), (half - _GAP, long - _GAP, -_GAP)
        for (wide, high, low), colour in ((around, theme.back), (inside, theme.back_mark)):
            corners = ((-wide, -high), (wide, -high), (wide, low), (-wide, low))
            pen.polygon([_turned(pivot, corner, turn) for corner in corners], colour)


def _turned(pivot: Point, at: Point, degrees: float) -> Point:
    """Return a point, given from the pivot, after turning it around the pivot."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    (across, down), (x, y) = at, pivot
    return x + across * cos - down * sin, y + across * sin + down * cos


_GROUND: Final = (16, 32, 26)
_PANEL: Final = (25, 56, 43)
_RED_BACK: Final = (116, 34, 50)
_BACK_LINE: Final = (186, 92, 100)
_SOFT: Final = (176, 208, 190)

THEME: Final = Theme(
    ground=_GROUND,
    panel=_PANEL,
    well=_PANEL,
    back=_RED_BACK,
    back_line=_BACK_LINE,
    back_mark=CREAM,
    soft=_SOFT,
    motif=_fan,
    few=(
        *(_GROUND, _PANEL, _RED_BACK, _BACK_LINE, _SOFT, CREAM, INK, RED, GOLD, SPARK, TAB, BURST),
        *(EDGE, blends(INK, CREAM, 3)[0], *blends(CREAM, RED, 1), *blends(_SOFT, _PANEL, 1)),
    ),
    few_from=0,
)

_CAPITALS: Final = 0.69
"""The height of digits and capitals, relative to the font size."""
_SUIT: Final = 0.72
"""The largest size of a suit's sign, relative to the font size of the rank above it."""
_TOP: Final = 4
_BETWEEN: Final = 2
"""The space above a rank, and between rank, suit and tab, in pixels."""
_TAB: Final = 18
"""The height of the tab of a wild card, in pixels."""
_SMALLEST_SUIT: Final = 12
"""A smaller suit is left out: the other cards of the run have it too. In pixels."""
_EDGE: Final = 2
"""The height of a card's lower edge, in pixels."""
_PILE_LETTERS: Final = 30
_RADIUS: Final = 5
"""The radius of a card's corners, in pixels."""
_JOKER: Final = 0.62
"""The size of a joker's star, relative to the burst around it."""
_DENT: Final = 0.42
"""How near to the middle a star's dents are, relative to its points."""


class Look(NamedTuple):
    """The colours of a card, of its lower edge, and of a wild card's tab."""

    body: Colour
    under: Colour = EDGE
    tab: Colour | None = None


_BACK: Final = Look(THEME.back, THEME.back_line)


def look_of(card: Card | None, place: Place | None) -> Look:
    """Return the look of a card; ``place`` is what it stands for in a meld."""
    tab = None
    if card is not None and place is not None:
        tab = palette.BURST if card == JOKER else palette.TAB
    return Look(palette.GOLD if tab or card == JOKER else palette.CREAM, tab=tab)


@dataclass(frozen=True, slots=True)
class _PartArt:
    """A part of a card on a panel, from its upper to its lower edge."""

    ground = THEME.panel

    size: tuple[int, int]

    def body(self, pen: Pen, look: Look, ends: tuple[bool, bool]) -> None:
        """Draw the card's body; ``ends`` says whether it is round on the left and on the right."""
        wide, high = self.size
        left, right = ends
        corners = left, right, right, left
        pen.rounded((0, 0, wide, high), _RADIUS, look.under, corners=corners)
        pen.rounded((0, 0, wide, high - _EDGE), _RADIUS, look.body, corners=corners)
        if look.tab is not None:
            box = (0, high - _EDGE - _TAB, wide, high - _EDGE)
            pen.rounded(box, _RADIUS, look.tab, corners=(False, False, right, left))


@dataclass(frozen=True, slots=True)
class LaidArt(_PartArt):
    """The visible part of a card of a meld or of a hand, without its right end."""

    letters: int
    """The font size of the rank."""
    card: Card | None
    """None for an inner card that is covered up to its edge."""
    place: Place | None
    """The place in a meld that a wild card stands for."""
    covers: bool
    """Whether it lies on another card: then there is a line between them."""

    def draw(self, pen: Pen) -> None:
        """Draw the card."""
        wide, high = self.size
        self.body(pen, look_of(self.card, self.place), (not self.covers, False))
        if self.card is not None and self.place is not None:
            self._wild(pen, self.card, self.place)
        elif self.card is not None:
            _front(pen, self.card, self.letters, Area(0, 0, wide, high - _EDGE))
        if self.covers:
            pen.rectangle((0, 0, 1, high), EDGE)

    def _wild(self, pen: Pen, card: Card, place: Place) -> None:
        """Draw what a wild card stands for, and on its tab which card it is."""
        middle, tab = self.size[0] / 2, self.size[1] - _EDGE - _TAB
        room = tab - _TOP - self.letters * _CAPITALS - 2 * _BETWEEN
        side = min(room, self.letters * _SUIT)
        suit = place.suit if side >= _SMALLEST_SUIT else None
        colour = palette.INK if place.suit is None else INK_OF[place.suit]
        _Index(place.rank, suit, colour, self.letters, side).draw(pen, (middle, _TOP))
        if card.suit is None:
            _star(pen, (middle, tab + _TAB / 2), _TAB / 2)
        else:
            sign = rank_sign(card.rank)
            pen.letters(sign, (middle, tab + _TAB / 2), SMALLEST, palette.CREAM)


@dataclass(frozen=True, slots=True)
class EndArt(_PartArt):
    """The right end of the last card of a meld or of a hand."""

    look: Look

    def draw(self, pen: Pen) -> None:
        """Draw the end."""
        self.body(pen, self.look, (False, True))


@dataclass(frozen=True, slots=True)
class BackArt(_PartArt):
    """The visible part of the back of a card."""

    covers: bool
    whole: bool

    def draw(self, pen: Pen) -> None:
        """Draw the back; the sign is on whole ones."""
        wide, high = self.size
        self.body(pen, _BACK, (not self.covers, self.whole))
        if self.whole:
            THEME.motif(pen, Area(0, 0, wide, high - _EDGE).grown(-2), THEME)
        if self.covers:
            pen.rectangle((0, 0, 1, high), THEME.back_line)


@dataclass(frozen=True, slots=True)
class PileArt(CardArt):
    """A pile with its top card, None for a back; it changes if a card was just discarded."""

    top: Card | None

    def top_card(self, pen: Pen) -> None:
        """Draw the top card."""
        if self.top is None:
            self.back(pen)
            return
        look = look_of(self.top, None)
        self.slab(pen, look.body, look.under)
        _front(pen, self.top, _PILE_LETTERS, self.area)


class _Index(NamedTuple):
    """A rank, and below it a suit, if there is room."""

    rank: int
    suit: Suit | None
    colour: Colour
    letters: int
    side: float
    """The size of the suit, in pixels."""

    def draw(self, pen: Pen, top: Point) -> None:
        """Draw it below ``top``."""
        (x, y), high, half = top, self.letters * _CAPITALS, self.side / 2
        pen.letters(rank_sign(self.rank), (x, y + high / 2), self.letters, self.colour)
        if self.suit is not None:
            y += high + _BETWEEN
            draw_suit(pen, self.suit, Area(x - half, y, x + half, y + self.side))


def _front(pen: Pen, card: Card, letters: int, area: Area) -> None:
    x, y = area.middle
    if card.suit is None:
        reach = min(area.width, area.height) / 2
        star(pen, Area(x - reach, y - reach, x + reach, y + reach), 0.5, palette.BURST)
        _star(pen, (x, y), reach * _JOKER)
    else:
        index = _Index(card.rank, card.suit, INK_OF[card.suit], letters, letters * _SUIT)
        index.draw(pen, (x, area.top + _TOP))


def _star(pen: Pen, middle: Point, reach: float) -> None:
    points = []
    for tip in range(10):
        turn, far = math.tau * tip / 10 - math.tau / 4, reach * (1 if tip % 2 == 0 else _DENT)
        points.append((middle[0] + far * math.cos(turn), middle[1] + far * math.sin(turn)))
    pen.polygon(points, palette.CREAM)


def _emoji(card: Card) -> Art:
    if card.suit is None:
        return PileArt(CARD, THEME.panel, THEME, card)
    return rank_art(THEME, card.rank, card.suit)


EMOJIS: Final[Mapping[str, Art]] = {
    **{card_emoji(card): _emoji(card) for card in (JOKER, *PACK)},
    "capit_hidden": PileArt(CARD, THEME.panel, THEME, None),
}
"""The cards on buttons and in menus."""
