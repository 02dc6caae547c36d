"""What can be laid from a hand, of which there is often more than anybody could list.

Everything here is made from what the hand's owner knows, so rules, screens and Kai share it.
"""

from collections.abc import Iterator, Sequence
from itertools import chain

from bot.games.capit.actions import Cards, Discard, LayContract, LayMeld, LayOff, Swap
from bot.games.capit.cards import Card
from bot.games.capit.contracts import Demand
from bot.games.capit.fillings import best_filling, fillings
from bot.games.capit.melds import SHORTEST, Kind, Meld, Side, swapped
from bot.games.capit.options import RunSuit
from bot.games.capit.plans import plans

__all__ = ["contracts", "discards", "lay_offs", "new_melds", "swaps"]

FEW = 12
"""Ways to lay a contract that are listed, those with the fewest wilds."""

_SMALL = (Demand(Kind.SET, SHORTEST), Demand(Kind.RUN, SHORTEST))


def contracts(
    hand: Sequence[Card], contract: Sequence[Demand], run_suit: RunSuit
) -> Iterator[LayContract]:
    """Yield ways to lay a contract: one for each of the plans with the fewest wilds."""
    for plan in plans(hand, contract, run_suit)[:FEW]:
        yield LayContract(tuple(map(_cards, best_filling(hand, plan.shapes))))


def new_melds(hand: Sequence[Card], run_suit: RunSuit) -> Iterator[LayMeld]:
    """Yield a meld of three cards for each rank, and each place of a run, that the hand has."""
    for demand in _SMALL:
        for plan in plans(hand, (demand,), run_suit):
            (meld,) = best_filling(hand, plan.shapes)
            yield LayMeld(_cards(meld))


def lay_offs(hand: Sequence[Card], melds: Sequence[Meld]) -> Iterator[LayOff]:
    """Yield each card that can be laid off, with each meld and side that takes it."""
    cards = sorted(set(hand))
    for number, meld in enumerate(melds):
        for side in Side:
            yield from (LayOff(number, (card,), side) for card in cards if meld.takes(card, side))


def swaps(hand: Sequence[Card], melds: Sequence[Meld], run_suit: RunSuit) -> Iterator[Swap]:
    """Yield each exchange of a card for a wild, with the uses of the wild there are.

    Of new melds there is one for each rank and each place of a run.
    """
    for number, meld in enumerate(melds):
        for at, freed in enumerate(meld.cards):
            if meld.is_natural(at):
                continue
            for card in sorted(set(hand)):
                if meld.can_swap(at, card):
                    left = _without(hand, card)
                    table = [*melds[:number], swapped(meld, at, card), *melds[number + 1 :]]
                    for use in _uses(left, freed, number, table, run_suit):
                        yield Swap(number, at, card, use)


def discards(hand: Sequence[Card]) -> Iterator[Discard]:
    """Yield a discard for each card that is in the hand."""
    return map(Discard, sorted(set(hand)))


def _uses(
    hand: Sequence[Card], freed: Card, number: int, melds: Sequence[Meld], run_suit: RunSuit
) -> Iterator[LayMeld | LayOff]:
    """Yield what can be done with a wild that was freed from a meld, beside going back there."""
    offs = (off for off in lay_offs((freed,), melds) if off.meld != number)
    with_freed = (*hand, freed)
    small = chain.from_iterable(plans(with_freed, (demand,), run_suit) for demand in _SMALL)
    found = (
        next((meld for (meld,) in fillings(with_freed, plan.shapes) if freed in meld.cards), None)
        for plan in small
    )
    yield from offs
    yield from (LayMeld(_cards(meld)) for meld in found if meld is not None)


def _cards(meld: Meld) -> Cards:
    return Cards(meld.kind, meld.cards)


def _without(hand: Sequence[Card], card: Card) -> Sequence[Card]:
    left = list(hand)
    left.remove(card)
    return left
