"""Signs of the factions in the standard deck; other factions are shown by their letter only."""

from typing import Final, NamedTuple

from bot.face import palette
from bot.face.card import Area
from bot.face.paint import Brush
from bot.face.palette import Colour
from bot.games.chowpow.rules.cards import TEAM_UP, WILD, Card
from bot.games.chowpow.rules.deck import Deck

__all__ = ["Look", "draw_sign", "look_of"]

_COLOURS: Final = (
    palette.RED,
    palette.BANDS[0],
    palette.BANDS[9],
    palette.BURST_EDGE,
    palette.POWER,
    palette.BACK,
    palette.BANDS[12],
    palette.COLUMN,
    palette.TAB,
    palette.BANDS[10],
    palette.INK,
    palette.BANDS[1],
)
"""By the faction's index in its deck: a visual aid, never the only distinction."""

_SIGNS: Final = ("Fruit", "Veg", "Bakery", "Grill", "Sweets", "Sea")
"""The factions that have a sign."""


class Look(NamedTuple):
    """A card's appearance: letter, number, the faction's sign (may be empty) and colour."""

    code: str
    number: int
    sign: str
    colour: Colour


def look_of(deck: Deck, card: Card) -> Look:
    """Return the appearance of a card."""
    if card.is_wild:
        return Look(card.code, card.number, card.code, palette.TAB)
    at = next(at for at, faction in enumerate(deck.factions) if faction.code == card.code)
    name = deck.factions[at].name
    return Look(card.code, card.number, name if name in _SIGNS else "", _COLOURS[at])


def draw_sign(brush: Brush, look: Look, box: Area) -> None:
    """Draw a sign in a square, in cream on the faction's colour."""
    sign = _Sign(brush, box, look.colour)
    draw = {
        "Fruit": sign.fruit,
        "Veg": sign.veg,
        "Bakery": sign.bakery,
        "Grill": sign.grill,
        "Sweets": sign.sweets,
        "Sea": sign.sea,
        WILD: sign.wild,
        TEAM_UP: sign.team_up,
    }
    draw[look.sign]()


class _Sign:
    """Draws one sign; coordinates are fractions of the square."""

    def __init__(self, brush: Brush, box: Area, ground: Colour) -> None:
        self._brush = brush
        self._box = box
        self._ground = ground

    def fruit(self) -> None:
        """Draw two cherries on their stems."""
        self._line((0.3, 0.68), (0.62, 0.08), 0.07)
        self._line((0.74, 0.74), (0.62, 0.08), 0.07)
        self._disc(0.26, 0.74, 0.22)
        self._disc(0.74, 0.76, 0.22)
        self._shape((0.6, 0.1), (0.98, 0.04), (0.84, 0.34))

    def veg(self) -> None:
        """Draw a carrot with its leaves."""
        self._shape((0.2, 0.36), (0.8, 0.36), (0.56, 1.0), (0.44, 1.0))
        for x in (0.16, 0.5, 0.84):
            self._shape((0.44, 0.34), (0.56, 0.34), (x + 0.09, 0.06), (x - 0.09, 0.0))
        self._line((0.2, 0.56), (0.48, 0.56), 0.07, self._ground)
        self._line((0.76, 0.74), (0.52, 0.74), 0.07, self._ground)

    def bakery(self) -> None:
        """Draw a loaf with three cuts."""
        box = self._box
        loaf = Area(*self._at(0.02, 0.26), *self._at(0.98, 0.84))
        self._brush.rounded_rectangle(loaf, box.height * 0.26, palette.CREAM)
        for x in (0.28, 0.5, 0.72):
            self._line((x + 0.07, 0.34), (x - 0.07, 0.6), 0.08, self._ground)

    def grill(self) -> None:
        """Draw a flame."""
        self._shape(
            (0.56, 0.0), (0.74, 0.3), (0.8, 0.22), (0.92, 0.62), (0.76, 0.92), (0.5, 1.0),
            (0.24, 0.92), (0.08, 0.62), (0.24, 0.3), (0.36, 0.44),
        )  # fmt: skip
        self._shape((0.52, 0.5), (0.68, 0.74), (0.5, 0.92), (0.32, 0.74), colour=self._ground)

    def sweets(self) -> None:
        """Draw a sweet in its paper."""
        self._shape((0.34, 0.5), (0.0, 0.22), (0.0, 0.78))
        self._shape((0.66, 0.5), (1.0, 0.22), (1.0, 0.78))
        self._disc(0.5, 0.5, 0.29)
        self._line((0.42, 0.26), (0.58, 0.74), 0.08, self._ground)

    def sea(self) -> None:
        """Draw a fish."""
        body = Area(*self._at(0.0, 0.22), *self._at(0.78, 0.78))
        self._brush.ellipse(body, palette.CREAM)
        self._shape((0.62, 0.5), (1.0, 0.2), (1.0, 0.8))
        self._disc(0.2, 0.44, 0.07, self._ground)

    def wild(self) -> None:
        """Draw a star with four tips."""
        self._shape(
            (0.5, 0.0), (0.62, 0.38), (1.0, 0.5), (0.62, 0.62),
            (0.5, 1.0), (0.38, 0.62), (0.0, 0.5), (0.38, 0.38),
        )  # fmt: skip

    def team_up(self) -> None:
        """Draw two rings that hold each other."""
        width = max(1, round(self._box.width * 0.11))
        for x in (0.34, 0.66):
            ring = Area(*self._at(x - 0.32, 0.18), *self._at(x + 0.32, 0.82))
            self._brush.ellipse(ring, outline=palette.CREAM, width=width)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return self._box.left + x * self._box.width, self._box.top + y * self._box.height

    def _shape(self, *corners: tuple[float, float], colour: Colour = palette.CREAM) -> None:
        self._brush.polygon([self._at(x, y) for x, y in corners], colour)

    def _disc(self, x: float, y: float, radius: float, colour: Colour = palette.CREAM) -> None:
        (left, top), by = self._at(x, y), radius * self._box.width
        self._brush.ellipse((left - by, top - by, left + by, top + by), colour)

    def _line(
        self,
        one: tuple[float, float],
        other: tuple[float, float],
        thick: float,
        colour: Colour = palette.CREAM,
    ) -> None:
        width = max(1, round(thick * self._box.width))
        self._brush.line([self._at(*one), self._at(*other)], colour, width)
