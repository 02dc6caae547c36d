"""The cards of CAP-IT (C1.1, C1.2), and their points (C5.1)."""

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

TWO: Final = 2

ACE: Final = 14
"""The ace is always high (C1.2)."""

_TWO_DECKS_FOR: Final = 4
"""Up to this many players use two decks, more use three (C1.1)."""

_JOKERS_A_DECK: Final = 2

HAND: Final = 10
"""Cards dealt to each player (C1.3)."""


class Suit(StrEnum):
    """A suit, by its letter."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    __hash__ = str.__hash__
    """Cards are counted all the time, and that of an enumeration is slow."""


class Card(NamedTuple):
    """A card by its rank, 2 to ace 14, and its suit; a joker has rank 0 and no suit."""

    rank: int
    suit: Suit | None

    @property
    def is_wild(self) -> bool:
        """Whether it may stand for any card: a joker or a 2 (C1.2)."""
        return self.rank <= TWO

    def __str__(self) -> str:
        """Return the notation: ``AS``, ``TH`` for the ten of hearts, ``2D``; ``X`` for a joker."""
        return "X" if self.suit is None else f"{_RANKS[self.rank - TWO]}{self.suit}"


_RANKS: Final = "23456789TJQKA"

JOKER: Final = Card(0, None)

PACK: Final = tuple(Card(rank, suit) for suit in Suit for rank in range(TWO, ACE + 1))
"""The 52 cards of a deck before the shuffle: by suit, ascending."""

WILDS: Final = (JOKER, *(Card(TWO, suit) for suit in Suit))
"""The wild cards, the most expensive in the hand first."""

EVERY_CARD: Final = frozenset((JOKER, *PACK))
"""Each card once."""

_BY_NOTATION: Final = {str(card): card for card in (*PACK, JOKER)}

_CARD: Final = re.compile(f"[{_RANKS}][{''.join(Suit)}]|X")


def deck_for(seats: int) -> tuple[Card, ...]:
    """Return all cards for a number of players: the decks, then the jokers (C1.1)."""
    decks = 2 if seats <= _TWO_DECKS_FOR else 3
    return (*PACK * decks, *(JOKER,) * (_JOKERS_A_DECK * decks))


def write_cards(cards: Iterable[Card]) -> str:
    """Return the notation of several cards, without spaces: ``7H7S2D``."""
    return "".join(map(str, cards))


def read_card(text: str) -> Card:
    """Parse the notation of one card; ``ValueError`` if it is anything else."""
    (card,) = read_cards(text)
    return card


def read_cards(text: str) -> tuple[Card, ...]:
    """Parse the notation of one or more cards; ``ValueError`` if it is anything else."""
    found = _CARD.findall(text)
    if not found or "".join(found) != text:
        raise ValueError(f"{text!r} isn't a list of cards, such as 7H, TS, X or 7H7S2D")
    return tuple(_BY_NOTATION[each] for each in found)


_POINTS: Final = {
    JOKER.rank: 20,
    TWO: 15,
    **dict.fromkeys(range(3, 10), 5),
    **dict.fromkeys(range(10, ACE), 10),
    ACE: 15,
}
"""The penalty points of cards in the hand, by rank (C5.1)."""


def points(card: Card) -> int:
    """Return the penalty points of a card in the hand (C5.1)."""
    return _POINTS[card.rank]
