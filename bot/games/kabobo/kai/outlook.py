"""What a hand is worth to its owner: its chance to win the match, over random worlds."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

from bot.game.contract import Seat
from bot.games.kabobo.rules.cards import DECK, PLACES, Card, Spot, points_of_values
from bot.games.kabobo.rules.view import PIECES, View
from bot.kai.player import seat_of

Hand: TypeAlias = tuple[Card, ...]

World: TypeAlias = tuple[Hand, ...]

WORLDS: Final = 60

BETTERED: Final = 2
"""In every ``BETTERED``-th world, seats that still have a turn are given a better card."""

STRENGTH: Final = (1.0, 1.6, 2.0, 3.7, 4.6, 14.0)
"""Weights by number of pieces, rough guesses; with five the next highest score wins (B4.2)."""

POINT: Final = 0.002
"""The value of a point relative to the chance to win, while the round goes on."""

LATER: Final = 0.5
"""The weight of what one more card could improve, while the round goes on."""

OWN: Final = 12
"""How many possibilities for the viewer's own hand are averaged, while the round goes on."""

NEXT: Final = 12


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
    """The value of the viewer's hands over all worlds, if ``caller`` has called or considers it."""

    def __init__(self, view: View, caller: Seat | None) -> None:
        self.seat = seat_of(view)
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


class Stakes:
    """One seat's chance to win the match; before a call, every seat may be the caller."""

    def __init__(self, view: View, seat: Seat, caller: Seat | None) -> None:
        self._seat = seat
        self._pieces = view.pieces
        self._callers = range(view.seats) if caller is None else (caller,)
        self._found: dict[tuple[Seat, ...], float] = {}

    def now(self) -> float:
        """Return the chance with the present pieces."""
        return self._share(self._pieces)

    def if_best(self, best: tuple[Seat, ...]) -> float:
        """Return the chance if these seats, in order, have the highest score."""
        if best not in self._found:
            ends = [self._at_the_end(best, caller) for caller in self._callers]
            self._found[best] = sum(ends) / len(ends)
        return self._found[best]

    def _at_the_end(self, best: tuple[Seat, ...], caller: Seat) -> float:
        winners = [seat for seat in best if self._pieces[seat] == PIECES]
        if caller in winners:
            winners = [caller]
        if winners:
            return (self._seat in winners) / len(winners)
        given = [
            2 * (seat == caller) if caller in best else seat != caller
            for seat in range(len(self._pieces))
        ]
        had = zip(self._pieces, given, strict=True)
        return self._share([min(PIECES, pieces + more) for pieces, more in had])

    def _share(self, pieces: Sequence[int]) -> float:
        return STRENGTH[pieces[self._seat]] / sum(STRENGTH[had] for had in pieces)


def worlds(view: View, caller: Seat | None) -> tuple[World, ...]:
    """Return possible hands at the end of the round; the same View gives the same ones."""
    left = unseen(view)
    to_come = _to_come(view, caller)
    chance = random.Random(0)  # noqa: S311 - deterministic on purpose
    return tuple(
        _laid(view, left, () if number % BETTERED else to_come, chance) for number in range(WORLDS)
    )


def unseen(view: View) -> Sequence[Card]:
    """Return the cards that the viewer does not know, in the deck's order."""
    known = Counter(view.discard_pile)
    known.update(laid.card for hand in view.hands for laid in hand if laid.card is not None)
    if view.drawn is not None:
        known[view.drawn] += 1
    left = Counter(DECK)
    left.subtract(known)
    return tuple(left.elements())


def _to_come(view: View, caller: Seat | None) -> Sequence[Seat]:
    """Return the other seats that have a turn before the round is scored (B2.5)."""
    if caller is None:
        return ()
    after = [(view.to_move + step) % view.seats for step in range(1, view.seats)]
    return after[: after.index(caller)] if caller in after else after


def _laid(
    view: View, left: Sequence[Card], to_come: Sequence[Seat], chance: random.Random
) -> World:
    """Deal unseen cards to unknown places, and better cards to seats with turns left."""
    missing = sum(laid.card is None for hand in view.hands for laid in hand)
    cards = iter(chance.sample(left, min(len(left), missing + len(to_come))))
    hands = [
        tuple(next(cards) if laid.card is None else laid.card for laid in hand)
        for hand in view.hands
    ]
    for seat, card in zip(to_come, cards, strict=False):
        hands[seat] = max(_replacements(hands[seat], card), key=points)
    return tuple(hands)


def _replacements(hand: Hand, card: Card) -> Iterator[Hand]:
    yield hand
    for place in PLACES:
        yield (*hand[:place], card, *hand[place + 1 :])


def spread(cards: Sequence[Card], count: int) -> Sequence[Card]:
    """Return ``count`` of the cards, evenly spread."""
    step = max(1, len(cards) // count)
    return cards[step // 2 :: step]


def points(hand: Hand) -> int:
    """Return the points of four cards, fast: Kai counts thousands of hands for a decision."""
    (a, suit), (b, suit_b), (c, suit_c), (d, suit_d) = hand
    digits = _DIGIT[a] + _DIGIT[b] + _DIGIT[c] + _DIGIT[d]
    found = _KNOWN.get(digits)
    if found is None:
        found = _KNOWN[digits] = points_of_values(sorted((a, b, c, d)))
    if suit is suit_b is suit_c is suit_d is not None:
        found += a + b + c + d
    return found


_DIGIT: Final = tuple((len(PLACES) + 1) ** value for value in range(max(DECK).value + 1))
"""Their sum over a hand says how often each value occurs."""

_KNOWN: Final[dict[int, int]] = {}
"""Points without flush by sum of digits; there are about 2,400 sums."""
