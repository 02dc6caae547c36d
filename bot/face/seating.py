"""The layout of a picture: a panel for each seat, and a band between the rows of panels.

Discord shows a picture 265 to 400 points wide on a phone. Pictures are 530 pixels wide, and no
letter is smaller than 22 pixels: at 265 points these are 11. All sizes are in pixels.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.face.paint import Box

WIDTH: Final = 530
"""Of all pictures of tables."""
SMALLEST: Final = 22
"""The smallest font size."""

SIDE: Final = 8
GAP: Final = 8
HEADER: Final = 36
BAND: Final = 66
PAD: Final = 5

_NAMES: Final = {2: 26, 3: 22}
"""The font size of names by the number of panels in a row."""
_OWN: Final = {2: 38, 3: 24}
"""How much wider the own panel is, by the panels in a row; those beside it are less wide."""
_HEADING: Final = 54
"""The height of name and figures above the cards."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The boxes of a picture, in pixels."""

    height: int
    panels: tuple[Box, ...]
    bodies: tuple[Box, ...]
    """The part of each panel for its cards."""
    band: Box
    name: int = 26
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
def seating(seats: int, body: int, own: int | None = None, larger: int = 0) -> Seating:
    """Lay out two to eight seats around the band; ``body`` is the height of a panel's content.

    Seats go row by row; the band follows the first row. The panel of the seat that looks on, its
    ``own``, is wider, its content ``larger`` pixels higher.
    """
    in_row = panels_per_row(seats)
    panels: list[Box] = []
    bodies: list[Box] = []
    y = HEADER
    band = Box(0, 0, 0, 0)
    for start in range(0, seats, in_row):
        count = min(in_row, seats - start)
        place = own - start if own is not None and own in range(start, start + count) else None
        more = larger if place is not None else 0
        height = _HEADING + body + more + 2 * PAD
        for at, box in enumerate(_row(_widths(seats, count, place), height, y)):
            panels.append(box)
            high = body + more if at == place else body
            top = y + PAD + _HEADING + (body + more - high) // 2
            bodies.append(Box(box.x + PAD, top, box.width - 2 * PAD, high))
        y += height + GAP
        if start == 0:
            band = Box(SIDE, y, WIDTH - 2 * SIDE, BAND)
            y += BAND + GAP
    return Seating(y, tuple(panels), tuple(bodies), band, _NAMES[in_row])


def _widths(seats: int, count: int, own: int | None) -> list[int]:
    width, in_row = panel_width(seats), panels_per_row(seats)
    wider = 0 if own is None else _OWN[in_row]
    less = wider // (in_row - 1) if count == in_row else 0
    return [width + wider if place == own else width - less for place in range(count)]


def _row(widths: Sequence[int], height: int, y: int) -> Iterator[Box]:
    left = (WIDTH - sum(widths) - (len(widths) - 1) * GAP) // 2
    for width in widths:
        yield Box(left, y, width, height)
        left += width + GAP
