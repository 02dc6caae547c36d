"""Which melds a hand can lay: an exact search that stays quick with 35 cards and ten wilds.

Laid out card by card, a hand with many wilds has millions of ways to meet a contract. But people
choose what they lay (sevens, and spades from the 5) before they choose with which cards. So a
*shape* says what a meld is, and a *plan* is a shape for each demand that the hand can lay together;
:mod:`bot.games.capit.rules.fillings` finds the cards.

Whether a plan can be laid is a question of matching cards with places. Wilds fill any place, so
what counts is how many places natural cards can fill at most: a sum over the ranks, since no card
is natural in places of two ranks. Besides, each meld needs a natural card (C2.2). Those can be
chosen first and cost the matching nothing: augmenting paths leave every filled place filled.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, groupby, product
from typing import Final, NamedTuple

from bot.games.capit.rules.cards import ACE, PACK, TWO, Card, Suit, points
from bot.games.capit.rules.contracts import Demand
from bot.games.capit.rules.melds import Kind, Place
from bot.games.capit.rules.options import RunSuit

__all__ = ["Plan", "Shape", "most_naturals", "plans"]


class Shape(NamedTuple):
    """What a meld is, whichever cards it is laid with."""

    kind: Kind
    rank: int
    """Of a set, or of a run's lowest place."""
    suit: Suit | None
    """Of a run of one suit."""
    size: int

    @property
    def places(self) -> tuple[Place, ...]:
        """What belongs in its places, from low to high."""
        return _places(self)


class Plan(NamedTuple):
    """Melds that a hand can lay together, in the contract's order."""

    shapes: tuple[Shape, ...]
    wilds: int
    """The fewest 2s and jokers for it, those in their natural places included."""


def plans(hand: Sequence[Card], contract: Sequence[Demand], run_suit: RunSuit) -> list[Plan]:
    """Return every plan of just the sizes that a contract demands; those with few wilds first.

    Of plans that differ only in the order of equal demands there is one.
    """
    supply = Counter(hand)
    wilds = sum(count for card, count in supply.items() if card.is_wild)
    groups = [
        [*combinations_with_replacement(_possible(supply, wilds, demand, run_suit), len([*same]))]
        for demand, same in groupby(contract)
    ]
    found = (_plan(supply, wilds, choice) for choice in product(*groups))
    return sorted(filter(None, found), key=_by_use)


def _by_use(plan: Plan) -> tuple[int, int]:
    """Few wilds first, and then what costs most in the hand."""
    return plan.wilds, -sum(map(_cost, plan.shapes))


class _Possible(NamedTuple):
    """A shape that a hand could lay by itself."""

    shape: Shape
    faces: int
    """The cards that are natural in it, as a set of bits."""
    wilds: int


def _plan(
    supply: Mapping[Card, int], wilds: int, choice: Sequence[tuple[_Possible, ...]]
) -> Plan | None:
    parts = [part for group in choice for part in group]
    needed = sum([part.wilds for part in parts])
    if needed > wilds:
        return None
    shapes = tuple([part.shape for part in parts])
    if any(a.faces & b.faces for a, b in combinations(parts, 2)):
        needed = sum(shape.size for shape in shapes) - most_naturals(supply, shapes)
        if needed > wilds or not _has_naturals(Counter(supply), shapes):
            return None
    return Plan(shapes, needed)


def _possible(
    supply: Mapping[Card, int], wilds: int, demand: Demand, run_suit: RunSuit
) -> Iterator[_Possible]:
    """Yield the shapes that meet a demand, as far as each could be laid by itself."""
    there = sum([_BIT[card] for card, count in supply.items() if count and card in _BIT])
    of_rank = dict.fromkeys(range(TWO, ACE + 1), 0)
    for card, count in supply.items():
        if not card.is_wild:
            of_rank[card.rank] += count
    for shape in _shapes(demand, run_suit):
        faces = _faces(shape)
        if faces & there:
            needed = shape.size - _most_in_one(shape, faces & there & ~_TWOS, of_rank)
            if needed <= wilds:
                yield _Possible(shape, faces, needed)


def _most_in_one(shape: Shape, there: int, of_rank: Mapping[int, int]) -> int:
    """Return :func:`most_naturals` of one shape; ``there`` are its faces that the hand has."""
    if shape.kind is Kind.SET:
        return min(shape.size, of_rank[shape.rank])
    if shape.suit is not None:
        return there.bit_count()
    return sum([of_rank[rank] > 0 for rank in range(shape.rank, shape.rank + shape.size)])


@lru_cache(maxsize=64)
def _shapes(demand: Demand, run_suit: RunSuit) -> tuple[Shape, ...]:
    """Return all shapes of just the size of a demand, the lowest first."""
    kind, size = demand
    if kind is Kind.SET:
        return tuple(Shape(kind, rank, None, size) for rank in range(TWO, ACE + 1))
    suits = tuple(Suit) if run_suit is RunSuit.SAME else (None,)
    ranks = range(TWO, ACE - size + 2)
    return tuple(Shape(kind, rank, suit, size) for suit in suits for rank in ranks)


@lru_cache(maxsize=1024)
def _places(shape: Shape) -> tuple[Place, ...]:
    if shape.kind is Kind.SET:
        return (Place(shape.rank, None),) * shape.size
    return tuple(Place(shape.rank + at, shape.suit) for at in range(shape.size))


@lru_cache(maxsize=1024)
def _cost(shape: Shape) -> int:
    return sum(points(Card(place.rank, None)) for place in shape.places)


@lru_cache(maxsize=1024)
def _naturals(shape: Shape) -> frozenset[Card]:
    """Return the cards that are natural somewhere in a shape."""
    return frozenset(card for card in PACK for place in shape.places if place.is_natural(card))


_BIT: Final = {card: 1 << at for at, card in enumerate(PACK)}
_TWOS: Final = sum(bit for card, bit in _BIT.items() if card.rank == TWO)


@lru_cache(maxsize=1024)
def _faces(shape: Shape) -> int:
    return sum(_BIT[card] for card in _naturals(shape))


def most_naturals(supply: Mapping[Card, int], shapes: Sequence[Shape]) -> int:
    """Return how many places natural cards that are not wild can fill together."""
    exact: Counter[Card] = Counter()
    of_any_suit: Counter[int] = Counter()
    for shape in shapes:
        for rank, suit in shape.places:
            if suit is None:
                of_any_suit[rank] += 1
            else:
                exact[Card(rank, suit)] += 1
    left = {
        rank: sum(supply.get(Card(rank, suit), 0) for suit in Suit)
        for rank in of_any_suit
        if rank > TWO
    }
    filled = 0
    for card, wanted in exact.items():
        if card.rank > TWO:
            used = min(wanted, supply.get(card, 0))
            filled += used
            if card.rank in left:
                left[card.rank] -= used
    return filled + sum(min(of_any_suit[rank], count) for rank, count in left.items())


def _has_naturals(supply: Counter[Card], shapes: Sequence[Shape]) -> bool:
    """Whether each shape can have a natural card of its own (C2.2)."""
    if not shapes:
        return True
    first, *rest = shapes
    for card in _naturals(first):
        if supply[card]:
            supply[card] -= 1
            if _has_naturals(supply, rest):
                return True
            supply[card] += 1
    return False
