"""The layout of a picture: a band on top, and a row for each seat.

Rows are as high as their cards need: a match begins with no card on the table, and up to ninety can
be there at the end.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bot.face.paint import Box
from bot.face.seating import WIDTH, Seating

__all__ = ["CELL", "NUMBER", "Layout", "Spot", "flow", "layout"]

CELL: Final = (36, 48)
"""The size of a card with its margin, in pixels."""

NUMBER: Final = 20
"""The room for a meld's number before its first card, in pixels."""

_PITCH: Final = 33
"""The distance between cards of a meld, in pixels: their margins overlap."""
_LINE: Final = 50
"""The height of a line of cards, in pixels."""
_BETWEEN: Final = 4
"""The gap between two melds, in pixels."""
_SIDE: Final = 18
_HEADER: Final = 46
_BAND: Final = 84
_GAP: Final = 15
_PAD: Final = 7
_HEADING: Final = 196
"""The width of a row's names and figures, in pixels."""

BODY: Final = WIDTH - 2 * _SIDE - _HEADING - _PAD
"""The width of a row's cards, in pixels."""


class Spot(NamedTuple):
    """The position of a card in its row."""

    line: int
    x: int


class Layout(NamedTuple):
    """The boxes of the seats, and for each seat the upper left corner of each card of each meld."""

    seating: Seating
    cards: tuple[tuple[tuple[tuple[int, int], ...], ...], ...]


def layout(sizes: Sequence[Sequence[int]], *, numbered: bool) -> Layout:
    """Lay out a table, given for each seat the number of cards in each of its melds."""
    flows = [flow(melds, BODY, NUMBER if numbered else 0) for melds in sizes]
    panels = [*_rows([1 + max((s.line for m in spots for s in m), default=0) for spots in flows])]
    places = tuple(
        tuple(tuple(_corner(panel, spot) for spot in meld) for meld in spots)
        for panel, spots in zip(panels, flows, strict=True)
    )
    bodies = tuple(
        Box(panel.x + _HEADING, panel.y + _PAD, BODY, panel.height - 2 * _PAD) for panel in panels
    )
    around = Seating(
        height=panels[-1].y + panels[-1].height + _SIDE,
        panels=tuple(panels),
        bodies=bodies,
        band=Box(_SIDE, _HEADER, WIDTH - 2 * _SIDE, _BAND),
        name=19,
        figures=15,
        one_line=False,
        heading=_HEADING,
    )
    return Layout(around, places)


def _rows(lines: Sequence[int]) -> Iterator[Box]:
    """Yield a panel for each seat, one below the other."""
    y = _HEADER + _BAND + _GAP
    for count in lines:
        height = count * _LINE + 2 * _PAD
        yield Box(_SIDE, y, WIDTH - 2 * _SIDE, height)
        y += height + _GAP


def _corner(panel: Box, spot: Spot) -> tuple[int, int]:
    return panel.x + _HEADING + spot.x, panel.y + _PAD + spot.line * _LINE


def flow(melds: Sequence[int], room: int, number: int) -> list[list[Spot]]:
    """Place melds one after another in lines; melds longer than a line are broken."""
    found: list[list[Spot]] = []
    line = x = 0
    for size in melds:
        if x and x + number + size * _PITCH > room:
            line, x = line + 1, 0
        x += number
        spots = []
        for _ in range(size):
            if x + _PITCH > room:
                line, x = line + 1, number
            spots.append(Spot(line, x))
            x += _PITCH
        found.append(spots)
        x += _BETWEEN
    return found
