"""Drawings of cards and the colours of the table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.face import palette
from bot.face.canvas import SPARK, Art, Theme
from bot.face.cards import CardArt, burst, star
from bot.face.emoji import NARROW, BareArt
from bot.face.markdown import number, signed
from bot.face.paint import Area, Corners, Pen, size_for, width
from bot.face.palette import BANDS, BURST, CREAM, GOLD, INK, TAB, Colour, blends
from bot.face.seating import SMALLEST
from bot.games.kapow.face import descriptions as say
from bot.games.kapow.rules.cards import LONE_KAPOW, LONE_KAPOW_POINTS, Card, Position, span


def _burst(pen: Pen, area: Area, theme: Theme) -> None:
    body = area.square(1.0)
    star(pen, body, 0.5, theme.back_line)
    pen.letters("?", body.middle, SMALLEST, theme.back_mark)


_GROUND: Final = (23, 22, 40)
_PANEL: Final = (39, 37, 66)
_WELL: Final = (54, 51, 90)
_BACK: Final = (58, 50, 118)
_BACK_LINE: Final = (98, 86, 174)
_SOFT: Final = (190, 188, 222)

THEME: Final = Theme(
    ground=_GROUND,
    panel=_PANEL,
    well=_WELL,
    back=_BACK,
    back_line=_BACK_LINE,
    back_mark=CREAM,
    soft=_SOFT,
    motif=_burst,
    few=(
        *(_GROUND, _PANEL, _WELL, _BACK, _BACK_LINE, _SOFT, CREAM, INK, GOLD, SPARK, TAB, BURST),
        *(BANDS[1], BANDS[6]),
        *(*blends(CREAM, INK, 1), *blends(_SOFT, _PANEL, 1)),
    ),
)

_TAB: Final = 26
"""The width of a tab beside a number; all sizes are in pixels."""
_LOW_TAB: Final = 20
"""The height of a tab above or below a number."""
_BESIDE: Final = 44
"""The width of a card from which a power card's tab is beside its number."""

_ON_TAB: Final = 28
"""The largest font size of a number above a tab."""

_UPPER: Final[Corners] = (True, True, False, False)
_LOWER: Final[Corners] = (False, False, True, True)
_LEFT: Final[Corners] = (True, False, False, True)

_KAPOW: Final = "K!"


class KapowArt(CardArt):
    """A card of Kapow!, whose lower edge has the colour of its number."""

    __slots__ = ()

    edge = 5


@dataclass(frozen=True, slots=True)
class PositionArt(KapowArt):
    """A position; a lone KAPOW! card shows its penalty once it is ``scored`` (K6.4)."""

    position: Position
    scored: bool = False

    def top_card(self, pen: Pen) -> None:
        """Draw the position."""
        position, upper = self.position, self.position.upper
        if self.scored and position == LONE_KAPOW:
            self._tabbed(pen, Card.KAPOW, (str(LONE_KAPOW_POINTS),))
        elif upper is None or not position.face_up:
            self.back(pen)
        elif position.is_powerset:
            self._powerset(pen, upper, position)
        elif upper is Card.KAPOW:
            self.slab(pen, palette.GOLD, _GOLD_UNDER)
            burst(pen, self.area, _KAPOW)
        elif upper.is_power:
            self._power(pen, upper)
        else:
            self._fixed(pen, upper, self.area, number(upper.face))

    def _fixed(self, pen: Pen, card: Card, body: Area, value: str) -> None:
        """Draw a card with its value on ``body``; a tab takes the rest of the card."""
        colour = palette.POWER if card.is_power else palette.BANDS[card.face]
        self.slab(pen, under=colour)
        _figure(pen, value, body)

    def _power(self, pen: Pen, card: Card) -> None:
        self.slab(pen, under=palette.TAB)
        area = self.area
        if area.width < _BESIDE:
            y = area.top + _LOW_TAB
            tab, body, corners = area._replace(bottom=y), area._replace(top=y), _UPPER
        else:
            x = area.left + _TAB
            tab, body, corners = area._replace(right=x), area._replace(left=x), _LEFT
        self.side(pen, palette.POWER, tab, corners)
        pen.letters(f"±{card.face}", tab.middle, SMALLEST, palette.CREAM)
        _figure(pen, number(card.face), body)

    def _powerset(self, pen: Pen, upper: Card, position: Position) -> None:
        """Draw a powerset: its total value, and below it how that comes about."""
        modifiers, summed = say.modifier_words(position), signed(sum(position.modifiers))
        if upper is Card.KAPOW:
            self._tabbed(pen, upper, (modifiers, summed))
        else:
            words = (f"{upper.face}{modifiers}", f"{upper.face}{summed}", summed)
            self._tabbed(pen, upper, words, number(span(position)[0]))

    def _tabbed(self, pen: Pen, upper: Card, words: Sequence[str], value: str = "") -> None:
        """Draw a card with a tab below; on it the first of ``words`` that fits, or the last."""
        bottom = self.area.bottom + self.edge
        y = bottom - _LOW_TAB
        tab, body = self.area._replace(top=y, bottom=bottom), self.area._replace(bottom=y)
        if upper is Card.KAPOW:
            self.slab(pen, palette.GOLD, _GOLD_UNDER)
            burst(pen, body.grown(1), _KAPOW)
        else:
            self._fixed(pen, upper, body, value)
        self.side(pen, palette.TAB, tab, _LOWER)
        fitting = (each for each in words if width(each, SMALLEST, bold=True) <= tab.width)
        pen.letters(next(fitting, words[-1]), tab.middle, SMALLEST, palette.CREAM)


_GOLD_UNDER: Final[Colour] = palette.BANDS[8]


def _figure(pen: Pen, words: str, part: Area) -> None:
    highest = max(part.height * 0.88, min(_ON_TAB, part.height * 1.3), SMALLEST)
    size = size_for(words, part.width * 0.94, highest, bold=True)
    pen.letters(words, part.middle, size, palette.INK)


def single(card: Card | None, size: tuple[int, int], count: int = 1) -> PositionArt:
    """Return a pile on the band, usually of one card: face up, or a back for ``None``."""
    top = Position((card,), face_up=card is not None)
    return PositionArt(size, THEME.panel, THEME, top, count=count)


@dataclass(frozen=True, slots=True)
class PowerArt(KapowArt):
    """A lone power card so small that its two modifiers are but a sign on a tab."""

    card: Card

    def top_card(self, pen: Pen) -> None:
        """Draw the card."""
        self.slab(pen, under=palette.TAB)
        area = self.area
        x = area.left + area.width * 0.45
        tab = area._replace(right=x)
        self.side(pen, palette.POWER, tab, _LEFT)
        pen.fitted("±", tab, area.height, palette.CREAM)
        _figure(pen, number(self.card.face), area._replace(left=x))


@dataclass(frozen=True, slots=True)
class SetArt(KapowArt):
    """A powerset so small that only its value is on it."""

    value: int

    def top_card(self, pen: Pen) -> None:
        """Draw the card, with an empty tab below."""
        area = self.area
        tab = area._replace(top=area.bottom - area.height / 5, bottom=area.bottom + self.edge)
        self.slab(pen)
        _figure(pen, number(self.value), area._replace(bottom=tab.top))
        self.side(pen, palette.TAB, tab, _LOWER)


def _emoji(card: Card | None) -> Art:
    if card is not None and card.is_power:
        return PowerArt(NARROW, THEME.panel, THEME, card)
    return single(card, NARROW)


EMOJIS: Final[Mapping[str, Art]] = {
    **{say.card_emoji(card): _emoji(card) for card in (None, *Card)},
    **{say.set_emoji(value): SetArt(NARROW, THEME.panel, THEME, value) for value in say.SETS},
    say.GONE_EMOJI: BareArt(NARROW, THEME.panel, THEME),
}
