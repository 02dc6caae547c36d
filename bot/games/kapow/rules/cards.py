"""The cards of Kapow! (section 1 of the rules) and the places of a hand."""

from enum import IntEnum
from typing import Final, NamedTuple

__all__ = [
    "DECK",
    "KAPOW_VALUES",
    "PLACES",
    "POWER_CARDS",
    "Card",
    "Place",
    "card",
    "known",
    "read_place",
]

KAPOW_VALUES: Final = range(13)
"""The possible values of a KAPOW! card (K1.3)."""


class Card(IntEnum):
    """One of the sixteen card faces; cards with the same face are interchangeable."""

    C0 = 0
    C1 = 1
    C2 = 2
    C3 = 3
    C4 = 4
    C5 = 5
    C6 = 6
    C7 = 7
    C8 = 8
    C9 = 9
    C10 = 10
    C11 = 11
    C12 = 12
    POWER_1 = 13
    POWER_2 = 14
    KAPOW = 15

    @property
    def is_power(self) -> bool:
        """Whether this is a power card (K1.2)."""
        return self in POWER_CARDS

    @property
    def face(self) -> int:
        """The value of a card on its own: a fixed card's number, a power card's face (K1.2).

        Raises ``ValueError`` for a KAPOW! card, which has none.
        """
        if self is Card.KAPOW:
            raise ValueError("a KAPOW! card has no face value")
        return self - 12 if self.is_power else int(self)

    def __str__(self) -> str:
        """Return the notation: ``0`` to ``12``, ``P1``, ``P2`` or ``K``."""
        return _NOTATION[self]


POWER_CARDS: Final = (Card.POWER_1, Card.POWER_2)
"""The power cards (K1.2)."""

_NOTATION: Final = (*map(str, range(13)), "P1", "P2", "K")
_BY_NOTATION: Final = {text: Card(number) for number, text in enumerate(_NOTATION)}


def card(text: str) -> Card:
    """Parse the notation of a card; ``ValueError`` if it is invalid."""
    try:
        return _BY_NOTATION[text]
    except KeyError:
        raise ValueError(f"{text!r} isn't a card, such as 0, 12, P1, P2 or K") from None


def known(face: Card | None) -> Card:
    """Return the card, which is never None in a state; ``ValueError`` if it is."""
    if face is None:
        raise ValueError("this card is unknown: it comes from a View")
    return face


def _copies(face: Card) -> int:
    if face is Card.KAPOW:
        return 6
    return 4 if face in (Card.C1, Card.C2) else 8


DECK: Final = tuple(face for face in Card for _ in range(_copies(face)))
"""The 118 cards in their order before the shuffle: ascending, as ``Card`` lists them (K1.1)."""


class Place(NamedTuple):
    """One position of a hand: column from 0, and row from 0 (top) to 2 (bottom)."""

    column: int
    row: int

    def __str__(self) -> str:
        """Return the notation: column from 1, then ``t``, ``m`` or ``b``: ``1t``, ``4b``."""
        return f"{self.column + 1}{_ROWS[self.row]}"


_ROWS: Final = "tmb"


def read_place(text: str) -> Place:
    """Parse the notation of a place, such as ``1t`` or ``4b``."""
    return Place(int(text[0]) - 1, _ROWS.index(text[1]))


PLACES: Final = tuple(tuple(Place(column, row) for row in range(3)) for column in range(4))
"""The places of a hand by column and row, created once."""
