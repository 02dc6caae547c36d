"""The layout of a picture for two to eight seats."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.face.paint import Box
from bot.face.seating import Seating, panel_width, seating

__all__ = ["Layout", "layout"]

_BETWEEN: Final = 3
"""The gap between two columns, in pixels."""
_EDGE: Final = 1
"""The gap above and below the cards of a column, in pixels."""
_WIDEST: Final = 84
"""The maximum width of a card with its margin, in pixels."""
_HIGH: Final = 47
_HIGHER: Final = 50
_LOW: Final = 43
"""The height of a card with its margin, in pixels: narrow ones need room for a tab above, and those
of a full table have to be low."""
_FULL: Final = 7
"""The number of seats from which a table is full."""
_NARROW: Final = 46
"""The width of a column from which tabs fit beside numbers, in pixels."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The boxes of the seats and their columns, in pixels."""

    seating: Seating
    columns: tuple[tuple[Box, ...], ...]
    """For each seat, the boxes of its triads."""
    cell: tuple[int, int]
    """The size of a card with its margin."""

    def at(self, seat: int, column: int, row: int) -> tuple[int, int]:
        """Return the upper left corner of a card with its margin."""
        box = self.columns[seat][column]
        return box.middle - self.cell[0] // 2, box.y + _EDGE + row * self.cell[1]


@cache
def layout(seats: int, triads: int) -> Layout:
    """Lay out a table for this number of seats, each with ``triads`` columns."""
    wide = panel_width(seats) // triads
    high = _HIGHER if wide < _NARROW else _LOW if seats >= _FULL else _HIGH
    around = seating(seats, 3 * high + 2 * _EDGE)
    columns = tuple(_columns(body, triads) for body in around.bodies)
    return Layout(around, columns, (min(columns[0][0].width, _WIDEST), high))


def _columns(body: Box, triads: int) -> tuple[Box, ...]:
    room = body.width - (triads - 1) * _BETWEEN
    width = room // triads
    left = body.x + (room - width * triads) // 2
    return tuple(
        Box(left + at * (width + _BETWEEN), body.y, width, body.height) for at in range(triads)
    )
