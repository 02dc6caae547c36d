"""The layout of a picture: a panel for each seat, and a band between the rows of panels.

Discord shows a picture 265 to 400 points wide on a phone. Pictures are 530 pixels wide, and no
letter is smaller than 22 pixels: at 265 points these are 11.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.face.paint import Box

WIDTH: Final = 530
"""The width of all pictures of tables, in pixels."""
SMALLEST: Final = 22
"""The smallest font size, in pixels."""

SIDE: Final = 8
"""The margin left and right, in pixels."""
GAP: Final = 8
"""The gap between panels, in pixels."""
HEADER: Final = 36
"""The height of the line on top, in pixels."""
BAND: Final = 66
"""The height of the band, in pixels."""
PAD: Final = 5
"""The padding inside a panel, in pixels."""

_NAMES: Final = {2: 26, 3: 22}
"""The font size of names by the number of panels in a row, in pixels."""
_HEADING: Final = 54
"""The height of name and figures above the cards, in pixels."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The boxes of a picture, in pixels."""

    height: int
    panels: tuple[Box, ...]
    """One for each seat."""
    bodies: tuple[Box, ...]
    """The part of each panel for its cards."""
    band: Box
    name: int = 26
    """The font size of names."""
    heading: int = 0
    """The width of name and figures; 0 for the whole panel."""


def panels_per_row(seats: int) -> int:
    """Return the number of panels in a row: two, or three from five seats on."""
    return 2 if seats <= 4 else 3


def panel_width(seats: int) -> int:
    """Return the width of a panel, in pixels."""
    in_row = panels_per_row(seats)
    return (WIDTH - 2 * SIDE - (in_row - 1) * GAP) // in_row


@cache
def seating(seats: int, body: int) -> Seating:
    """Lay out two to eight seats around the band; ``body`` is the height of a panel's content.

    Seats go row by row, from left to right; the band follows the first row.
    """
    in_row = panels_per_row(seats)
    width = panel_width(seats)
    height = _HEADING + body + 2 * PAD
    panels: list[Box] = []
    y = HEADER
    band = Box(0, 0, 0, 0)
    for start in range(0, seats, in_row):
        count = min(in_row, seats - start)
        panels += _row(count, width, height, y)
        y += height + GAP
        if start == 0:
            band = Box(SIDE, y, WIDTH - 2 * SIDE, BAND)
            y += BAND + GAP
    return Seating(
        height=y,
        panels=tuple(panels),
        bodies=tuple(
            Box(at.x + PAD, at.y + PAD + _HEADING, width - 2 * PAD, body) for at in panels
        ),
        band=band,
        name=_NAMES[in_row],
    )


def _row(count: int, width: int, height: int, y: int) -> list[Box]:
    """Return ``count`` panels side by side, centred in the picture."""
    left = (WIDTH - count * width - (count - 1) * GAP) // 2
    return [Box(left + at * (width + GAP), y, width, height) for at in range(count)]
