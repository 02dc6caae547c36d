"""The cards of a hand, counted for the search for plans."""

from collections.abc import Iterable
from typing import Final

from bot.games.capit.rules.cards import ACE, PACK, TWO, Card

__all__ = ["BIT", "NUMBER", "TWOS", "Supply"]

NUMBER: Final = {card: number for number, card in enumerate(PACK)}
"""The number of each card except the joker."""

BIT: Final = {card: 1 << number for card, number in NUMBER.items()}
"""The same as a bit of a bit set."""

TWOS: Final = sum(bit for card, bit in BIT.items() if card.rank == TWO)
"""The 2s as a bit set."""


class Supply:
    """The cards of a hand, counted."""

    __slots__ = ("counts", "of_rank", "ranks", "there", "wilds")

    def __init__(self, cards: Iterable[Card]) -> None:
        self.counts = [0] * len(PACK)
        """By number of the card."""
        self.of_rank = [0] * (ACE + 1)
        """By rank; 2s and jokers too."""
        self.ranks = 0
        """The ranks there are, as a bit set."""
        self.there = 0
        """The cards there are, as a bit set without jokers."""
        for card in cards:
            self.of_rank[card.rank] += 1
            self.ranks |= 1 << card.rank
            if card.suit is not None:
                self.counts[NUMBER[card]] += 1
                self.there |= BIT[card]
        self.wilds = self.of_rank[0] + self.of_rank[TWO]
        """The number of 2s and jokers."""

    def with_one(self, card: Card, more: int) -> "Supply":
        """Return a copy with one ``more`` of a card, or with one less if that is -1."""
        copy = Supply.__new__(Supply)
        copy.counts, copy.of_rank = [*self.counts], [*self.of_rank]
        copy.ranks, copy.there, copy.wilds = self.ranks, self.there, self.wilds
        copy.wilds += more * card.is_wild
        copy.of_rank[card.rank] += more
        copy.ranks = _with_bit(copy.ranks, 1 << card.rank, copy.of_rank[card.rank] > 0)
        if card.suit is not None:
            number = NUMBER[card]
            copy.counts[number] += more
            copy.there = _with_bit(copy.there, 1 << number, copy.counts[number] > 0)
        return copy

    def count(self, cards: int) -> int:
        """Return how many of the cards of a bit set there are."""
        here, found = cards & self.there, 0
        while here:
            found += self.counts[(here & -here).bit_length() - 1]
            here &= here - 1
        return found


def _with_bit(bits: int, bit: int, there: bool) -> int:  # noqa: FBT001 - the value of the bit
    return bits | bit if there else bits & ~bit
