"""The layout of a picture: grid, seats beside it, flips or battle below; or panels of scores."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from bot.face.paint import Box, width
from bot.face.seating import BAND, GAP, HEADER, SIDE, SMALLEST, WIDTH, Seating, panel_width
from bot.games.chowpow.face.labels import TIMES, in_order
from bot.games.chowpow.face.sprites import FOOD
from bot.games.chowpow.rules.cards import SLOTS, Card

CELL: Final = (80, 88)

HIGH_CELL: Final = (80, 94)
"""The size of a card in the grid with its margin, the latter for six seats, in pixels."""

CARD: Final = (54, 60)
"""The size of a card in the band or in a battle, with its margin, in pixels."""

FAN: Final = 2
"""Hands of this many seats are fanned out."""

FLIPS: Final = 126
"""The height of the band with the last flips, in pixels: that of a battle, so nothing jumps."""

MIDDLE: Final = 76
"""The gap between the two sides of a battle: room for a burst, in pixels."""

OWN: Final = 394
"""The width of the viewer's own hand, in pixels."""

_EDGE: Final = 20
"""At least so much of a card is visible where cards overlap, in pixels: number and letter."""

_HANDS: Final = {2: (72, 84), 3: (43, 50), 4: (43, 50), 5: (30, 26), 6: (30, 26)}
"""The size of the back of a hand with its margin by the number of seats, in pixels."""

_NAMES: Final = 24

_FIGURE: Final = 38
"""The font sizes of names and points for up to four seats, in pixels."""

_LABEL: Final = 20
"""The width of the row letters, in pixels."""

_TOP: Final = HEADER + 27
"""The grid is below the header and the column numbers."""

_LEFT: Final = SIDE + _LABEL + 4 * CELL[0] + 10
"""The left edge of the seats' panels."""

_NAME: Final = 34
"""The height of a side's name, in pixels."""

_SUM: Final = 32
"""The height of the line with a side's sum, in pixels."""

_PAD: Final = 8

_HEADING: Final = 60
"""The height of a scored seat's name and points, in pixels."""

_COLUMNS: Final = {2: 2, 4: 4}
"""The columns of a battle by the number of its sides; else there are three."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The boxes of a picture, in pixels."""

    seating: Seating
    cell: tuple[int, int] = CELL
    """The size of a card in the grid."""
    slots: tuple[tuple[int, int], ...] = ()
    """The upper left corner of each slot; none in a scored game."""
    sides: tuple[Box, ...] = ()
    """The sides of the battle, if there is one."""
    figure: int = 0
    """The font size of points."""
    back: tuple[int, int] = (0, 0)
    """The size of the back of a hand with its margin."""
    hands: tuple[Box, ...] = ()
    """The panels of the hands that are seen."""
    tallies: tuple[tuple[Box, ...], ...] = ()
    """For each scored seat, the boxes of its cards, those of one number together."""


def playing(seats: int, sides: Sequence[int], hands: Sequence[int] = ()) -> Layout:
    """Lay out a game: ``sides`` of a battle and ``hands`` that are seen, by numbers of cards."""
    wide, high = cell = CELL if seats < 6 else HIGH_CELL
    slots = tuple((SIDE + _LABEL + slot.column * wide, _TOP + slot.row * high) for slot in SLOTS)
    bottom = _TOP + 4 * high
    panels = tuple(_seats(seats, bottom))
    fields = _sides(sides, bottom + GAP) if sides else ()
    end = max((each.y + each.height for each in fields), default=bottom + GAP + FLIPS)
    band = Box(SIDE, bottom + GAP, WIDTH - 2 * SIDE, end - bottom - GAP)
    bottom = end + GAP
    strips: list[Box] = []
    for count in hands:
        strips.append(Box(SIDE, bottom, band.width, _lines(count, OWN) + _PAD))
        bottom += strips[-1].height + GAP
    around = Seating(bottom, panels, panels, band, SMALLEST if seats > 4 else _NAMES)
    figure = SMALLEST if seats > 4 else _FIGURE
    return Layout(around, cell, slots, fields, figure, _HANDS[seats], tuple(strips))


def _seats(seats: int, bottom: int) -> Iterator[Box]:
    top, gap = HEADER + 4, GAP if seats < 5 else GAP - 3
    high = (bottom - top - (seats - 1) * gap) // seats
    for at in range(seats):
        yield Box(_LEFT, top + at * (high + gap), WIDTH - SIDE - _LEFT, high)


def _sides(counts: Sequence[int], y: int) -> tuple[Box, ...]:
    """Return the boxes of a battle's sides, row by row from ``y`` on."""
    columns = _COLUMNS.get(len(counts), 3)
    between = MIDDLE if columns == 2 else 0
    wide = (WIDTH - 2 * SIDE - between) // columns
    found: list[Box] = []
    for start in range(0, len(counts), columns):
        row = counts[start : start + columns]
        high = _NAME + max(_lines(count, wide - 2 * _PAD) for count in row) + _SUM
        found += [Box(SIDE + at * (wide + between), y, wide, high) for at in range(len(row))]
        y += high
    return tuple(found)


def _lines(count: int, room: int) -> int:
    return max((y for _, y in spread(count, room)), default=0) + CARD[1]


def spread(count: int, room: int) -> list[tuple[int, int]]:
    """Return the places of cards in a box of this width: they overlap, then begin a new line."""
    most = 1 + (room - CARD[0]) // _EDGE
    step = min(CARD[0] - 2, (room - CARD[0]) // max(1, min(count, most) - 1))
    return [(at % most * step, at // most * CARD[1]) for at in range(count)]


def scored(tallies: Sequence[Sequence[int]], size: int, foot: int) -> Layout:
    """Lay out the scores.

    ``tallies`` are the widths of each seat's groups of cards, ``size`` is their height, ``foot``
    the height of the text below them.
    """
    wide = panel_width(2)
    panels: list[Box] = []
    boxes: list[tuple[Box, ...]] = []
    band = Box(SIDE, HEADER, WIDTH - 2 * SIDE, BAND)
    y = band.y + band.height + GAP
    for start in range(0, len(tallies), 2):
        row = tallies[start : start + 2]
        lefts = [SIDE + at * (wide + GAP) for at in range(len(row))]
        top = y + _HEADING
        found = [_flow(each, left, top, size) for each, left in zip(row, lefts, strict=True)]
        end = max((box.y + box.height for each in found for box in each), default=top)
        high = end + _PAD + foot - y
        panels += [Box(left, y, wide, high) for left in lefts]
        boxes += found
        y += high + GAP
    return Layout(Seating(y, tuple(panels), tuple(panels), band), tallies=tuple(boxes))


def _flow(widths: Sequence[int], left: int, top: int, high: int) -> tuple[Box, ...]:
    start, end = left + _PAD, left + panel_width(2) - _PAD
    x, y = start, top
    found = []
    for wide in widths:
        if x + wide > end and x > start:
            x, y = start, y + high + 5
        found.append(Box(x, y, wide, high))
        x += wide + 5
    return tuple(found)


_MOST: Final = 6
"""The most foods of a group, so that it fits in a panel."""


class Tally(NamedTuple):
    """Some cards of one number."""

    cards: tuple[Card, ...]

    @property
    def words(self) -> str:
        """The arithmetic: ``3`` times ``6``, or ``6`` for one card."""
        count, value = len(self.cards), self.cards[0].number
        return f"{count}{TIMES}{value}" if count > 1 else str(value)

    @property
    def width(self) -> int:
        """The width in pixels: the words, then a food for each card."""
        return width(self.words, SMALLEST, bold=True) + len(self.cards) * (FOOD + 1) + 12


def tallies(cards: Sequence[Card]) -> Iterator[Tally]:
    """Yield the cards by number, in groups that fit in a panel."""
    ordered = sorted(in_order(cards), key=lambda card: -card.number)
    for _, same in groupby(ordered, key=lambda card: card.number):
        found = tuple(same)
        yield from (Tally(found[at : at + _MOST]) for at in range(0, len(found), _MOST))
