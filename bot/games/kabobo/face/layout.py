"""The layout of a picture for two to six seats."""

from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from bot.face.paint import Box
from bot.face.seating import Seating, panels_per_row, seating
from bot.games.kabobo.rules.cards import PLACES

__all__ = ["Layout", "layout"]

_GAP: Final = 4
"""The gaps below the cards, and above the skewer, in pixels."""
_LINE: Final = 20
_SKEWER: Final = 24
"""The heights of the line below the cards and of the skewer, in pixels."""


class _Cell(NamedTuple):
    """The height and the maximum width of a card with its margin, in pixels."""

    height: int
    widest: int


_CELLS: Final = {2: _Cell(102, 80), 3: _Cell(88, 62)}
"""By the number of panels in a row."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The boxes of the seats and their cards, in pixels."""

    seating: Seating
    cell: tuple[int, int]
    """The size of a card with its margin."""
    places: tuple[tuple[Box, ...], ...]
    """For each seat, the boxes of its cards."""
    lines: tuple[Box, ...]
    skewers: tuple[Box, ...]
    """For each seat, the line below its cards, and its skewer."""


@cache
def layout(seats: int) -> Layout:
    """Lay out a table."""
    cell = _CELLS[panels_per_row(seats)]
    around = seating(seats, cell.height + _LINE + _SKEWER + 2 * _GAP)
    step = around.bodies[0].width // len(PLACES)
    wide = min(step, cell.widest)
    places = tuple(
        tuple(
            Box(body.x + place * step + (step - wide) // 2, body.y, wide, cell.height)
            for place in PLACES
        )
        for body in around.bodies
    )
    lines = tuple(
        Box(body.x, body.y + cell.height + _GAP, body.width, _LINE) for body in around.bodies
    )
    skewers = tuple(Box(line.x, line.y + _LINE + _GAP, line.width, _SKEWER) for line in lines)
    return Layout(around, (wide, cell.height), places, lines, skewers)
