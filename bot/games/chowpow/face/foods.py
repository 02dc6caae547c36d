"""Drawings of food, the signs of the factions: flat, in their own colours, each with a smile."""

import math
from collections.abc import Callable
from typing import Final

from bot.face.paint import Area, Pen, Point
from bot.face.palette import CREAM, GOLD, INK, Colour
from bot.games.chowpow.rules.cards import TEAM_UP, WILD

_CHERRY: Final[Colour] = (216, 44, 62)
_LEAF: Final[Colour] = (62, 152, 64)
_STEM: Final[Colour] = (36, 104, 52)
_CARROT: Final[Colour] = (244, 130, 36)
_CRUST: Final[Colour] = (184, 108, 44)
_CRUMB: Final[Colour] = (250, 206, 132)
_ROAST: Final[Colour] = (160, 74, 32)
_GLAZE: Final[Colour] = (208, 118, 58)
_SWEET: Final[Colour] = (232, 84, 160)
_PAPER: Final[Colour] = (150, 72, 190)
_FISH: Final[Colour] = (44, 134, 216)
_FIN: Final[Colour] = (18, 88, 164)
_BELLY: Final[Colour] = (160, 214, 250)
_MINT: Final[Colour] = (70, 196, 170)

FOOD_COLOURS: Final = (
    *(_CHERRY, _LEAF, _STEM, _CARROT, _CRUST, _CRUMB, _ROAST, _GLAZE),
    *(_SWEET, _PAPER, _FISH, _FIN, _BELLY, _MINT),
)
"""All colours of the food that other things do not have."""

_FINE: Final = 30
"""The width of food from which details are drawn, in pixels."""
_TIPS: Final = 5
"""Of a star."""


def draw_food(pen: Pen, sign: str, area: Area) -> None:
    """Draw one of ``SIGNS`` in a square."""
    _DRAWINGS[sign](_Plate(pen, area))


class _Plate:
    """Draws shapes; places and lengths are fractions of the square."""

    def __init__(self, pen: Pen, area: Area) -> None:
        self._pen = pen
        self._area = area
        self.fine = area.width >= _FINE
        """Whether there is room for smiles and other details."""

    def shape(self, colour: Colour, *corners: Point) -> None:
        self._pen.polygon([self._at(*corner) for corner in corners], colour)

    def disc(self, colour: Colour, x: float, y: float, radius: float) -> None:
        self.oval(colour, x - radius, y - radius, x + radius, y + radius)

    def oval(self, colour: Colour, left: float, top: float, right: float, bottom: float) -> None:
        self._pen.ellipse((*self._at(left, top), *self._at(right, bottom)), colour)

    def line(self, colour: Colour, thick: float, *points: Point) -> None:
        self._pen.line([self._at(*point) for point in points], self._area.width * thick, colour)

    def block(self, colour: Colour, radius: float, at: Area) -> None:
        box = (*self._at(at.left, at.top), *self._at(at.right, at.bottom))
        self._pen.rounded(box, self._area.width * radius, colour)

    def smile(self, x: float, y: float, size: float, colour: Colour = INK) -> None:
        """Draw two eyes and a smile if there is room; ``size`` is the distance of the eyes."""
        if not self.fine:
            return
        for side in (-0.5, 0.5):
            self.disc(colour, x + side * size, y, 0.17 * size)
        reach = 0.28 * size
        mouth = (*self._at(x - reach, y - reach * 0.4), *self._at(x + reach, y + reach * 1.6))
        self._pen.arc(mouth, 10, 170, self._area.width * 0.14 * size, colour)

    def _at(self, x: float, y: float) -> Point:
        return self._area.left + x * self._area.width, self._area.top + y * self._area.height


def _fruit(plate: _Plate) -> None:
    plate.line(_STEM, 0.07, (0.28, 0.5), (0.36, 0.26), (0.58, 0.08))
    plate.line(_STEM, 0.07, (0.74, 0.56), (0.7, 0.3), (0.58, 0.08))
    plate.shape(_LEAF, (0.58, 0.1), (0.72, -0.01), (0.88, 0.01), (1.0, 0.14), (0.84, 0.24))
    for x, y, radius in ((0.28, 0.7, 0.28), (0.74, 0.74, 0.26)):
        plate.disc(_CHERRY, x, y, radius)
        plate.smile(x, y + 0.01, 0.22)


def _veg(plate: _Plate) -> None:
    for x, top in ((0.24, 0.08), (0.76, 0.08), (0.5, 0.0)):
        plate.line(_LEAF, 0.17, (0.5, 0.34), (x, top + 0.08))
        plate.disc(_LEAF, x, top + 0.08, 0.085)
    plate.oval(_CARROT, 0.17, 0.24, 0.83, 0.66)
    plate.shape(
        _CARROT, (0.17, 0.46), (0.83, 0.46), (0.74, 0.64), (0.54, 1.0), (0.46, 1.0), (0.26, 0.64)
    )
    plate.smile(0.52, 0.5, 0.28)


def _bakery(plate: _Plate) -> None:
    plate.oval(_CRUST, 0.0, 0.06, 1.0, 0.54)
    plate.block(_CRUST, 0.1, Area(0.09, 0.3, 0.91, 0.96))
    plate.oval(_CRUMB, 0.09, 0.14, 0.91, 0.48)
    plate.block(_CRUMB, 0.06, Area(0.18, 0.3, 0.82, 0.87))
    plate.smile(0.5, 0.52, 0.34)


def _grill(plate: _Plate) -> None:
    bone = ((_ROAST, 0.035), (CREAM, 0.0)) if plate.fine else ((_CRUMB, 0.01),)
    for colour, edge in bone:
        plate.line(colour, 0.14 + 2 * edge, (0.6, 0.6), (0.86, 0.86))
        plate.disc(colour, 0.91, 0.79, 0.085 + edge)
        plate.disc(colour, 0.79, 0.91, 0.085 + edge)
    plate.disc(_ROAST, 0.39, 0.39, 0.38)
    plate.shape(_ROAST, (0.66, 0.12), (0.78, 0.64), (0.64, 0.78), (0.12, 0.66))
    if plate.fine:
        plate.disc(_GLAZE, 0.36, 0.36, 0.29)
    plate.smile(0.37, 0.36, 0.28)


def _sweets(plate: _Plate) -> None:
    for edge, inner in ((0.0, 0.3), (1.0, 0.7)):
        middle = (edge + inner) / 2
        plate.shape(_PAPER, (inner, 0.5), (middle, 0.2), (edge, 0.22), (edge, 0.78), (middle, 0.8))
    plate.disc(_SWEET, 0.5, 0.5, 0.34)
    plate.smile(0.5, 0.5, 0.28)


def _sea(plate: _Plate) -> None:
    plate.shape(_FIN, (0.66, 0.52), (1.0, 0.2), (0.92, 0.52), (1.0, 0.84))
    plate.shape(_FISH, (0.28, 0.26), (0.5, 0.06), (0.6, 0.3))
    plate.oval(_FISH, 0.0, 0.18, 0.82, 0.86)
    if plate.fine:
        plate.oval(_BELLY, 0.14, 0.56, 0.66, 0.84)
    plate.smile(0.24, 0.42, 0.24)


def _wild(plate: _Plate) -> None:
    tips = []
    for tip in range(2 * _TIPS):
        reach, turn = (0.55, 0.3)[tip % 2], math.tau * (tip / (2 * _TIPS) - 0.25)
        tips.append((0.5 + reach * math.cos(turn), 0.54 + reach * math.sin(turn)))
    plate.shape(GOLD, *tips)
    plate.smile(0.5, 0.5, 0.26)


def _team_up(plate: _Plate) -> None:
    for colour, x, y in ((_CARROT, 0.32, 0.36), (_MINT, 0.68, 0.64)):
        plate.disc(colour, x, y, 0.32)
        plate.smile(x, y - 0.02, 0.24)


_DRAWINGS: Final[dict[str, Callable[[_Plate], None]]] = {
    "Fruit": _fruit,
    "Veg": _veg,
    "Bakery": _bakery,
    "Grill": _grill,
    "Sweets": _sweets,
    "Sea": _sea,
    WILD: _wild,
    TEAM_UP: _team_up,
}

SIGNS: Final = frozenset(_DRAWINGS)
"""The names of the factions that have a sign, and the letters of the wilds."""
