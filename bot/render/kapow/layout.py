"""Where everything lies in a picture of Kapow!, for two to eight seats."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.render.paint import Box

__all__ = ["WIDTH", "Layout", "layout"]

WIDTH: Final = 820
"""The width of every picture, in pixels: enough for the 550 points that Discord shows it at."""

_SIDE: Final = 18
_HEADER: Final = 50
_GAP: Final = 16
_BAND: Final = 84
_PAD: Final = 8
_BETWEEN: Final = 5


@dataclass(frozen=True, slots=True)
class _Scale:
    """The sizes that follow from how many panels lie side by side."""

    cell: int
    """Height of a card with its margin."""
    name: int
    figures: int
    """Sizes of the letters of names and of scores."""
    header: int
    """Height of the lines above the cards."""
    widest: int
    """The greatest width of a card with its margin."""


_SCALES: Final = {
    2: _Scale(cell=48, name=20, figures=17, header=28, widest=97),
    3: _Scale(cell=45, name=18, figures=15, header=43, widest=78),
    4: _Scale(cell=42, name=16, figures=14, header=41, widest=63),
}


@dataclass(frozen=True, slots=True)
class Layout:
    """The boxes of a picture, in pixels: ``panels`` per seat, the piles' ``band``, the cards."""

    height: int
    panels: tuple[Box, ...]
    band: Box
    columns: tuple[tuple[Box, ...], ...]
    """Per seat, the box of each triad."""
    cell: tuple[int, int]
    """A card with its margin."""
    name: int
    figures: int
    one_line: bool
    """Whether a panel has name and scores in one line."""

    def at(self, seat: int, column: int, row: int) -> tuple[int, int]:
        """Return the upper left corner of a card with its margin."""
        box = self.columns[seat][column]
        return box.middle - self.cell[0] // 2, box.y + 3 + row * self.cell[1]


@cache
def layout(seats: int, triads: int) -> Layout:
    """Lay out a table: two, three or four panels side by side, in one row or two.

    The seats go round clockwise: the upper row from left to right, the lower one back.
    """
    across = 2 if seats <= 4 else (seats + 1) // 2
    scale = _SCALES[across]
    width = (WIDTH - 2 * _SIDE - (across - 1) * _GAP) // across
    height = scale.header + 3 * scale.cell + 6 + 2 * _PAD
    band = Box(_SIDE, _HEADER + height + _GAP, WIDTH - 2 * _SIDE, _BAND)
    upper = _row(min(seats, across), width, height, _HEADER)
    lower = _row(seats - len(upper), width, height, band.y + _BAND + _GAP)
    panels = (*upper, *reversed(lower))
    columns = tuple(_columns(panel, triads, scale) for panel in panels)
    return Layout(
        height=max(band.y + _BAND, panels[-1].y + height) + _SIDE,
        panels=panels,
        band=band,
        columns=columns,
        cell=(min(columns[0][0].width - 6, scale.widest), scale.cell),
        name=scale.name,
        figures=scale.figures,
        one_line=across == 2,
    )


def _row(count: int, width: int, height: int, y: int) -> list[Box]:
    """Return ``count`` panels side by side, in the middle of the picture."""
    left = (WIDTH - count * width - (count - 1) * _GAP) // 2
    return [Box(left + at * (width + _GAP), y, width, height) for at in range(count)]


def _columns(panel: Box, triads: int, scale: _Scale) -> tuple[Box, ...]:
    room = panel.width - 2 * _PAD - (triads - 1) * _BETWEEN
    width = room // triads
    left = panel.x + _PAD + (room - width * triads) // 2
    return tuple(
        Box(
            left + at * (width + _BETWEEN),
            panel.y + _PAD + scale.header,
            width,
            3 * scale.cell + 6,
        )
        for at in range(triads)
    )
