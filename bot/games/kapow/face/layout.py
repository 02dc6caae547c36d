"""The layout of a picture for two to eight seats."""

from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from bot.face.paint import Box
from bot.face.seating import Seating, panels_per_row, seating

__all__ = ["Layout", "layout"]

_BETWEEN: Final = 5
"""The gap between two columns, in pixels."""
_EDGE: Final = 3
"""The gap above and below the cards of a column, in pixels."""


class _Cell(NamedTuple):
    """The height and the maximum width of a card with its margin, in pixels."""

    height: int
    widest: int


_CELLS: Final = {2: _Cell(48, 97), 3: _Cell(45, 78), 4: _Cell(42, 63)}
"""By the number of panels in a row."""


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
    cell = _CELLS[panels_per_row(seats)]
    around = seating(seats, 3 * cell.height + 2 * _EDGE)
    columns = tuple(_columns(body, triads) for body in around.bodies)
    return Layout(around, columns, (min(columns[0][0].width - 6, cell.widest), cell.height))


def _columns(body: Box, triads: int) -> tuple[Box, ...]:
    room = body.width - (triads - 1) * _BETWEEN
    width = room // triads
    left = body.x + (room - width * triads) // 2
    return tuple(
        Box(left + at * (width + _BETWEEN), body.y, width, body.height) for at in range(triads)
    )
