"""Plans: which melds a hand can lay, by an exact search that is fast even with ten wilds.

Counted card by card, a hand with many wilds has millions of ways to meet a contract. But people
first choose what they lay (sevens, and spades from the 5), then with which cards. So a *shape*
describes a meld without its cards, and a *plan* is a shape for each demand of the contract, all of
which the hand can lay together; :mod:`bot.games.capit.rules.fillings` finds the cards.

Whether a plan can be laid is a matching problem between cards and places. Wilds fit every place, so
only the maximum number of places filled by natural cards matters. It is a sum over ranks, since no
card is natural in places of two ranks. Each meld also needs a natural card (C2.2): these can be
chosen first, since augmenting paths keep every filled place filled.
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

__all__ = ["Plan", "Shape", "most_naturals", "plans", "shapes_of"]


class Shape(NamedTuple):
    """A meld without its cards."""

    kind: Kind
    rank: int
    """The rank of a set, or of a run's lowest place."""
    suit: Suit | None
    """The suit of a run of one suit, otherwise None."""
    size: int

    @property
    def places(self) -> tuple[Place, ...]:
        """The places of the meld, from low to high."""
        return _places(self)


class Plan(NamedTuple):
    """Shapes that a hand can lay together, in the order of the contract."""

    shapes: tuple[Shape, ...]
    wilds: int
    """The minimum number of 2s and jokers, including 2s in their natural places."""


def plans(hand: Sequence[Card], contract: Sequence[Demand], run_suit: RunSuit) -> list[Plan]:
    """Return all plans with exactly the sizes that a contract demands, fewest wilds first.

    Plans that only differ in the order of equal demands are returned once.
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
    """Sort key: fewest wilds first, then the most points."""
    return plan.wilds, -sum(map(_cost, plan.shapes))


class _Possible(NamedTuple):
    """A shape that a hand could lay if it laid nothing else."""

    shape: Shape
    faces: int
    """The natural cards of the shape, as a bit set."""
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
    """Yield the shapes of a demand that can be laid on their own."""
    there = sum([_BIT[card] for card, count in supply.items() if count and card in _BIT])
    of_rank = dict.fromkeys(range(TWO, ACE + 1), 0)
    for card, count in supply.items():
        if not card.is_wild:
            of_rank[card.rank] += count
    for shape in shapes_of(demand, run_suit):
        faces = _faces(shape)
        if faces & there:
            needed = shape.size - _most_in_one(shape, faces & there & ~_TWOS, of_rank)
            if needed <= wilds:
                yield _Possible(shape, faces, needed)


def _most_in_one(shape: Shape, there: int, of_rank: Mapping[int, int]) -> int:
    """Return :func:`most_naturals` of one shape; ``there`` are its natural cards in the hand."""
    if shape.kind is Kind.SET:
        return min(shape.size, of_rank[shape.rank])
    if shape.suit is not None:
        return there.bit_count()
    return sum([of_rank[rank] > 0 for rank in range(shape.rank, shape.rank + shape.size)])


@lru_cache(maxsize=64)
def shapes_of(demand: Demand, run_suit: RunSuit) -> tuple[Shape, ...]:
    """Return all shapes with exactly the size of a demand, lowest first."""
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
    """Return the natural cards of a shape's places."""
    return frozenset(card for card in PACK for place in shape.places if place.is_natural(card))


_BIT: Final = {card: 1 << at for at, card in enumerate(PACK)}
_TWOS: Final = sum(bit for card, bit in _BIT.items() if card.rank == TWO)


@lru_cache(maxsize=1024)
def _faces(shape: Shape) -> int:
    return sum(_BIT[card] for card in _naturals(shape))


def most_naturals(supply: Mapping[Card, int], shapes: Sequence[Shape]) -> int:
    """Return how many places can be filled together by natural cards other than 2s."""
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
    """Whether each shape can get a natural card (C2.2)."""
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
