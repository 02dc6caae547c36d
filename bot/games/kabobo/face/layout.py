"""The layout of a picture for two to six seats."""

from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from bot.face.paint import Box
from bot.face.seating import Seating, panel_width, panels_per_row, seating
from bot.games.kabobo.rules.cards import PLACES

__all__ = ["Layout", "layout"]

_LINE: Final = 28
_SKEWER: Final = 26
"""The heights of the line of a scored kabob, and of the skewer, in pixels."""
_GAP: Final = 3
"""The gap above the skewer, in pixels."""


class _Cell(NamedTuple):
    """The height and the maximum width of a card with its margin, in pixels."""

    height: int
    widest: int


_CELLS: Final = {2: _Cell(84, 60), 3: _Cell(66, 39)}
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
    """For each seat, the line for what its kabob scored; of no height during a round."""
    skewers: tuple[Box, ...]


@cache
def layout(seats: int, *, scored: bool = False) -> Layout:
    """Lay out a table during a round, or after it, with a line more for each seat."""
    cell, line = _CELLS[panels_per_row(seats)], _LINE if scored else 0
    around = seating(seats, cell.height + line + _GAP + _SKEWER)
    step = around.bodies[0].width // len(PLACES)
    wide = min(step, cell.widest)
    places = tuple(
        tuple(
            Box(body.x + place * step + (step - wide) // 2, body.y, wide, cell.height)
            for place in PLACES
        )
        for body in around.bodies
    )
    lines = tuple(Box(body.x, body.y + cell.height, body.width, line) for body in around.bodies)
    skewers = tuple(Box(at.x, at.y + line + _GAP, panel_width(seats) - 12, _SKEWER) for at in lines)
    return Layout(around, (wide, cell.height), places, lines, skewers)
