"""The layout of a picture.

During a game: a band on top, the grid on the left, a panel for each seat to its right, and the
battle below, as high as needed. After a game: a row for each seat.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bot.face.paint import Box
from bot.face.seating import WIDTH, Seating
from bot.games.chowpow.rules.grid import SLOTS

__all__ = ["CARD", "CELL", "HEADING", "PER_LINE", "WIDE", "Layout", "playing", "scored"]

CELL: Final = (90, 86)
"""The size of a card in the grid with its margin, in pixels."""

CARD: Final = (36, 48)
"""The size of a card in the band, the scores or a large battle, with its margin."""

WIDE: Final = (62, 50)
"""The size of a card in a small battle, with room for the faction's sign."""

_FEW: Final = 9
_CLOSE: Final = 3
"""How much the margins of neighbouring cards overlap, in pixels."""

HEADING: Final = 196
"""The width of names and figures beside cards, in pixels."""

_LINE: Final = 52
"""The height of a line of cards, in pixels."""
_SIDE: Final = 18
_HEADER: Final = 46
_BAND: Final = 106
_LOW_BAND: Final = 88
"""The heights of the band during and after a game, in pixels."""
_GAP: Final = 15
_PAD: Final = 8
_LABEL: Final = 20
"""The room for the row letters and column numbers of the grid, in pixels."""
_LOW: Final = 60
"""Panels lower than this have smaller text, in pixels."""
_TOP: Final = _HEADER + _BAND + _GAP

_BOARD: Final = Box(
    _SIDE, _TOP, _LABEL + 4 * CELL[0] + 2 * _PAD, _LABEL + 4 * CELL[1] + 2 * _PAD - 4
)
_BODY: Final = WIDTH - 2 * _SIDE - HEADING - _PAD
PER_LINE: Final = _BODY // (CARD[0] - _CLOSE)
"""How many cards fit in a line of a battle or of the scores."""


class Layout(NamedTuple):
    """The boxes of a picture, in pixels."""

    seating: Seating
    board: Box
    """The panel of the grid; empty in a scored game."""
    slots: tuple[tuple[int, int], ...]
    """The upper left corner of each slot."""
    fight: Box | None
    """The panel of the battle, if there is one."""
    sides: tuple[tuple[tuple[int, int], ...], ...]
    """For each side of the battle, or each scored seat, the upper left corners of its cards."""
    names: tuple[tuple[int, int], ...] = ()
    """The upper left corners of the names of a battle's sides."""
    card: tuple[int, int] = CARD
    """The size of these cards."""


def playing(seats: int, sides: Sequence[int]) -> Layout:
    """Lay out a game in play; ``sides`` are the numbers of cards on each side of a battle."""
    left = _BOARD.x + _BOARD.width + _GAP
    wide = WIDTH - _SIDE - left
    height = (_BOARD.height - (seats - 1) * _GAP) // seats
    panels = [Box(left, _TOP + at * (height + _GAP), wide, height) for at in range(seats)]
    bottom = _TOP + _BOARD.height
    fight = None
    rows: list[Box] = []
    if sides:
        rows = [*_rows(sides, bottom + _GAP + _PAD, 0)]
        end = rows[-1].y + rows[-1].height
        fight = Box(_SIDE, bottom + _GAP, WIDTH - 2 * _SIDE, end - bottom - _GAP + _PAD - 4)
        bottom = fight.y + fight.height
    slots = tuple(
        (
            _BOARD.x + _PAD + _LABEL + slot.column * CELL[0],
            _BOARD.y + _PAD + _LABEL - 4 + slot.row * CELL[1],
        )
        for slot in SLOTS
    )
    around = _seating(panels, bottom + _SIDE, _BAND)
    names = tuple((row.x, row.y) for row in rows)
    card = WIDE if max(sides, default=0) <= _FEW else CARD
    corners = tuple(_corners(row, count, card) for row, count in zip(rows, sides, strict=True))
    return Layout(around, _BOARD, slots, fight, corners, names, card)


def scored(cards: Sequence[int]) -> Layout:
    """Lay out the scores; ``cards`` are the numbers of cards of each seat."""
    rows = [*_rows(cards, _HEADER + _LOW_BAND + _GAP, _LABEL + 2 * _PAD + _GAP - 4)]
    panels = [row._replace(height=row.height - _GAP) for row in rows]
    inner = [row._replace(y=row.y + _PAD) for row in rows]
    bottom = panels[-1].y + panels[-1].height + _SIDE
    around = _seating(panels, bottom, _LOW_BAND)
    corners = tuple(_corners(row, count, CARD) for row, count in zip(inner, cards, strict=True))
    return Layout(around, Box(0, 0, 0, 0), (), None, corners)


def _seating(panels: Sequence[Box], height: int, band: int) -> Seating:
    low = min(panel.height for panel in panels) < _LOW
    return Seating(
        height=height,
        panels=tuple(panels),
        bodies=tuple(panels),
        band=Box(_SIDE, _HEADER, WIDTH - 2 * _SIDE, band),
        name=16 if low else 18,
        figures=14 if low else 15,
        one_line=False,
        heading=HEADING,
    )


def _rows(cards: Sequence[int], y: int, more: int) -> Iterator[Box]:
    """Yield a row for each side, from top to bottom."""
    for count in cards:
        height = max(1, -(-count // PER_LINE)) * _LINE + more
        yield Box(_SIDE, y, WIDTH - 2 * _SIDE, height)
        y += height


def _corners(row: Box, count: int, card: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    return tuple(
        (row.x + HEADING + at % PER_LINE * (card[0] - _CLOSE), row.y + at // PER_LINE * _LINE)
        for at in range(count)
    )
