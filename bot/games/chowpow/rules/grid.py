"""The grid of sixteen slots and their piles (P1.3, P2.1)."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from bot.games.chowpow.rules.cards import Card

__all__ = [
    "SLOTS",
    "Grid",
    "GridCard",
    "Pile",
    "Slot",
    "filled",
    "neighbours",
    "put",
    "read_slot",
    "top",
]

SIDE: Final = 4
_SLOT: Final = re.compile("[a-d][1-4]")


class Slot(NamedTuple):
    """A slot by row and column, both from 0."""

    row: int
    column: int

    @property
    def place(self) -> int:
        """The index of the slot, 0 to 15."""
        return self.row * SIDE + self.column

    def __str__(self) -> str:
        """Return the notation: the row's letter and the column's number, ``b3``."""
        return f"{'abcd'[self.row]}{self.column + 1}"


SLOTS: Final = tuple(Slot(row, column) for row in range(SIDE) for column in range(SIDE))
"""The sixteen slots, a1 to a4 first."""


class GridCard(NamedTuple):
    """A card of a pile, face down unless it is flipped."""

    card: Card
    seen: bool = False
    """Whether everybody has seen it there."""
    shown: bool = False
    """Whether its face is still displayed as a reminder: it was not covered since (P7.9)."""


Pile: TypeAlias = tuple[GridCard, ...]
"""The cards in a slot, from the top down."""

Grid: TypeAlias = tuple[Pile, ...]
"""The piles of the sixteen slots, in the order of :data:`SLOTS`."""


def read_slot(text: str) -> Slot:
    """Parse the notation of a slot; ``ValueError`` if it is invalid."""
    if not _SLOT.fullmatch(text):
        raise ValueError(f"{text!r} isn't a slot from a1 to d4")
    return Slot("abcd".index(text[0]), int(text[1]) - 1)


@cache
def neighbours(slot: Slot) -> tuple[Slot, ...]:
    """Return the slots that touch a slot, also diagonally, in order (P2.3)."""
    return tuple(
        other
        for other in SLOTS
        if other != slot and abs(other.row - slot.row) <= 1 and abs(other.column - slot.column) <= 1
    )


def filled(grid: Grid) -> tuple[Slot, ...]:
    """Return the slots with cards, in order."""
    return tuple(_filled(grid))


def _filled(grid: Grid) -> Iterator[Slot]:
    return (slot for slot in SLOTS if grid[slot.place])


def top(grid: Grid, slot: Slot) -> Card:
    """Return the top card of a filled slot."""
    return grid[slot.place][0].card


def put(grid: Grid, slot: Slot, pile: Pile) -> Grid:
    """Return the grid with a pile replaced."""
    return (*grid[: slot.place], pile, *grid[slot.place + 1 :])
