"""What all games share: dealing rounds again, and going through the actions."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any

from .chance import below, derived, shuffled, words
from .record import Fault, Record

Cards = list[str]


class UnfinishedError(Exception):
    """The record has no more actions."""


class Match(ABC):
    """A match that is dealt and played again; each game is a subclass."""

    def __init__(self, record: Record) -> None:
        self.record, self.options = record, record.options()
        self.cuts = record.series("cut")
        self.seats = range(len(self.cuts))
        self.number = self.reshuffles = self.at = self.line = 0
        self.discard: Cards = []
        self.pile: Cards = []
        self.told: list[str] = []
        self.points: list[list[int]] = []

    @abstractmethod
    def play(self) -> tuple[str, Sequence[Any]]:
        """Play to the end; return why it ended, and by what the seats are ranked."""

    def totals(self) -> list[int]:
        """Return each seat's points of all rounds."""
        return [sum(points[seat] for points in self.points) for seat in self.seats]

    def after(self, seat: int, steps: int = 1) -> int:
        """Return the seat a number of places further on."""
        return (seat + steps) % len(self.seats)

    def tell(self, what: str, cards: Iterable[str] = ()) -> None:
        """Keep a line that is printed at the end."""
        self.told.append(" ".join((what, *cards)))

    def need(self, fits: object) -> None:
        """Refuse the last action unless it is possible."""
        if not fits:
            raise Fault(f"Line {self.line}: this action isn't possible there.")

    def act(self, seats: Iterable[int], form: str) -> tuple[int, list[str]]:
        """Return who acts next, and the words of the action, which must have the form."""
        if self.at == len(self.record.actions):
            raise UnfinishedError
        self.line, seat, text = self.record.actions[self.at]
        self.at += 1
        self.need(seat in seats and re.fullmatch(form, text))
        return seat, text.split(" ")

    def begin(self, number: int, cards: Cards) -> Cards:
        """Begin a round, once any seat went on to it; return its shuffled cards."""
        if number > 1:
            self.act(self.seats, "next")
        self.number, self.reshuffles = number, 0
        return self.shuffled("deal", cards)

    def shuffled(self, event: str, cards: Cards) -> Cards:
        """Return cards in the order of an event of this round."""
        return shuffled(words(derived(self.record.secret, self.cuts, self.number), event), cards)

    def chosen(self, event: str, bound: int) -> int:
        """Return the number of an event of this round."""
        return below(words(derived(self.record.secret, self.cuts, self.number), event), bound)

    def deal(self, cards: Cards, first: int, each: int) -> list[Cards]:
        """Deal hands, a card at a time from the seat ``first`` on."""
        end, seats = each * len(self.seats), len(self.seats)
        return [cards[(seat - first) % seats : end : seats] for seat in self.seats]

    def tell_deal(self, first: int, hands: Sequence[Cards]) -> None:
        """Tell who starts, the hands, and the piles."""
        self.tell(f"Round {self.number}: seat {first} starts")
        for seat, hand in enumerate(hands):
            self.tell(f"  seat {seat}:", hand)
        if self.discard:
            self.tell("  discard pile:", self.discard)
        self.tell("  draw pile:", self.pile)

    def reshuffle(self, cards: Cards) -> None:
        """Make a new draw pile."""
        self.reshuffles += 1
        event = f"reshuffle {self.reshuffles}"
        self.pile = self.shuffled(event, cards)
        self.tell(f"  {event}:", self.pile)

    def draw(self, seat: int) -> str:
        """Draw the top card; an empty pile is made again of all but the top discard."""
        if not self.pile:
            self.need(len(self.discard) > 1)
            self.reshuffle(self.discard[1:])
            del self.discard[1:]
        self.tell(f"  seat {seat} draws {self.pile[0]}")
        return self.pile.pop(0)

    def lay(self, hand: Cards, cards: Iterable[str]) -> Cards:
        """Take cards out of a hand, which must have them; return them."""
        laid = [*cards]
        for card in laid:
            self.need(card in hand)
            hand.remove(card)
        return laid
