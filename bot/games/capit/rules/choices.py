"""The legal actions that are listed: some of each kind, as there may be too many to list.

They only depend on what the owner of the hand knows, so the rules, screens and Kai can use them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, groupby, repeat
from operator import attrgetter
from typing import Final

from bot.games.capit.rules.actions import Cards, Discard, LayContract, LayMeld, LayOff, Swap
from bot.games.capit.rules.cards import JOKER, TWO, Card
from bot.games.capit.rules.contracts import Demand
from bot.games.capit.rules.fillings import best_filling
from bot.games.capit.rules.melds import Meld, Side
from bot.games.capit.rules.options import RunSuit
from bot.games.capit.rules.plans import plans
from bot.games.capit.rules.threes import Three, Threes

__all__ = ["contracts", "discards", "lay_offs", "new_melds", "swaps"]

FEW = 12
"""How many ways to lay a contract are listed, those with the fewest wilds."""

_SIDES = tuple(Side)

_MAKE_SWAP: Final[Callable[[Iterable[object]], Swap]] = partial(tuple.__new__, Swap)


def contracts(
    hand: Sequence[Card], contract: Sequence[Demand], run_suit: RunSuit
) -> Iterator[LayContract]:
    """Yield ways to lay a contract: one for each of the plans with the fewest wilds."""
    for plan in plans(hand, contract, run_suit, FEW):
        yield LayContract(tuple(map(_cards, best_filling(hand, plan.shapes))))


def new_melds(hand: Sequence[Card], run_suit: RunSuit) -> Iterator[LayMeld]:
    """Yield a meld of three cards for each rank and each start of a run that is possible."""
    return (three.meld for three in Threes.of(hand, run_suit).best())


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


def swaps(hand: Sequence[Card], melds: Sequence[Meld], run_suit: RunSuit) -> Sequence[Swap]:
    """Return each exchange of a card for a wild, combined with the uses of that wild.

    New melds are represented by one for each rank and each start of a run.
    """
    found: list[Swap] = []
    freeing = _Freeing(hand, melds, run_suit)
    for number, at, card in _exchanges(hand, melds):
        uses = freeing.uses(number, card, melds[number].cards[at])
        found.extend(map(_MAKE_SWAP, zip(repeat(number), repeat(at), repeat(card), uses)))
    return found


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


def _cards(meld: Meld) -> Cards:
    return Cards(meld.kind, meld.cards)


class _Freeing:
    """The uses of freed wilds: a turn may have thousands, so nothing is worked out twice."""

    def __init__(self, hand: Sequence[Card], melds: Sequence[Meld], run_suit: RunSuit) -> None:
        self._threes = Threes.of(hand, run_suit)
        self._ends = [
            (number, side)
            for number, meld in enumerate(melds)
            for side in _SIDES
            if meld.end(side) is not None
        ]
        self._offs: dict[Card, Sequence[LayOff]] = {}
        self._freeing: dict[Card, tuple[Threes, Sequence[Three]]] = {}
        self._after: dict[tuple[Card, Card], Sequence[LayMeld]] = {}

    def uses(self, number: int, card: Card, freed: Card) -> Iterator[LayMeld | LayOff]:
        """Return the uses of a wild that a card of the hand frees from a meld: not on that one."""
        if freed not in self._offs:
            self._offs[freed] = [LayOff(meld, (freed,), side) for meld, side in self._ends]
        if (card, freed) not in self._after:
            self._after[card, freed] = [three.meld for three in self._with_freed(freed, card)]
        offs = [off for off in self._offs[freed] if off.meld != number]
        return chain(offs, self._after[card, freed])

    def _with_freed(self, freed: Card, card: Card) -> Sequence[Three]:
        """Return the melds of a freed wild and two cards of the hand without the card."""
        if card.is_wild:
            return self._threes.without(card).freeing(freed).best()
        if freed not in self._freeing:
            freeing = self._threes.freeing(freed)
            self._freeing[freed] = freeing, freeing.best()
        freeing, best = self._freeing[freed]
        return freeing.without(card).best_after(card, best)
