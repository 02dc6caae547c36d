"""The cards won in a game, counted: those of one number together, the highest first."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from bot.face.fonts import width
from bot.face.seating import SMALLEST
from bot.games.chowpow.face.labels import TIMES, in_order
from bot.games.chowpow.rules.cards import Card
from bot.games.chowpow.rules.deck import Deck

__all__ = ["FOOD", "Tally", "tallies"]

FOOD: Final = 26
"""The size of a food, in pixels."""
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


def tallies(deck: Deck, cards: Sequence[Card]) -> Iterator[Tally]:
    """Yield the cards by number, in groups that fit in a panel."""
    ordered = sorted(in_order(deck, cards), key=lambda card: -card.number)
    for _, same in groupby(ordered, key=lambda card: card.number):
        found = tuple(same)
        yield from (Tally(found[at : at + _MOST]) for at in range(0, len(found), _MOST))
