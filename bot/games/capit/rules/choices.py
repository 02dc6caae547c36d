"""The legal actions that are listed: some of each kind, as there may be too many to list.

They only depend on what the owner of the hand knows, so the rules, screens and Kai can use them.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby
from operator import attrgetter

from bot.games.capit.rules.actions import Cards, Discard, LayContract, LayMeld, LayOff, Swap
from bot.games.capit.rules.cards import JOKER, TWO, Card
from bot.games.capit.rules.contracts import Demand
from bot.games.capit.rules.fillings import best_filling, filling_with
from bot.games.capit.rules.melds import SHORTEST, Kind, Meld, Side
from bot.games.capit.rules.options import RunSuit
from bot.games.capit.rules.plans import plans

__all__ = ["contracts", "discards", "lay_offs", "new_melds", "swaps"]

FEW = 12
"""How many ways to lay a contract are listed, those with the fewest wilds."""

_SIDES = tuple(Side)

_SMALL = (Demand(Kind.SET, SHORTEST), Demand(Kind.RUN, SHORTEST))


def contracts(
    hand: Sequence[Card], contract: Sequence[Demand], run_suit: RunSuit
) -> Iterator[LayContract]:
    """Yield ways to lay a contract: one for each of the plans with the fewest wilds."""
    for plan in plans(hand, contract, run_suit)[:FEW]:
        yield LayContract(tuple(map(_cards, best_filling(hand, plan.shapes))))


def new_melds(hand: Sequence[Card], run_suit: RunSuit) -> Iterator[LayMeld]:
    """Yield a meld of three cards for each rank and each start of a run that is possible."""
    for demand in _SMALL:
        for plan in plans(hand, (demand,), run_suit):
            (meld,) = best_filling(hand, plan.shapes)
            yield LayMeld(_cards(meld))


def lay_offs(hand: Sequence[Card], melds: Sequence[Meld]) -> Iterator[LayOff]:
    """Yield each card that can be laid off, once for each meld and side that it fits."""
    held = _by_rank(hand)
    wilds = (*held.get(JOKER.rank, ()), *held.get(TWO, ()))
    for number, meld in enumerate(melds):
        for side in _SIDES:
            place = meld.end(side)
            if place is not None:
                naturals = () if place.rank == TWO else held.get(place.rank, ())
                cards = (*wilds, *filter(place.is_natural, naturals))
                yield from (LayOff(number, (card,), side) for card in cards)


def swaps(hand: Sequence[Card], melds: Sequence[Meld], run_suit: RunSuit) -> Iterator[Swap]:
    """Yield each exchange of a card for a wild, combined with the uses of that wild.

    New melds are represented by one for each rank and each start of a run.
    """
    with_freed: dict[tuple[Card, Card], Sequence[LayMeld]] = {}
    for number, at, card in _exchanges(hand, melds):
        freed = melds[number].cards[at]
        if (card, freed) not in with_freed:
            with_freed[card, freed] = [*_melds_with(freed, _without(hand, card), run_suit)]
        offs = (off for off in lay_offs((freed,), melds) if off.meld != number)
        uses: Iterator[LayMeld | LayOff] = chain(offs, with_freed[card, freed])
        yield from (Swap(number, at, card, use) for use in uses)


def discards(hand: Sequence[Card]) -> Iterator[Discard]:
    """Yield a discard for each distinct card in the hand."""
    return map(Discard, sorted(set(hand)))


def _exchanges(hand: Sequence[Card], melds: Sequence[Meld]) -> Iterator[tuple[int, int, Card]]:
    """Yield meld number, place and card for each wild that a card of the hand can replace."""
    held = _by_rank(hand)
    for number, meld in enumerate(melds):
        for at, there in enumerate(meld.cards):
            if there.is_wild:
                cards = held.get(meld.place(at).rank, ())
                yield from ((number, at, card) for card in cards if meld.can_swap(at, card))


def _by_rank(hand: Sequence[Card]) -> Mapping[int, Sequence[Card]]:
    """Return the distinct cards of each rank, sorted."""
    return {rank: [*cards] for rank, cards in groupby(sorted(set(hand)), attrgetter("rank"))}


def _melds_with(freed: Card, hand: Sequence[Card], run_suit: RunSuit) -> Iterator[LayMeld]:
    """Yield one new meld per shape, made of a freed wild and two cards of the hand."""
    whole = (*hand, freed)
    for demand in _SMALL:
        for plan in plans(whole, (demand,), run_suit):
            meld = filling_with(whole, plan.shapes[0], freed)
            if meld is not None:
                yield LayMeld(_cards(meld))


def _cards(meld: Meld) -> Cards:
    return Cards(meld.kind, meld.cards)


def _without(hand: Sequence[Card], card: Card) -> Sequence[Card]:
    left = list(hand)
    left.remove(card)
    return left
