"""The layout of a picture: a band on top, and a row for each seat.

A round begins with no card on the table, and a hundred and forty can be there at its end: cards are
as large as they can be in a picture of moderate height. A card is covered by the next one of its
group, up to its rank and suit. Cards flow around a seat's name as text does around a picture. On
the fullest tables, the inner cards of long melds are covered up to their edges: those at the ends,
and the wild ones, tell which they are.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from bot.face.paint import Box
from bot.face.seating import BAND, GAP, HEADER, PAD, SIDE, WIDTH, Seating


class CardSize(NamedTuple):
    """The size of cards, in pixels."""

    width: int
    height: int
    shown: int
    """The width of the visible part of a card that is covered by the next one."""
    letters: int
    """The font size of ranks."""

    @property
    def line(self) -> int:
        """The height of a line of cards."""
        return self.height + RAISED + FRAME


SIZES: Final = (
    CardSize(48, 74, 40, 36),
    CardSize(42, 66, 34, 30),
    CardSize(36, 58, 30, 26),
    CardSize(32, 50, 28, 24),
    CardSize(30, 42, 26, 22),
)
"""The sizes of cards, the largest first."""
_CLOSED: Final = 6
"""The width of the visible part of an inner card, if the table is full, in pixels."""

RAISED: Final = 4
"""How far a card that was just laid sticks out of its row, in pixels."""
FRAME: Final = 2
"""The width of the frame around cards that were just laid, in pixels."""
NUMBER: Final = 26
"""The room for a meld's number before its first card, in pixels."""
_BETWEEN: Final = 8
"""The gap between two groups of cards, in pixels."""
_HEADING: Final = 180
_WIDE_HEADING: Final = 214
"""The width of a row's name and figures, during a round and after it, in pixels."""
_LOWEST: Final = 64
"""The height of a row at least: that of name and figures, in pixels."""
_NAME: Final = 24
"""The font size of names."""
_FIRST: Final = 52
"""The height of the first line at least: it is beside name and figures, in pixels."""
_INSET: Final = 8
"""The distance of cards from the left and right edge of a row, in pixels."""
ROOM: Final = WIDTH - 2 * SIDE - 2 * _INSET
"""The width of a row's cards, in pixels."""

_HIGHEST: Final = {4: 560, 5: 620, 6: 680}
"""The height that pictures have at most if small cards allow it, by number of seats, in pixels."""
_MORE: Final = 160
"""How much higher they are before inner cards of melds are covered, in pixels."""

Group: TypeAlias = Sequence[bool]
"""A group of cards: for each, whether it is an inner one, known from the cards around it."""


class Spot(NamedTuple):
    """The position of a card in its row."""

    line: int
    x: int
    width: int
    """The width of its visible part."""
    covers: bool
    """Whether it covers the card before."""


class Layout(NamedTuple):
    """The boxes of the seats, and for each seat the spot of each card of each group."""

    seating: Seating
    size: CardSize
    spots: Sequence[Sequence[Sequence[Spot]]]

    def corner(self, seat: int, spot: Spot) -> tuple[int, int]:
        """Return the upper left corner of a card."""
        body = self.seating.bodies[seat]
        below = max(self.size.line, _FIRST) + (spot.line - 1) * self.size.line
        return body.x + spot.x, body.y + RAISED + FRAME + (below if spot.line else 0)


def layout(groups: Sequence[Sequence[Group]], *, scored: bool) -> Layout:
    """Lay out a table, given the groups of each seat."""
    seats = len(groups)
    for size in SIZES:
        plan = _layout(groups, size, size.shown, scored=scored)
        if plan.seating.height <= _HIGHEST[seats]:
            return plan
    if plan.seating.height <= _HIGHEST[seats] + _MORE:
        return plan
    return _layout(groups, SIZES[-1], _CLOSED, scored=scored)


def _layout(
    groups: Sequence[Sequence[Group]], size: CardSize, inner: int, *, scored: bool
) -> Layout:
    """Lay out a table with cards of this size, and so much visible of inner cards."""
    heading, number = (_WIDE_HEADING, 0) if scored else (_HEADING, NUMBER)
    spots = [
        flow([_widths(group, size, inner) for group in seat], size.width, heading, number)
        for seat in groups
    ]
    lines = [1 + max((s.line for group in seat for s in group), default=-1) for seat in spots]
    panels = tuple(_rows(lines, size))
    around = Seating(
        height=panels[-1].y + panels[-1].height + GAP,
        panels=panels,
        bodies=tuple(Box(at.x + _INSET, at.y + PAD, ROOM, at.height - 2 * PAD) for at in panels),
        band=Box(SIDE, HEADER, WIDTH - 2 * SIDE, BAND),
        name=_NAME,
        heading=heading,
    )
    return Layout(around, size, spots)


def _widths(group: Group, size: CardSize, inner: int) -> list[int]:
    """Return the widths of the visible parts of a group's cards: the last one is whole."""
    covered = [inner if is_inner else size.shown for is_inner in group[:-1]]
    return [*covered, size.width] if group else []


def _rows(lines: Sequence[int], size: CardSize) -> Iterator[Box]:
    """Yield a panel for each seat, one below the other."""
    y = HEADER + BAND + GAP
    for count in lines:
        cards = max(size.line, _FIRST) + (count - 1) * size.line if count else 0
        height = max(_LOWEST, cards + 2 * PAD)
        yield Box(SIDE, y, WIDTH - 2 * SIDE, height)
        y += height + GAP


def flow(groups: Sequence[Sequence[int]], full: int, heading: int, number: int) -> list[list[Spot]]:
    """Place groups of cards, given by their visible widths, where there is room for them.

    The first line is beside the heading. A group longer than a line is broken; ``full`` is the
    width of a whole card.
    """
    found: list[list[Spot]] = []
    ends = [heading]
    for group in groups:
        wide = number + sum(group)
        line = next((at for at, x in enumerate(ends) if x + wide <= ROOM), len(ends))
        if line == len(ends):
            ends.append(0)
        spots: list[Spot] = []
        x = ends[line] + number
        for shown in group:
            if x + full > ROOM:
                spots[-1] = spots[-1]._replace(width=full)
                ends[line:] = [ROOM, 0]
                line, x = line + 1, number
            spots.append(Spot(line, x, shown, bool(spots) and spots[-1].line == line))
            x += shown
        ends[line] = x + _BETWEEN
        found.append(spots)
    return found
