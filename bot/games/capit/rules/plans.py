"""Plans: which melds a hand can lay, and what it misses, by an exact and fast search.

Counted card by card, a hand with many wilds has millions of ways to meet a contract. But people
first choose what they lay (sevens, and spades from the 5), then with which cards. So a *shape* is a
meld without its cards, and a *plan* a shape for each demand, all of which a hand can lay together.

That is a matching problem between cards and places. Wilds fit every place, so only the maximum
number of places filled by natural cards matters: a sum over ranks, since no card is natural in
places of two. Each meld also needs a natural card (C2.2): these can be chosen first, since
augmenting paths keep every filled place filled.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import chain, combinations, combinations_with_replacement, groupby, product
from operator import or_
from typing import Final, NamedTuple

from bot.games.capit.rules.cards import ACE, EVERY_CARD, PACK, TWO, Card
from bot.games.capit.rules.melds import Demand, Kind, Place, Shape, cost, naturals_of, shapes_of
from bot.games.capit.rules.options import RunSuit

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
    """Return the ``most`` best plans of exactly the sizes of a contract, by default all.

    Fewest wilds come first, then most points; the order of equal demands makes no other plan.
    """
    table = _table(tuple(contract), run_suit)
    found = sorted(
        needed * _WILD + table.choices[choice][0]
        for choice, needed in _choices(Supply(hand), table)
    )
    return [Plan(table.shapes[key % _CHOICE], key // _WILD) for key in found[:most]]


def _choices(
    supply: Supply, table: "_Table", more: int = 0
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the choices that can be laid with ``more`` cards, with the wilds that each takes.

    Each of these cards fills a place as a wild does, or is the natural card of a meld without one.
    """
    most = supply.wilds + more
    alone = [wilds_alone(supply, form) for form in table.forms]
    if more:
        alone = [min(needed, form.size) for needed, form in zip(alone, table.forms, strict=True)]
    groups = [
        combinations_with_replacement([part for part in parts if alone[part] <= most], count)
        for parts, count in table.groups
    ]
    for choice in product(*groups):
        parts = choice[0] if len(choice) == 1 else tuple(chain.from_iterable(choice))
        needed = sum([alone[part] for part in parts])
        if needed <= most:
            _, clash = table.choices[parts]
            if clash is not None:
                needed = clash.size - _filled(supply, clash.wants)
                if needed > most or _without_naturals(supply, clash.faces, more):
                    continue
            elif more and sum([not table.forms[p].faces & supply.there for p in parts]) > more:
                continue
            yield parts, needed


class Part(NamedTuple):
    """A meld of a contract, and its places that no natural card of the hand fills."""

    shape: Shape
    unfilled: tuple[Place, ...]


class Missing(NamedTuple):
    """What a hand lacks for a contract."""

    cards: int
    """The least number of cards that have to come; 0 if the contract can be laid."""
    nearest: tuple[Part, ...]
    """The melds of a choice that lacks no more, in the order of the contract."""
    any_of: frozenset[Card]
    """The cards each of which completes the contract; empty unless one card is lacking."""


def missing_for(hand: Sequence[Card], contract: Sequence[Demand], run_suit: RunSuit) -> Missing:
    """Return what a hand lacks for a contract (C2.2, C2.3)."""
    supply, table = Supply(hand), _table(tuple(contract), run_suit)
    # What lacks least alone comes first, of equals what is no 2 and so leaves them as wilds.
    places = [
        (min(wilds_alone(supply, form), form.size), shape.rank == TWO, part)
        for part, (form, shape) in enumerate(zip(table.forms, table.parts, strict=True))
    ]
    least = sum(times * min(places[part] for part in parts)[0] for parts, times in table.groups)
    at_least = range(max(0, least - supply.wilds), sum(size for _, size in contract) + 1)
    cards = next(more for more in at_least if any(_choices(supply, table, more)))
    nearest = min(
        [place for of, _ in table.groups for place in sorted(places[p] for p in parts if p in of)]
        for parts, _ in _choices(supply, table, cards)
    )
    any_of = [
        card for card in EVERY_CARD if cards == 1 and any(_choices(supply.with_one(card, 1), table))
    ]
    shapes = [table.parts[part] for *_, part in nearest]
    return Missing(cards, _unfilled(hand, shapes), frozenset(any_of))


def _unfilled(hand: Sequence[Card], shapes: Sequence[Shape]) -> tuple[Part, ...]:
    """Fill most places with natural cards: first those of one suit, which take only one card."""
    left = Counter(card for card in hand if not card.is_wild)
    found: dict[int, Part] = {}
    for at in sorted(range(len(shapes)), key=lambda at: shapes[at].suit is None):
        unfilled = []
        for place in shapes[at].places:
            natural = next((c for c in left if left[c] and place.is_natural(c)), None)
            if natural is None:
                unfilled.append(place)
            else:
                left[natural] -= 1
        found[at] = Part(shapes[at], tuple(unfilled))
    return tuple(found[at] for at in range(len(shapes)))


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
    parts: tuple[Shape, ...]
    """The shapes of the forms."""
    shapes: tuple[tuple[Shape, ...], ...]
    """The shapes of each choice."""
    choices: Mapping[tuple[int, ...], tuple[int, _Clash | None]]
    """By the numbers of its forms, the place of each choice in the order, and if they clash."""


@lru_cache(maxsize=32)
def _table(contract: tuple[Demand, ...], run_suit: RunSuit) -> _Table:
    counts = [(demand, len([*same])) for demand, same in groupby(contract)]
    every: list[Shape] = []
    groups = []
    for demand, times in counts:
        of_demand = shapes_of(demand, run_suit)
        groups.append((range(len(every), len(every) + len(of_demand)), times))
        every += of_demand
    chosen = product(*[combinations_with_replacement(*group) for group in groups])
    parts = [tuple(chain.from_iterable(choice)) for choice in chosen]
    shapes = tuple([tuple([every[part] for part in choice]) for choice in parts])
    choices = {
        choice: (_WILD - _POINT * (1 + sum(map(cost, there))) + number, _clash(there))
        for number, (choice, there) in enumerate(zip(parts, shapes, strict=True))
    }
    forms = tuple(map(form_of, every))
    return _Table(forms, tuple(groups), tuple(every), shapes, choices)


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
    """Return how many wilds a shape takes alone: ``_NEVER`` without a natural card for it."""
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


def _without_naturals(supply: Supply, faces: Sequence[int], more: int) -> bool:
    """Whether more than ``more`` shapes can't get a natural card (C2.2).

    No more do if any few of them have as many cards in common, less ``more`` (P. Hall, 1935;
    O. Ore, 1955). Without more, it is known that each has one if it is the only one.
    """
    several = range(max(2, more + 1), len(faces) + 1)
    return any(
        few - supply.count(reduce(or_, some)) > more
        for few in several
        for some in combinations(faces, few)
    )


@lru_cache(maxsize=1024)
def _faces(shape: Shape) -> int:
    return sum(BIT[card] for card in naturals_of(shape))


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
