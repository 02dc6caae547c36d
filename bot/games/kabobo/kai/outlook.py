"""The value of hands to their owner: the chance to win the match, averaged over worlds."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final, NamedTuple

from bot.game.contract import Seat
from bot.games.kabobo.kai.stakes import Stakes
from bot.games.kabobo.kai.worlds import World, unseen, worlds
from bot.games.kabobo.rules.cards import Card, Spot
from bot.games.kabobo.rules.points import Hand, points
from bot.games.kabobo.rules.view import View

__all__ = ["Outlook", "spread"]

POINT: Final = 0.002
"""The value of a point relative to the chance to win, while the round goes on."""

LATER: Final = 0.5
"""The weight of what one more card could improve, while the round goes on."""

OWN: Final = 12
"""How many possibilities for the viewer's own hand are averaged, while the round goes on."""

NEXT: Final = 12
"""How many possible next cards are tried."""


class _Others(NamedTuple):
    """The others in one world: their highest score, and the value of scoring less or more."""

    highest: int
    if_less: float
    if_equal: float
    if_more: float

    def against(self, own: int) -> float:
        if own > self.highest:
            return self.if_more
        return self.if_less if own < self.highest else self.if_equal


class Outlook:
    """The value of the viewer's present and possible hands, averaged over all worlds.

    ``caller`` is the seat that has called or is considering it. ``ValueError`` for a spectator.
    """

    def __init__(self, view: View, caller: Seat | None) -> None:
        if view.viewer is None:
            raise ValueError("a spectator has no hand")
        self.seat = view.viewer
        self.ends_soon = caller is not None
        self.unseen = unseen(view)
        self.stakes = Stakes(view, self.seat, caller)
        self._worlds = worlds(view, caller)
        self._scored = [self._scores(world) for world in self._worlds]
        self._others = [self._others_with(scored) for scored in self._scored]
        own = (world[self.seat] for world in self._worlds)
        self._own = Counter(own if self.ends_soon else islice(own, OWN))
        self._next = spread(self.unseen, NEXT)
        self._with_points: dict[int, float] = {}
        self._of_hand: dict[Hand, float] = {}

    def now(self) -> float:
        """Return the value of the present hand."""
        return self._mean(self._worth)

    def with_card(self, place: int, card: Card) -> float:
        """Return the value of the hand with ``card`` in a place."""
        return self._mean(
            lambda hand: self._worth((*hand[:place], card, *hand[place + 1 :])),
        )

    def traded(self, place: int, spot: Spot) -> float:
        """Return the value of the hand after a trade; the other hand changes as well."""
        worth = 0.0
        for world, scored in zip(self._worlds, self._scored, strict=True):
            own, other = world[self.seat], world[spot.seat]
            mine = (*own[:place], other[spot.place], *own[place + 1 :])
            theirs = (*other[: spot.place], own[place], *other[spot.place + 1 :])
            left = [*scored[: spot.seat], points(theirs), *scored[spot.seat + 1 :]]
            worth += self._weighed(points(mine), self._others_with(left))
        return worth / len(self._worlds)

    def _mean(self, worth: Callable[[Hand], float]) -> float:
        return sum(times * worth(hand) for hand, times in self._own.items()) / self._own.total()

    def _worth(self, hand: Hand) -> float:
        if hand not in self._of_hand:
            now = self._worth_of(points(hand))
            later = now if self.ends_soon else self._worth_later(hand)
            self._of_hand[hand] = now + LATER * (later - now)
        return self._of_hand[hand]

    def _worth_later(self, hand: Hand) -> float:
        """Return the value of a hand after one more card, put in the best place."""
        a, b, c, d = hand
        least = points(hand)
        most = (
            max(
                least,
                points((card, b, c, d)),
                points((a, card, c, d)),
                points((a, b, card, d)),
                points((a, b, c, card)),
            )
            for card in self._next
        )
        return sum(map(self._worth_of, most)) / len(self._next)

    def _worth_of(self, own: int) -> float:
        """Return the value of a score."""
        if own not in self._with_points:
            worth = sum(self._weighed(own, others) for others in self._others)
            self._with_points[own] = worth / len(self._others)
        return self._with_points[own]

    def _weighed(self, own: int, others: _Others) -> float:
        return others.against(own) + (0.0 if self.ends_soon else POINT * own)

    def _scores(self, world: World) -> Sequence[int]:
        """Return the points of all seats, with -1 for the viewer."""
        return [-1 if seat == self.seat else points(hand) for seat, hand in enumerate(world)]

    def _others_with(self, scored: Sequence[int]) -> _Others:
        highest = max(scored)
        best = tuple([seat for seat, had in enumerate(scored) if had == highest])
        return _Others(
            highest,
            if_less=self.stakes.if_best(best),
            if_equal=self.stakes.if_best(tuple(sorted((*best, self.seat)))),
            if_more=self.stakes.if_best((self.seat,)),
        )


def spread(cards: Sequence[Card], count: int) -> Sequence[Card]:
    """Return ``count`` of the cards, evenly spread."""
    step = max(1, len(cards) // count)
    return cards[step // 2 :: step]
