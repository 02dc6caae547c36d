"""Random worlds: possible hands of all seats, consistent with a View."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from bot.game.contract import Seat
from bot.games.kabobo.rules.cards import DECK, PLACES, Card
from bot.games.kabobo.rules.points import Hand, points
from bot.games.kabobo.rules.view import View

__all__ = ["World", "unseen", "worlds"]

World: TypeAlias = tuple[Hand, ...]
"""Every seat's hand."""

WORLDS: Final = 60
"""How many worlds are made."""

BETTERED: Final = 2
"""In every ``BETTERED``-th world, seats that still have a turn are given a better card."""


def worlds(view: View, caller: Seat | None) -> tuple[World, ...]:
    """Return possible hands at the end of the round, if ``caller`` has called or calls now.

    The same View gives the same worlds.
    """
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
    """Yield the hand unchanged, and with ``card`` in each of its places."""
    yield hand
    for place in PLACES:
        yield (*hand[:place], card, *hand[place + 1 :])
