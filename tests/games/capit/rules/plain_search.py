"""The listed actions of CAP-IT as one would first write them: every choice tried, nothing kept.

It takes up to half a second where :mod:`bot.games.capit.rules.choices` takes milliseconds.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import (
    chain,
    combinations,
    combinations_with_replacement,
    groupby,
    permutations,
    product,
)

from bot.game.contract import IllegalActionError
from bot.games.capit.rules.actions import Action, Cards, LayContract, LayMeld, LayOff, Swap
from bot.games.capit.rules.cards import PACK, TWO, Card, Suit, points
from bot.games.capit.rules.choices import FEW
from bot.games.capit.rules.melds import (
    Demand,
    Kind,
    Meld,
    Place,
    Shape,
    Side,
    best_filling,
    fillings,
    read_meld,
    shapes_of,
)
from bot.games.capit.rules.options import RunSuit
from bot.games.capit.rules.plans import Plan

SMALL = (Demand(Kind.SET, 3), Demand(Kind.RUN, 3))


def contracts(
    hand: Sequence[Card], contract: Sequence[Demand], run_suit: RunSuit
) -> Iterator[Action]:
    for plan in plans(hand, contract, run_suit)[:FEW]:
        yield LayContract(tuple(map(cards, best_filling(hand, plan.shapes))))


def after_contract(
    hand: Sequence[Card], melds: Sequence[Meld], run_suit: RunSuit
) -> Iterator[Action]:
    yield from new_melds(hand, run_suit)
    yield from lay_offs(hand, melds)
    yield from swaps(hand, melds, run_suit)


def new_melds(hand: Sequence[Card], run_suit: RunSuit) -> Iterator[LayMeld]:
    for plan in small_plans(hand, run_suit):
        (meld,) = best_filling(hand, plan.shapes)
        yield LayMeld(cards(meld))


def lay_offs(hand: Sequence[Card], melds: Sequence[Meld]) -> Iterator[LayOff]:
    for number, meld in enumerate(melds):
        for side in Side:
            fitting = [card for card in sorted(set(hand)) if meld.takes(card, side)]
            yield from (LayOff(number, (card,), side) for card in fitting)


def swaps(hand: Sequence[Card], melds: Sequence[Meld], run_suit: RunSuit) -> Iterator[Swap]:
    for number, meld in enumerate(melds):
        for at, freed in enumerate(meld.cards):
            for card in sorted(set(hand)):
                if freed.is_wild and meld.can_swap(at, card):
                    offs = (off for off in lay_offs((freed,), melds) if off.meld != number)
                    melded = with_freed(freed, hand, card, run_suit)
                    uses: Iterator[LayMeld | LayOff] = chain(offs, melded)
                    yield from (Swap(number, at, card, use) for use in uses)


def with_freed(
    freed: Card, hand: Sequence[Card], card: Card, run_suit: RunSuit
) -> Iterator[LayMeld]:
    """Yield the first meld of each shape in which there is the freed wild."""
    whole = [*hand, freed]
    whole.remove(card)
    for plan in small_plans(whole, run_suit):
        ways = (meld for (meld,) in fillings(whole, plan.shapes) if freed in meld.cards)
        if found := next(ways, None):
            yield LayMeld(cards(found))


def small_plans(hand: Sequence[Card], run_suit: RunSuit) -> Iterator[Plan]:
    return chain.from_iterable(plans(hand, (demand,), run_suit) for demand in SMALL)


def plans(hand: Sequence[Card], contract: Sequence[Demand], run_suit: RunSuit) -> list[Plan]:
    """Return all plans, the fewest wilds first, then the most points."""
    supply = Counter(hand)
    wilds = sum(card.is_wild for card in hand)
    groups = [
        [*combinations_with_replacement(shapes_of(demand, run_suit), len([*same]))]
        for demand, same in groupby(contract)
    ]
    found = []
    for choice in product(*groups):
        shapes = tuple(chain.from_iterable(choice))
        needed = sum(shape.size for shape in shapes) - most_naturals(supply, shapes)
        if needed <= wilds and has_naturals(supply, shapes):
            found.append(Plan(shapes, needed))
    return sorted(found, key=lambda plan: (plan.wilds, -sum(map(cost, plan.shapes))))


def cost(shape: Shape) -> int:
    return sum(points(Card(place.rank, None)) for place in shape.places)


def most_naturals(supply: Counter[Card], shapes: Sequence[Shape]) -> int:
    """Return how many places natural cards other than 2s can fill: first those of one suit."""
    left = Counter(supply)
    places = [place for shape in shapes for place in shape.places if place.rank > TWO]
    return sum(takes_one(left, place) for place in sorted(places, key=lambda p: p.suit is None))


def takes_one(left: Counter[Card], place: Place) -> bool:
    for suit in Suit if place.suit is None else (place.suit,):
        if left[Card(place.rank, suit)] > 0:
            left[Card(place.rank, suit)] -= 1
            return True
    return False


def has_naturals(supply: Counter[Card], shapes: Sequence[Shape]) -> bool:
    """Whether each shape can get a natural card (C2.2)."""
    if not shapes:
        return True
    for card in PACK:
        fits = supply[card] > 0 and any(place.is_natural(card) for place in shapes[0].places)
        if fits and has_naturals(supply - Counter([card]), shapes[1:]):
            return True
    return False


def cards(meld: Meld) -> Cards:
    return Cards(meld.kind, meld.cards)


def melds_of(cards: Sequence[Card], demand: Demand, run_suit: RunSuit) -> Iterator[Meld]:
    """Yield every meld of some of the cards: each choice, and for runs each order, tried out."""
    choose = combinations if demand.kind is Kind.SET else permutations
    for chosen in {*choose(sorted(cards), demand.size)}:
        try:
            yield _of_two(chosen) or read_meld(demand.kind, chosen, run_suit)
        except IllegalActionError:
            continue


def _of_two(cards: tuple[Card, ...]) -> Meld | None:
    """Read a set of two cards, which the rules have none of, as they read larger ones."""
    if len(cards) != 2:
        return None
    read = read_meld(Kind.SET, (*cards, cards[-1]), RunSuit.SAME)
    return Meld(Kind.SET, cards, read.rank, None)


def all_ways(
    cards: Sequence[Card], contract: Sequence[Demand], run_suit: RunSuit
) -> Iterator[tuple[Meld, ...]]:
    """Yield all ways to lay a contract, one for each order of equal demands."""
    if not contract:
        yield ()
        return
    for meld in melds_of(cards, contract[0], run_suit):
        left = Counter(cards)
        left.subtract(meld.cards)
        for rest in all_ways([*left.elements()], contract[1:], run_suit):
            yield (meld, *rest)
