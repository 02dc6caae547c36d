"""What may lie face down: ways to lay the unseen cards, as far as a View allows them."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, TypeAlias

from bot.games.kabobo.cards import DECK, JOKER_POINTS, Card, Spot
from bot.games.kabobo.scoring import score
from bot.games.kabobo.view import View

__all__ = ["Hand", "Worlds", "points"]

Hand: TypeAlias = tuple[Card, ...]

WORLDS: Final = 60
"""How many ways to lay the unseen cards are looked at."""

POINT: Final = 0.004
"""What a point is worth beside the chance to win the round, which is from 0 to 1."""


def points(hand: Sequence[Card]) -> int:
    """Return what a hand scores, from a table of its values (section 3 of the rules)."""
    values = tuple(sorted(card.value for card in hand if not card.is_joker))
    jokers = len(hand) - len(values)
    suits = {card.suit for card in hand}
    flush = sum(values) if len(suits) == 1 and not jokers else 0
    return _of_values(values) + flush + JOKER_POINTS * jokers


@cache
def _of_values(values: tuple[int, ...]) -> int:
    """Score cards of these values without a flush; there are 2,379 such tuples."""
    suits = [card.suit for card in DECK if card.value == 1]
    return score([Card(value, suit) for value, suit in zip(values, suits, strict=False)]).points


class Worlds:
    """The table as it may be, for the View's viewer. The same View gives the same worlds."""

    def __init__(self, view: View) -> None:
        if view.viewer is None:
            raise ValueError("a spectator has no hand to think about")
        self.view = view
        self.seat = view.viewer
        self.unseen = _unseen(view)
        chances = (random.Random(number) for number in range(WORLDS))  # noqa: S311 - always the same
        self.hands = tuple(map(self._lay, chances))
        self._best_of_others = [self._highest(hands) for hands in self.hands]

    def now(self) -> float:
        """Return what the viewer's hand is worth as it lies."""
        return self._worth(hands[self.seat] for hands in self.hands)

    def with_card(self, place: int, card: Card) -> float:
        """Return what the viewer's hand is worth with another card in a place."""
        own = (hands[self.seat] for hands in self.hands)
        return self._worth((*hand[:place], card, *hand[place + 1 :]) for hand in own)

    def traded(self, place: int, spot: Spot) -> float:
        """Return what the viewer's hand is worth after a trade; others' get worse or better too."""
        worth = 0.0
        for hands in self.hands:
            own, other = hands[self.seat], hands[spot.seat]
            mine = (*own[:place], other[spot.place], *own[place + 1 :])
            theirs = (*other[: spot.place], own[place], *other[spot.place + 1 :])
            scored = points(mine)
            best = max(
                points(theirs if seat == spot.seat else hand)
                for seat, hand in enumerate(hands)
                if seat != self.seat
            )
            worth += _worth(scored, best)
        return worth / len(self.hands)

    def chance_to_win(self) -> float:
        """Return the chance that no other hand scores more than the viewer's."""
        own = (points(hands[self.seat]) for hands in self.hands)
        won = sum(mine >= best for mine, best in zip(own, self._best_of_others, strict=True))
        return won / len(self.hands)

    def _worth(self, own: Iterator[Hand]) -> float:
        pairs = zip(own, self._best_of_others, strict=True)
        return sum(_worth(points(hand), best) for hand, best in pairs) / len(self.hands)

    def _highest(self, hands: Sequence[Hand]) -> int:
        return max(points(hand) for seat, hand in enumerate(hands) if seat != self.seat)

    def _lay(self, chance: random.Random) -> tuple[Hand, ...]:
        """Lay unseen cards where the viewer knows none."""
        missing = sum(laid.card is None for hand in self.view.hands for laid in hand)
        drawn = iter(chance.sample(self.unseen, missing))
        return tuple(
            tuple(next(drawn) if laid.card is None else laid.card for laid in hand)
            for hand in self.view.hands
        )


def _worth(own: int, best: int) -> float:
    """Weigh a hand against the best of the others: to win counts, a tie nearly as much."""
    return (own >= best) + POINT * own


def _unseen(view: View) -> list[Card]:
    """Return the cards that the viewer does not know, in the deck's order."""
    known = Counter(view.discard)
    known.update(laid.card for hand in view.hands for laid in hand if laid.card is not None)
    if view.drawn is not None:
        known[view.drawn] += 1
    left = Counter(DECK)
    left.subtract(known)
    return list(left.elements())
