"""The layout of a picture: a panel for each seat, and a band between the rows of panels."""

from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from bot.face.paint import Box

__all__ = ["WIDTH", "Seating", "panels_per_row", "seating"]

WIDTH: Final = 820
"""The width of all pictures, in pixels; Discord displays them at 550 points."""

_SIDE: Final = 18
_HEADER: Final = 50
_GAP: Final = 16
_BAND: Final = 84
_PAD: Final = 8
"""The padding inside a panel, in pixels."""


class _Letters(NamedTuple):
    """Font sizes by the number of panels in a row, in pixels."""

    name: int
    figures: int
    heading: int
    """The height of the text above the cards."""


_LETTERS: Final = {2: _Letters(20, 17, 28), 3: _Letters(18, 15, 43), 4: _Letters(16, 14, 41)}


@dataclass(frozen=True, slots=True)
class Seating:
    """The boxes of a picture, in pixels."""

    height: int
    panels: tuple[Box, ...]
    """One for each seat."""
    bodies: tuple[Box, ...]
    """The part of each panel below its heading."""
    band: Box
    name: int
    figures: int
    """Font sizes of names and of other text."""
    one_line: bool
    """Whether name and figures are in one line."""
    heading: int = 0
    """The maximum width of name and figures; 0 for the whole panel."""


def panels_per_row(seats: int) -> int:
    """Return the number of panels in a row: two, three or four."""
    return 2 if seats <= 4 else (seats + 1) // 2


@cache
def seating(seats: int, body: int) -> Seating:
    """Lay out two to eight seats around the band; ``body`` is the height of a panel's content.

    Seats go clockwise: the upper row from left to right, the lower row from right to left.
    """
    in_row = panels_per_row(seats)
    letters = _LETTERS[in_row]
    width = (WIDTH - 2 * _SIDE - (in_row - 1) * _GAP) // in_row
    height = letters.heading + body + 2 * _PAD
    band = Box(_SIDE, _HEADER + height + _GAP, WIDTH - 2 * _SIDE, _BAND)
    upper = _row(min(seats, in_row), width, height, _HEADER)
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
        one_line=in_row == 2,
    )


def _row(count: int, width: int, height: int, y: int) -> list[Box]:
    """Return ``count`` panels side by side, centred in the picture."""
    left = (WIDTH - count * width - (count - 1) * _GAP) // 2
    return [Box(left + at * (width + _GAP), y, width, height) for at in range(count)]
