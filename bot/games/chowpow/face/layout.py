"""Where everything lies in a picture of Chow Pow!.

A band on top, the grid to the left, a panel for each seat to the right of it, and beneath them the
battle, as high as its cards need it. A scored game has a row for each seat instead.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bot.face.paint import Box
from bot.face.seating import WIDTH, Seating
from bot.games.chowpow.rules.grid import SLOTS

__all__ = ["CARD", "CELL", "HEADING", "PER_LINE", "WIDE", "Layout", "playing", "scored"]

CELL: Final = (90, 86)
"""A card of the grid with its margin, in pixels."""

CARD: Final = (36, 48)
"""A card of the band, of the scores, or of a battle with many, with its margin."""

WIDE: Final = (62, 50)
"""A card of a battle with few, which has room for its faction's sign."""

_FEW: Final = 9
_CLOSE: Final = 3
"""How much the margins of two of these cards lie on each other, in pixels."""

HEADING: Final = 196
"""The width of names and figures beside cards."""

_LINE: Final = 52
"""From one line of cards to the next."""
_SIDE: Final = 18
_HEADER: Final = 46
_BAND: Final = 106
_LOW_BAND: Final = 88
"""The heights of the band in play, and of that of the scores."""
_GAP: Final = 15
_PAD: Final = 8
_LABEL: Final = 20
"""The room for the letters of the rows and the numbers of the columns."""
_LOW: Final = 60
"""Panels that are less high than this have smaller letters, in pixels."""
_TOP: Final = _HEADER + _BAND + _GAP

_BOARD: Final = Box(
    _SIDE, _TOP, _LABEL + 4 * CELL[0] + 2 * _PAD, _LABEL + 4 * CELL[1] + 2 * _PAD - 4
)
_BODY: Final = WIDTH - 2 * _SIDE - HEADING - _PAD
PER_LINE: Final = _BODY // (CARD[0] - _CLOSE)
"""Cards in a line of a battle or of the scores."""


class Layout(NamedTuple):
    """The boxes of a picture, in pixels."""

    seating: Seating
    board: Box
    """The panel of the grid; empty in a scored game."""
    slots: tuple[tuple[int, int], ...]
    """The upper left corner of each slot."""
    fight: Box | None
    """The panel of a battle."""
    sides: tuple[tuple[tuple[int, int], ...], ...]
    """The corners of the cards of each of its sides, or of each scored seat."""
    names: tuple[tuple[int, int], ...] = ()
    """The corners of the names of a battle's sides."""
    card: tuple[int, int] = CARD
    """The size of these cards."""


def playing(seats: int, sides: Sequence[int]) -> Layout:
    """Lay out a game in play, with so many cards on each side of a battle (none without one)."""
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
    """Lay out the scores, with so many cards of each seat and a line of words beneath."""
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
    """Yield a row for each side, one below the other."""
    for count in cards:
        height = max(1, -(-count // PER_LINE)) * _LINE + more
        yield Box(_SIDE, y, WIDTH - 2 * _SIDE, height)
        y += height


def _corners(row: Box, count: int, card: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    return tuple(
        (row.x + HEADING + at % PER_LINE * (card[0] - _CLOSE), row.y + at // PER_LINE * _LINE)
        for at in range(count)
    )
