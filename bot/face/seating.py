"""Where everybody sits in a picture: a panel for each seat, and a band between them."""

from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from bot.face.paint import Box

__all__ = ["WIDTH", "Seating", "across", "seating"]

WIDTH: Final = 820
"""The width of every picture, in pixels: enough for the 550 points that Discord shows it at."""

_SIDE: Final = 18
_HEADER: Final = 50
_GAP: Final = 16
_BAND: Final = 84
_PAD: Final = 8
"""Between the edge of a panel and what lies on it."""


class _Letters(NamedTuple):
    """The sizes of letters that follow from how many panels lie side by side, in pixels."""

    name: int
    figures: int
    heading: int
    """Height of the lines above the cards."""


_LETTERS: Final = {2: _Letters(20, 17, 28), 3: _Letters(18, 15, 43), 4: _Letters(16, 14, 41)}


@dataclass(frozen=True, slots=True)
class Seating:
    """The boxes of a picture, in pixels."""

    height: int
    panels: tuple[Box, ...]
    """One for each seat."""
    bodies: tuple[Box, ...]
    """The part of each panel beneath its heading."""
    band: Box
    name: int
    figures: int
    """Sizes of the letters of names and of figures."""
    one_line: bool
    """Whether a panel has its name and figures in one line."""
    heading: int = 0
    """How much of a panel's width these may take; 0 for all of it."""


def across(seats: int) -> int:
    """Return how many panels lie side by side: two, three or four."""
    return 2 if seats <= 4 else (seats + 1) // 2


@cache
def seating(seats: int, body: int) -> Seating:
    """Seat two to eight around the band, in one row or two; ``body`` is what a panel must hold.

    They go round clockwise: the upper row from left to right, the lower one back. All in pixels.
    """
    abreast = across(seats)
    letters = _LETTERS[abreast]
    width = (WIDTH - 2 * _SIDE - (abreast - 1) * _GAP) // abreast
    height = letters.heading + body + 2 * _PAD
    band = Box(_SIDE, _HEADER + height + _GAP, WIDTH - 2 * _SIDE, _BAND)
    upper = _row(min(seats, abreast), width, height, _HEADER)
    lower = _row(seats - len(upper), width, height, band.y + _BAND + _GAP)
    panels = (*upper, *reversed(lower))
    return Seating(
        height=max(band.y + _BAND, panels[-1].y + height) + _SIDE,
        panels=panels,
        bodies=tuple(
            Box(at.x + _PAD, at.y + _PAD + letters.heading, width - 2 * _PAD, body) for at in panels
        ),
        band=band,
        name=letters.name,
        figures=letters.figures,
        one_line=abreast == 2,
    )


def _row(count: int, width: int, height: int, y: int) -> list[Box]:
    """Return ``count`` panels side by side, in the middle of the picture."""
    left = (WIDTH - count * width - (count - 1) * _GAP) // 2
    return [Box(left + at * (width + _GAP), y, width, height) for at in range(count)]
