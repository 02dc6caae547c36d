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
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import chain, combinations, combinations_with_replacement, groupby, product
from operator import or_
from typing import Final, NamedTuple

from bot.games.capit.rules.cards import ACE, PACK, TWO, Card, Suit
from bot.games.capit.rules.melds import Demand, Kind, Place
from bot.games.capit.rules.options import RunSuit
from bot.games.capit.rules.scoring import points

NUMBER: Final = {card: number for number, card in enumerate(PACK)}
"""The number of each card except the joker."""

BIT: Final = {card: 1 << number for card, number in NUMBER.items()}
"""The same as a bit of a bit set."""

_TWOS: Final = sum(bit for card, bit in BIT.items() if card.rank == TWO)
"""The 2s as a bit set."""


class Supply:
    """The cards of a hand, counted."""

    __slots__ = ("counts", "of_rank", "ranks", "there", "wilds")

    def __init__(self, cards: Iterable[Card]) -> None:
        self.counts = [0] * len(PACK)
        """By number of the card."""
        self.of_rank = [0] * (ACE + 1)
        """By rank; 2s and jokers too."""
        self.ranks = 0
        """The ranks there are, as a bit set."""
        self.there = 0
        """The cards there are, as a bit set without jokers."""
        for card in cards:
            self.of_rank[card.rank] += 1
            self.ranks |= 1 << card.rank
            if card.suit is not None:
                self.counts[NUMBER[card]] += 1
                self.there |= BIT[card]
        self.wilds = self.of_rank[0] + self.of_rank[TWO]
        """The number of 2s and jokers."""

    def with_one(self, card: Card, more: int) -> "Supply":
        """Return a copy with one ``more`` of a card, or with one less if that is -1."""
        copy = Supply.__new__(Supply)
        copy.counts, copy.of_rank = [*self.counts], [*self.of_rank]
        copy.ranks, copy.there, copy.wilds = self.ranks, self.there, self.wilds
        copy.wilds += more * card.is_wild
        copy.of_rank[card.rank] += more
        copy.ranks = _with_bit(copy.ranks, 1 << card.rank, copy.of_rank[card.rank] > 0)
        if card.suit is not None:
            number = NUMBER[card]
            copy.counts[number] += more
            copy.there = _with_bit(copy.there, 1 << number, copy.counts[number] > 0)
        return copy

    def count(self, cards: int) -> int:
        """Return how many of the cards of a bit set there are."""
        here, found = cards & self.there, 0
        while here:
            found += self.counts[(here & -here).bit_length() - 1]
            here &= here - 1
        return found


def _with_bit(bits: int, bit: int, there: bool) -> int:  # noqa: FBT001 - the value of the bit
    return bits | bit if there else bits & ~bit


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


def plans(
    hand: Sequence[Card],
    contract: Sequence[Demand],
    run_suit: RunSuit,
    most: int | None = None,
) -> list[Plan]:
    """Return plans with exactly the sizes that a contract demands, fewest wilds first.

    Among equals, those with the most points come first. Plans that only differ in the order of
    equal demands are returned once. Only the first ``most`` are returned; by default all.
    """
    supply, table = Supply(hand), _table(tuple(contract), run_suit)
    wilds = supply.wilds
    alone = [wilds_alone(supply, form) for form in table.forms]
    groups = [
        combinations_with_replacement([part for part in parts if alone[part] <= wilds], count)
        for parts, count in table.groups
    ]
    found: list[int] = []
    for choice in product(*groups):
        parts = choice[0] if len(choice) == 1 else tuple(chain.from_iterable(choice))
        needed = sum([alone[part] for part in parts])
        if needed <= wilds:
            key, clash = table.choices[parts]
            if clash is not None:
                needed = clash.size - _filled(supply, clash.wants)
                if needed > wilds or not _has_naturals(supply, clash.faces):
                    continue
            found.append(needed * _WILD + key)
    found.sort()
    return [Plan(table.shapes[key % _CHOICE], key // _WILD) for key in found[:most]]


_CHOICE: Final = 1 << 12
_POINT: Final = _CHOICE
_WILD: Final = _POINT << 12
"""The order of plans as one number: wilds, then points from many to few, then the choice."""


class Form(NamedTuple):
    """What is to be known of a shape to see whether a hand can lay it."""

    faces: int
    """Its natural cards, as a bit set."""
    ranks: int
    """The ranks of a run of any suits as a bit set, without 2; otherwise 0."""
    rank: int
    """The rank of a set, otherwise 0."""
    size: int


class _Wants(NamedTuple):
    """How many natural cards other than 2s the places of some shapes want."""

    exact: tuple[tuple[int, int, int], ...]
    """Numbers of cards as in ``PACK``, their ranks, and how many places want them."""
    of_rank: tuple[tuple[int, int], ...]
    """Ranks, and how many places want any card of them."""


class _Clash(NamedTuple):
    """What is to be known of shapes that have natural cards in common."""

    size: int
    faces: tuple[int, ...]
    """The natural cards of each shape, as bit sets."""
    wants: _Wants


class _Table(NamedTuple):
    """All choices of shapes for a contract."""

    forms: tuple[Form, ...]
    groups: tuple[tuple[range, int], ...]
    """For each run of equal demands, the numbers of its forms, and how many demands there are."""
    shapes: tuple[tuple[Shape, ...], ...]
    """The shapes of each choice."""
    choices: Mapping[tuple[int, ...], tuple[int, _Clash | None]]
    """By the numbers of its forms, the place of each choice in the order, and if they clash."""


@lru_cache(maxsize=32)
def _table(contract: tuple[Demand, ...], run_suit: RunSuit) -> _Table:
    counts = [(demand, len([*same])) for demand, same in groupby(contract)]
    forms: list[Form] = []
    groups = []
    for demand, count in counts:
        of_demand = shapes_of(demand, run_suit)
        groups.append((range(len(forms), len(forms) + len(of_demand)), count))
        forms += map(form_of, of_demand)
    every = [shape for demand, _ in counts for shape in shapes_of(demand, run_suit)]
    chosen = product(*[combinations_with_replacement(*group) for group in groups])
    parts = [tuple(chain.from_iterable(choice)) for choice in chosen]
    shapes = tuple([tuple([every[part] for part in choice]) for choice in parts])
    choices = {
        choice: (_order(number, there), _clash(there))
        for number, (choice, there) in enumerate(zip(parts, shapes, strict=True))
    }
    return _Table(tuple(forms), tuple(groups), shapes, choices)


def _order(number: int, shapes: Sequence[Shape]) -> int:
    """Return the part of the sort key that is the same for all hands."""
    return _WILD - _POINT * (1 + sum(map(cost, shapes))) + number


def form_of(shape: Shape) -> Form:
    """Return the form of a shape."""
    ranks = 0
    if shape.kind is Kind.RUN and shape.suit is None:
        ranks = sum(1 << place.rank for place in shape.places if place.rank > TWO)
    return Form(_faces(shape), ranks, shape.rank if shape.kind is Kind.SET else 0, shape.size)


def _clash(shapes: tuple[Shape, ...]) -> _Clash | None:
    faces = tuple(map(_faces, shapes))
    if not any(a & b for a, b in combinations(faces, 2)):
        return None
    return _Clash(sum(shape.size for shape in shapes), faces, _wants(shapes))


def wilds_alone(supply: Supply, form: Form) -> int:
    """Return how many wilds a shape takes if nothing else is laid.

    They are more than any hand has if there is no natural card for it.
    """
    if not form.faces & supply.there:
        return _NEVER
    if form.rank:
        naturals = 0 if form.rank == TWO else min(form.size, supply.of_rank[form.rank])
    elif form.ranks:
        naturals = (form.ranks & supply.ranks).bit_count()
    else:
        naturals = (form.faces & supply.there & ~_TWOS).bit_count()
    return form.size - naturals


_NEVER: Final = 1000


def _has_naturals(supply: Supply, faces: Sequence[int]) -> bool:
    """Whether each shape can get a natural card (C2.2); each could if it were the only one.

    This is so if any few of them have as many cards in common (P. Hall, 1935).
    """
    several = range(2, len(faces) + 1)
    return all(
        supply.count(reduce(or_, some)) >= count
        for count in several
        for some in combinations(faces, count)
    )


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
def cost(shape: Shape) -> int:
    """Return the points of a shape's natural cards in the hand."""
    return sum(points(Card(place.rank, None)) for place in shape.places)


@lru_cache(maxsize=1024)
def _naturals(shape: Shape) -> frozenset[Card]:
    """Return the natural cards of a shape's places."""
    return frozenset(card for card in PACK for place in shape.places if place.is_natural(card))


@lru_cache(maxsize=1024)
def _faces(shape: Shape) -> int:
    return sum(BIT[card] for card in _naturals(shape))


@lru_cache(maxsize=8192)
def _wants(shapes: tuple[Shape, ...]) -> _Wants:
    exact: Counter[Card] = Counter()
    of_rank: Counter[int] = Counter()
    for shape in shapes:
        for rank, suit in shape.places:
            if rank > TWO and suit is None:
                of_rank[rank] += 1
            elif rank > TWO:
                exact[Card(rank, suit)] += 1
    cards = tuple((NUMBER[card], card.rank, wanted) for card, wanted in exact.items())
    return _Wants(cards, tuple(of_rank.items()))


def most_naturals(supply: Supply, shapes: tuple[Shape, ...]) -> int:
    """Return how many places can be filled together by natural cards other than 2s."""
    return _filled(supply, _wants(shapes))


def _filled(supply: Supply, wants: _Wants) -> int:
    """Return how many places get the cards they want, those that want a certain card first."""
    filled = 0
    taken = dict.fromkeys([rank for rank, _ in wants.of_rank], 0)
    for number, rank, wanted in wants.exact:
        used = min(wanted, supply.counts[number])
        filled += used
        if rank in taken:
            taken[rank] += used
    for rank, wanted in wants.of_rank:
        filled += min(wanted, supply.of_rank[rank] - taken[rank])
    return filled
