"""The look of Kabobo!, and drawings of its cards, piles and skewers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.face import palette
from bot.face.canvas import SPARK, Art, Theme
from bot.face.cards import INK_OF, CardArt, burst, draw_suit, rank_sign
from bot.face.emoji import CARD, rank_art
from bot.face.paint import Area, Edge, Pen, size_for
from bot.face.palette import CREAM, GOLD, SHADOW, Colour
from bot.face.seating import SMALLEST
from bot.games.kabobo.face import descriptions as say
from bot.games.kabobo.rules.cards import DECK, PLACES, Card, Suit
from bot.games.kabobo.rules.view import PIECES, Laid

_PIECES: Final = (0.26, 0.74)
"""The places of the pieces on the skewer of a back, as shares of its length."""


def _skewer_back(pen: Pen, area: Area, theme: Theme) -> None:
    """Draw a skewer from corner to corner, with a piece on both sides of the middle."""
    start, end = (area.left + 3, area.bottom - 3), (area.right - 3, area.top + 3)
    pen.line([start, end], 2.5, theme.back_line)
    side = min(area.width, area.height) * 0.17
    for share in _PIECES:
        x = start[0] + (end[0] - start[0]) * share
        y = start[1] + (end[1] - start[1]) * share
        pen.rounded((x - side, y - side, x + side, y + side), side / 2, theme.back_line)


THEME: Final = Theme(
    ground=(33, 25, 22),
    panel=(53, 40, 35),
    well=(72, 55, 47),
    back=(116, 46, 33),
    back_line=(166, 82, 54),
    back_mark=CREAM,
    soft=(222, 204, 186),
    motif=_skewer_back,
)

_RANK: Final = 0.56
"""The share of the rank; the suit gets the rest."""
_LOCK: Final = 17


@dataclass(frozen=True, slots=True)
class LaidArt(CardArt):
    """A card on the table: the number of its place on its back, its lock, an eye if looked at."""

    laid: Laid
    number: int = 0
    """0 for a pile."""
    seen: bool = False

    def top_card(self, pen: Pen) -> None:
        """Draw the card."""
        card = self.laid.card
        if card is None:
            self.back(pen)
            if self.number:
                pen.letters(str(self.number), self.area.middle, SMALLEST + 6, palette.CREAM)
        elif card.suit is None:
            self.slab(pen, GOLD, palette.BANDS[8])
            burst(pen, self.area, rank_sign(card.value))
        else:
            self.slab(pen)
            self._face(pen, rank_sign(card.value), card.suit)
        if self.laid.locked:
            self._lock(pen)
        if self.seen:
            self._eye(pen)

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

    def _lock(self, pen: Pen) -> None:
        right, bottom = self.area.right, self.area.bottom
        left, top = right - _LOCK - 4, bottom - _LOCK * 1.3 - 4
        pen.rounded((left, top, right, bottom), 5, SHADOW)
        pen.arc((left + 5, top + 3, right - 5, top + 17), 180, 360, 3, GOLD)
        pen.rounded((left + 3, top + 10, right - 3, bottom - 3), 3, GOLD)

    def _eye(self, pen: Pen) -> None:
        x, y = self.area.left + 14, self.area.top + 10
        pen.rounded((x - 14, y - 10, x + 15, y + 10), 6, SHADOW)
        pen.ellipse((x - 11, y - 7, x + 12, y + 7), palette.CREAM)
        pen.ellipse((x - 5, y - 5, x + 6, y + 6), palette.INK)


def single(card: Card | None, size: tuple[int, int], count: int = 1) -> LaidArt:
    """Return a pile on the band, usually of one card: face up, or a back for ``None``."""
    return LaidArt(size, THEME.panel, THEME, Laid(card), count=count)


_GRIP: Final = 0.16
"""The length of the handle, relative to the skewer."""

_COLOURS: Final = (
    palette.BANDS[11],
    palette.BANDS[7],
    palette.BANDS[3],
    palette.BANDS[9],
    palette.BANDS[5],
)
"""The colours of the pieces, a visual aid: won pieces are filled, others are not."""


@dataclass(frozen=True, slots=True)
class SkewerArt:
    """A skewer with its pieces, the last ``new`` of them framed, and its handle."""

    size: tuple[int, int]
    ground: Colour
    pieces: int
    new: int = 0
    handle: bool = False

    def draw(self, pen: Pen) -> None:
        """Draw the stick, the pieces and the handle."""
        wide, high = self.size
        end = wide * (1 - _GRIP)
        pen.rectangle((high * 0.2, high / 2 - 1.5, end, high / 2 + 1.5), THEME.soft)
        for number in range(PIECES):
            self._piece(pen, number, end)
        box = (end, high * 0.2, wide - 1, high * 0.8)
        if self.handle:
            pen.rounded(box, high / 6, palette.GOLD)
        else:
            pen.rounded(box, high / 6, self.ground, (THEME.soft, 1.5))

    def _piece(self, pen: Pen, number: int, end: float) -> None:
        high, start = self.size[1], self.size[1] * 0.5
        x = start + (end - start) / PIECES * (number + 0.5)
        box = Area(x, high / 2, x, high / 2).grown(high * 0.42)
        if number >= self.pieces:
            pen.rounded(box, high / 5, self.ground, (THEME.soft, 1.5))
            return
        fresh = number >= self.pieces - self.new
        edge: Edge = (SPARK, 3) if fresh else (palette.SHADOW, 1)
        pen.rounded(box, high / 5, _COLOURS[number], edge)


def _emoji(card: Card) -> Art:
    return single(card, CARD) if card.suit is None else rank_art(THEME, card.value, card.suit)


EMOJIS: Final[Mapping[str, Art]] = {
    **{say.card_emoji(card): _emoji(card) for card in DECK},
    **{
        say.hidden_emoji(place): LaidArt(CARD, THEME.panel, THEME, Laid(None), place + 1)
        for place in PLACES
    },
}
