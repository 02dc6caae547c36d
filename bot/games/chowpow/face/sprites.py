"""How cards look; a faction that isn't in the standard deck is shown by its letter only."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.face import palette
from bot.face.canvas import SPARK, Art, Theme
from bot.face.cards import FRAME, CardArt
from bot.face.emoji import CARD as SQUARE, BareArt, index
from bot.face.paint import Area, Pen, width
from bot.face.palette import CREAM, GOLD, INK, Colour
from bot.face.seating import SMALLEST
from bot.games.chowpow.face import labels
from bot.games.chowpow.face.foods import FOOD_COLOURS, SIGNS, draw_food
from bot.games.chowpow.rules.cards import Card
from bot.games.chowpow.rules.options import Deck, default_deck


class Tint(NamedTuple):
    """The colours of a faction's cards: a visual aid, never the only distinction."""

    light: Colour
    """The card."""
    strong: Colour
    """Its lower edge, and its letter."""


TINTS: Final = (
    Tint((255, 214, 208), (176, 24, 44)),
    Tint((212, 236, 182), (28, 104, 44)),
    Tint((255, 236, 184), (140, 84, 16)),
    Tint((238, 188, 158), (122, 38, 18)),
    Tint((238, 212, 248), (124, 44, 150)),
    Tint((194, 228, 252), (14, 78, 146)),
    Tint((186, 234, 224), (8, 98, 90)),
    Tint((252, 198, 226), (160, 20, 96)),
    Tint((226, 230, 150), (92, 96, 10)),
    Tint((214, 216, 222), (70, 74, 88)),
    Tint((226, 206, 184), (96, 66, 40)),
    Tint((206, 208, 252), (54, 52, 150)),
)
"""By the faction's index in its deck."""

WILD_TINT: Final = Tint((92, 58, 148), CREAM)


class Look(NamedTuple):
    """A card's appearance: letter, number, the faction's sign (may be empty) and colours."""

    code: str
    number: int
    sign: str
    tint: Tint

    @property
    def ink(self) -> Colour:
        """The colour of the number."""
        return CREAM if self.tint is WILD_TINT else INK


def look_of(deck: Deck, card: Card) -> Look:
    """Return the appearance of a card."""
    if card.is_wild:
        return Look(card.code, card.number, card.code, WILD_TINT)
    at = next(at for at, faction in enumerate(deck.factions) if faction.code == card.code)
    name = deck.factions[at].name
    return Look(card.code, card.number, name if name in SIGNS else "", TINTS[at])


_BACK: Final[Colour] = (84, 36, 82)
_MARK: Final[Colour] = (190, 122, 180)
_WILD: Final = WILD_TINT.light


def _bowl(pen: Pen, area: Area, theme: Theme) -> None:
    left, top, right, _ = body = area.square(0.62).moved(0, 6)
    side, mark = body.width, theme.back_mark
    rim = top + side * 0.5
    pen.slice((left, rim - side * 0.42, right, rim + side * 0.42), 0, 180, mark)
    foot = (left + side * 0.3, rim + side * 0.3, right - side * 0.3, rim + side * 0.47)
    pen.rectangle(foot, mark)
    for x in (left + side * 0.2, left + side * 0.55):
        cloud = (x - side * 0.1, rim - side * 0.54, x + side * 0.22, rim - side * 0.08)
        pen.arc(cloud, -64, 64, side * 0.09, mark)


THEME: Final = Theme(
    ground=(10, 38, 44),
    panel=(18, 56, 64),
    well=(30, 78, 86),
    back=_BACK,
    back_line=(150, 80, 142),
    back_mark=_MARK,
    soft=(168, 208, 210),
    motif=_bowl,
    more=(*FOOD_COLOURS, *(colour for tint in TINTS for colour in tint), _WILD),
    more_blends=(
        (CREAM, _WILD, 1),
        (GOLD, _WILD, 1),
        (CREAM, _BACK, 1),
        (_MARK, _BACK, 1),
    ),
)

FOOD: Final = 26
"""The size of the food of a card won, in pixels."""
_LARGE: Final = 70
"""The height of a card from which its number is larger, in pixels."""
_SIGNED: Final = 60
"""The height of a hand from which its back has the game's sign, in pixels."""
_BADGE: Final = 23
"""The height of a pile's count, in pixels."""
_DEPTH: Final = 3
"""How far the card beneath the top one is visible, in pixels."""
_CORNER: Final = 14
"""The width of a card relative to the radius of its corners."""
_INSET: Final = 5
"""The distance of number and letter from the card's edge, in pixels."""
_LARGE_NUMBER: Final = 36
_SMALL_NUMBER: Final = 28
"""The font sizes of a card's number, in pixels."""


class ChowpowArt(CardArt):
    """Draws cards of Chow Pow!."""

    __slots__ = ()

    @property
    def radius(self) -> float:
        """The radius of the card's corners."""
        return min(self.size) / _CORNER

    def beneath(self, pen: Pen, count: int) -> None:
        """Draw the lower edge of the card beneath the top one, if there is one."""
        if count > 1:
            pen.rounded(self.area.moved(0, _DEPTH + 1), self.radius, self.theme.back_line)
            pen.rounded(self.area.moved(0, _DEPTH), self.radius, palette.SHADOW)

    def front(self, pen: Pen, look: Look) -> None:
        """Draw a card's front."""
        self.slab(pen, look.tint.light, look.tint.strong)
        self._face(pen, look, look.ink, look.tint.strong)

    def seen(self, pen: Pen, look: Look) -> None:
        """Draw a card that is face down again after everyone has just seen it."""
        theme, area = self.theme, self.area
        self.slab(pen, theme.back, theme.back_line)
        pen.rounded(area, self.radius, theme.back, (theme.back_line, 2))
        self._face(pen, look, CREAM, CREAM)

    def _face(self, pen: Pen, look: Look, ink: Colour, lettering: Colour) -> None:
        """Draw number and food: one below the other on large cards; small ones may overlap."""
        area = self.area
        large = area.height >= _LARGE
        size = _LARGE_NUMBER if large else _SMALL_NUMBER
        x, y = area.left + _INSET + size * 0.27, area.top + _INSET + size * 0.35
        below, beside = y + size * 0.35, x + size * 0.27 + 2
        pen.letters(str(look.number), (x, y), size, ink)
        body = area._replace(top=below) if large else area._replace(left=beside)
        if not look.sign:
            pen.fitted(look.code, body, body.height, lettering)
            return
        draw_food(pen, look.sign, body.grown(-1).square(0.97))
        if not large:
            y = area.bottom - _INSET - SMALLEST * 0.35
            draw_food(pen, look.sign, Area(x, y, x, y).grown(SMALLEST / 2))


@dataclass(frozen=True, slots=True)
class BadgeArt:
    """A pile's count, for the upper right corner of a card of this size with its margin."""

    card: tuple[int, int]
    ground: Colour
    count: int
    changed: bool = False

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return width(self._words, SMALLEST, bold=True) + 7, _BADGE

    def draw(self, pen: Pen) -> None:
        """Draw the count, in the colour of a frame if the pile has just changed."""
        area = Area(0, 0, *self.size)
        colour = SPARK if self.changed else CREAM
        pen.rounded(area, min(self.card) / _CORNER, colour, corners=(False, True, False, False))
        pen.letters(self._words, area.middle, SMALLEST, INK)

    def at(self, corner: tuple[int, int]) -> tuple[int, int]:
        """Return where it belongs on a card whose upper left corner is here."""
        return corner[0] + self.card[0] - FRAME - self.size[0], corner[1] + FRAME

    @property
    def _words(self) -> str:
        return f"{labels.TIMES}{self.count}"


@dataclass(frozen=True, slots=True)
class PileArt(ChowpowArt):
    """A pile with its top card, None for a back.

    ``count`` is at most 2: more cards look the same. :class:`BadgeArt` tells how many there are.
    ``again`` is a top card that is face down again after everyone has just seen it.
    """

    top: Look | None
    again: bool = False

    def top_card(self, pen: Pen) -> None:
        """Draw the top card."""
        if self.top is None:
            self.back(pen)
        elif self.again:
            self.seen(pen, self.top)
        else:
            self.front(pen, self.top)


def single(look: Look | None, size: tuple[int, int]) -> PileArt:
    """Return one card on a panel, or a back for None."""
    return PileArt(size, THEME.panel, THEME, look)


@dataclass(frozen=True, slots=True)
class HandArt(ChowpowArt):
    """The back of a hand's top card with the number of its cards."""

    def bare(self, pen: Pen) -> None:
        """Draw the place of a hand without cards."""
        if self.area.height >= SMALLEST:
            ChowpowArt.bare(self, pen)
        pen.letters("0", self.area.middle, SMALLEST, self.theme.soft)

    def top_card(self, pen: Pen) -> None:
        """Draw the hand: if it is small, with the number, else with the game's sign alone."""
        if self.area.height >= _SIGNED:
            self.back(pen)
            return
        self.slab(pen, self.theme.back, self.theme.back_line)
        pen.rounded(self.area, self.radius, edge=(self.theme.back_line, 1.5))
        size = max(SMALLEST, int(self.area.height * 0.7))
        pen.letters(str(self.count), self.area.middle, size, CREAM)


@dataclass(frozen=True, slots=True)
class FoodArt:
    """The food of a card won, or its letter."""

    look: Look
    size: tuple[int, int] = (FOOD, FOOD)
    ground: Colour = CREAM

    def draw(self, pen: Pen) -> None:
        """Draw the food."""
        area, look = Area(0, 0, *self.size), self.look
        if look.tint is WILD_TINT:
            pen.rectangle(area, look.tint.light)
        if look.sign:
            draw_food(pen, look.sign, area.grown(-2))
        else:
            pen.fitted(look.code, area, area.height, look.tint.strong)


@dataclass(frozen=True, slots=True)
class SmallArt(ChowpowArt):
    """A pile so small that its card, None for a back, has no letter: number and food are enough."""

    look: Look | None

    def beneath(self, pen: Pen, count: int) -> None:
        """Draw nothing: the number says it."""

    def top_card(self, pen: Pen) -> None:
        """Draw the card, and how many there are if there are several."""
        if self.look is None:
            self.back(pen)
        else:
            self.slab(pen, self.look.tint.light, self.look.tint.strong)
            food = index(pen, str(self.look.number), self.area, self.look.ink)
            draw_food(pen, self.look.sign, food)
        if self.count > 1:
            _, top, right, _ = self.area
            badge = Area(right - _SMALL_BADGE, top, right, top + _SMALL_BADGE)
            pen.rounded(badge, self.radius, CREAM)
            pen.letters(str(self.count), badge.middle, _SMALL_BADGE + 2, INK)


_SMALL_BADGE: Final = 14
"""The side of the square with the number of a small pile, in pixels."""


def _emojis() -> Mapping[str, Art]:
    deck, about = default_deck(), (SQUARE, THEME.panel, THEME)
    looks = {name: look_of(deck, card) for name, card in labels.emojis().items()}
    shown: Mapping[str, Look | None] = {labels.HIDDEN_EMOJI: None, **looks}
    return {
        **{
            labels.pile_emoji(name, count).emoji: SmallArt(*about, look, count=count)
            for count in (1, *labels.PILES)
            for name, look in shown.items()
        },
        labels.EMPTY_EMOJI: BareArt(*about),
    }


EMOJIS: Final = _emojis()
