"""The cards of Kabobo! (B1.1), and their places on the table."""

from enum import StrEnum
from typing import Final, NamedTuple

from bot.game.contract import Seat

JOKER_POINTS: Final = 15
"""The points of a joker (B1.1, B3.3)."""

PLACES: Final = range(4)
"""The places of a kabob, from left to right (B1.2)."""


class Suit(StrEnum):
    """A suit, by its letter; each has a power (B2.3)."""

    SPADES = "S"
    CLUBS = "C"
    HEARTS = "H"
    DIAMONDS = "D"


class Card(NamedTuple):
    """A card by value, ace 1 to king 13, and suit; a joker has value 15 and no suit."""

    value: int
    suit: Suit | None

    @property
    def is_joker(self) -> bool:
        """Whether it is one of the two "Kabobos"."""
        return self.suit is None

    def __str__(self) -> str:
        """Return the notation: ``AS``, ``10H``, ``KD``; ``X`` for a joker."""
        return "X" if self.suit is None else f"{_RANKS[self.value - 1]}{self.suit}"


_RANKS: Final = ("A", *map(str, range(2, 11)), "J", "Q", "K")

JOKER: Final = Card(JOKER_POINTS, None)

DECK: Final = (*(Card(value, suit) for suit in Suit for value in range(1, 14)), JOKER, JOKER)
"""The 54 cards in their order before the shuffle: by suit, ascending, then the jokers (B1.1)."""

_BY_NOTATION: Final = {str(each): each for each in DECK}


def card(text: str) -> Card:
    """Parse the notation of a card; ``ValueError`` if it is invalid."""
    try:
        return _BY_NOTATION[text]
    except KeyError:
        raise ValueError(f"{text!r} isn't a card, such as AS, 10H or X") from None


class Spot(NamedTuple):
    """A place on the table: seat, and place from the left, both from 0."""

    seat: Seat
    place: int

    def __str__(self) -> str:
        """Return the notation, from 1: ``2.4`` is the fourth card of the second seat."""
        return f"{self.seat + 1}.{self.place + 1}"


def read_spot(text: str) -> Spot:
    """Parse the notation of a spot, ``2.4``."""
    seat, _, place = text.partition(".")
    return Spot(int(seat) - 1, int(place) - 1)
