"""The cards of Chow Pow!, and which of them match (P1.1, P1.2)."""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

__all__ = [
    "TEAM_UP",
    "WILD",
    "Card",
    "factions",
    "match",
    "read_cards",
    "total",
    "write_cards",
]

WILD: Final = "W"
"""The code of a Wild, which joins any faction (P1.2)."""

TEAM_UP: Final = "T"
"""The code of a Team-Up Wild: a wild that lets its player play two factions (P1.2)."""

_CARD: Final = re.compile("[A-Z][1-9]")


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
