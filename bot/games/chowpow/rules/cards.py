"""The cards of Chow Pow!, which of them match, and the grid they lie in (sections 1 and 2)."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple, Self, TypeAlias

WILD: Final = "W"
"""The code of a Wild, which joins any faction (P1.2)."""

TEAM_UP: Final = "T"
"""The code of a Team-Up Wild: a wild that lets its player play two factions (P1.2)."""

_CARD: Final = re.compile("[A-Z][1-9]")


class Code(str):
    """The letter of a faction, as in records, with its name and its place in the deck."""

    __slots__ = ("name", "place")
    name: str
    place: int

    def __new__(cls, letter: str, name: str, place: int) -> Self:
        """Return the letter with what people see of it."""
        code = super().__new__(cls, letter)
        code.name, code.place = name, place
        return code

    def __reduce__(self) -> tuple[type[Self], tuple[str, str, int]]:
        """Return what makes a copy, in another process, too."""
        return type(self), (str(self), self.name, self.place)


class Card(NamedTuple):
    """A card by its faction's code, a capital letter, and its number, 1 to 9."""

    code: str
    number: int

    @property
    def is_wild(self) -> bool:
        """Whether it joins any faction: a Wild or a Team-Up Wild."""
        return self.code in (WILD, TEAM_UP)

    def __str__(self) -> str:
        """Return the notation: ``F6``; ``W3`` for a Wild, ``T2`` for a Team-Up Wild."""
        return f"{self.code}{self.number}"

    @property
    def words(self) -> str:
        """Return what players call it: ``Fruit 6``."""
        name = self.code.name if isinstance(self.code, Code) else self.code
        return f"{name} {self.number}"


def match(one: Card, other: Card) -> bool:
    """Whether two cards match: same faction, or one is a wild (P2.2)."""
    return one.code == other.code or one.is_wild or other.is_wild


def factions(cards: Iterable[Card]) -> frozenset[str]:
    """Return the codes of the cards' factions; wilds have none."""
    return frozenset(card.code for card in cards if not card.is_wild)


def total(cards: Iterable[Card]) -> int:
    """Return the sum of the cards' numbers."""
    return sum(card.number for card in cards)


def write_cards(cards: Iterable[Card]) -> str:
    """Return the notation of several cards, without spaces: ``F1F6W3``."""
    return "".join(map(str, cards))


def read_cards(text: str) -> tuple[Card, ...]:
    """Parse the notation of one or more cards; ``ValueError`` if it is anything else."""
    found = _CARD.findall(text)
    if not found or "".join(found) != text:
        raise ValueError(f"{text!r} isn't a list of cards, such as F6, W3 or F1F6W3")
    return tuple(Card(each[0], int(each[1])) for each in found)


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
    """Whether everyone has seen it there."""
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
    return tuple([slot for slot in SLOTS if grid[slot.place]])


def top(grid: Grid, slot: Slot) -> Card:
    """Return the top card of a filled slot."""
    return grid[slot.place][0].card


def put(grid: Grid, slot: Slot, pile: Pile) -> Grid:
    """Return the grid with a pile replaced."""
    return (*grid[: slot.place], pile, *grid[slot.place + 1 :])


def flippable(grid: Grid, up: Sequence[Slot]) -> Sequence[Slot]:
    """Return the slots that can be flipped, given those already flipped (P2.1, P2.3)."""
    return [slot for slot in filled(grid) if slot not in up]


def pairs(grid: Grid, up: Sequence[Slot]) -> Sequence[tuple[Slot, Slot]]:
    """Return the flipped pairs that match, in the order flipped (P2.2)."""
    return [(one, two) for one, two in combinations(up, 2) if match(top(grid, one), top(grid, two))]


def takeable(grid: Grid, matched: tuple[Slot, Slot]) -> Sequence[Slot]:
    """Return the filled slots that touch a match but are not part of it, in order (P2.3)."""
    touching = {*neighbours(matched[0]), *neighbours(matched[1])} - {*matched}
    return [slot for slot in filled(grid) if slot in touching]


def turned_up(grid: Grid, slot: Slot) -> Grid:
    """Return the grid after everyone has seen the top card of a slot."""
    first, *rest = grid[slot.place]
    return put(grid, slot, (first._replace(seen=True, shown=True), *rest))
