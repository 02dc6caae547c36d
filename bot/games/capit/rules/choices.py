"""The legal actions that are listed, from what the owner of the hand knows: some of each kind."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain, groupby, repeat
from operator import attrgetter
from typing import Final, NamedTuple

from bot.game.deck import without
from bot.games.capit.rules.actions import Cards, LayContract, LayMeld, LayOff, Swap
from bot.games.capit.rules.cards import JOKER, PACK, TWO, WILDS, Card
from bot.games.capit.rules.melds import (
    SHORTEST,
    Demand,
    Kind,
    Meld,
    Shape,
    Side,
    best_filling,
    cost,
    joined,
    shapes_of,
)
from bot.games.capit.rules.options import RunSuit
from bot.games.capit.rules.plans import BIT, Form, Supply, form_of, plans, wilds_alone


class Three(NamedTuple):
    """A meld of three cards; sorted, they are in the order in which they are listed."""

    order: int
    """Sets come first, then those whose shape takes few wilds, then those with many points."""
    number: int
    """The number of its shape."""
    meld: LayMeld


class _Small(NamedTuple):
    """A shape of three cards, and what is to be known of it."""

    number: int
    shape: Shape
    form: Form
    order: int
    """See :class:`Three`; to this the wilds are added, each as ``_WILD``."""
    naturals: tuple[tuple[tuple[int, Card], ...], ...]
    """The natural cards of each place with their bits; none that are wild."""


class Threes:
    """The melds of three cards of a hand: one for each shape that it can lay."""

    def __init__(
        self,
        run_suit: RunSuit,
        wilds: Sequence[Card],
        of_rank: Mapping[int, Sequence[Card]],
        supply: Supply,
        freed: Card | None = None,
    ) -> None:
        """``wilds`` and ``of_rank`` are those of the hand, ``supply`` has the freed wild, too."""
        self._run_suit, self._wilds, self._freed = run_suit, wilds, freed
        self._wild_kinds = [*dict.fromkeys(wilds)]
        self._of_rank, self._supply = of_rank, supply

    @classmethod
    def of(cls, hand: Sequence[Card], run_suit: RunSuit) -> "Threes":
        """Return the melds of a hand."""
        counts = Counter(hand)
        of_rank: dict[int, list[Card]] = {}
        for card, count in counts.items():
            of_rank.setdefault(card.rank, []).extend([card] * count)
        wilds = [card for card in WILDS for _ in range(counts[card])]
        return cls(run_suit, wilds, of_rank, Supply(hand))

    def without(self, card: Card) -> "Threes":
        """Return those of the hand without one of its cards."""
        left, wilds = [*self._of_rank[card.rank]], [*self._wilds]
        left.remove(card)
        if card.is_wild:
            wilds.remove(card)
        of_rank = {**self._of_rank, card.rank: left}
        supply = self._supply.with_one(card, -1)
        return Threes(self._run_suit, wilds, of_rank, supply, self._freed)

    def freeing(self, freed: Card) -> "Threes":
        """Return those of a freed wild and two cards of the hand."""
        supply = self._supply.with_one(freed, 1)
        return Threes(self._run_suit, self._wilds, self._of_rank, supply, freed)

    def best(self) -> list[Three]:
        """Return those with the fewest wilds, preferring to use jokers rather than 2s."""
        return sorted(self._threes(_smalls(self._run_suit)))

    def best_after(self, card: Card, before: Iterable[Three]) -> list[Three]:
        """Return the same, given those ``before`` a natural card has left the hand."""
        changed = _with_natural(card, self._run_suit)
        kept = [three for three in before if three.number not in changed]
        return sorted([*kept, *self._threes(changed.values())])

    def _threes(self, smalls: Iterable[_Small]) -> Iterator[Three]:
        supply, freed = self._supply, self._freed
        for small in smalls:
            wilds = wilds_alone(supply, small.form)
            if wilds <= supply.wilds:
                cards = self._cards(small) if freed is None else self._with(freed, small)
                meld = LayMeld(Cards(small.shape.kind, cards))
                yield Three(small.order + wilds * _WILD, small.number, meld)

    def _cards(self, small: _Small) -> tuple[Card, ...]:
        """Return natural cards, then jokers, then other 2s."""
        shape = small.shape
        if shape.kind is Kind.SET:
            naturals = self._of_rank.get(shape.rank, [])[:SHORTEST]
            wilds = [card for card in self._wilds if card not in naturals]
            return tuple(sorted([*naturals, *wilds][:SHORTEST]))
        in_place = [
            next(filter(place.is_natural, self._of_rank.get(place.rank, ())), None)
            for place in shape.places
        ]
        used = [card for card in self._wilds if card == in_place[0]][:1]
        left = iter(without(self._wilds, used))
        return tuple([next(left) if card is None else card for card in in_place])

    def _with(self, freed: Card, small: _Small) -> tuple[Card, ...]:
        """Return a freed wild and two cards, the first ones in the order of the hand."""
        rank = small.shape.rank
        if small.shape.kind is Kind.RUN:
            return self._run_with(freed, small)
        if rank == TWO:
            first, second, *others = self._wilds
            if freed == second == JOKER:
                second = next(card for card in others if card != JOKER)
            return tuple(sorted((freed, first, second)))
        first, second, *_ = [*self._wilds[:1], *self._of_rank[rank][:2]]
        return (*sorted((freed, first)), second)

    def _run_with(self, freed: Card, small: _Small) -> tuple[Card, ...]:
        wilds, there, shape = self._wild_kinds, self._supply.there, small.shape
        last = [] if freed in wilds else [freed]
        lowest, middle, highest = [
            [*wilds, *[card for bit, card in cards if there & bit], *last]
            for cards in small.naturals
        ]
        for one in lowest:
            natural = one.rank == shape.rank and shape.suit in (None, one.suit)
            for two in middle:
                for three in highest if freed in (one, two) else (freed,):
                    if (natural or two.rank > TWO or three.rank > TWO) and (
                        one != two != three != one or self._has((one, two, three), freed)
                    ):
                        return (one, two, three)
        raise ValueError("no two cards complete the run")

    def _has(self, cards: tuple[Card, ...], freed: Card) -> bool:
        """Whether there are enough of the wilds among cards, with the freed one."""
        return all(
            cards.count(card) <= self._wilds.count(card) + (card == freed)
            for card in cards
            if card.is_wild
        )


@lru_cache(maxsize=2)
def _smalls(run_suit: RunSuit) -> tuple[_Small, ...]:
    """Return all shapes of three cards, sets before runs."""
    demands = [Demand(kind, SHORTEST) for kind in (Kind.SET, Kind.RUN)]
    shapes = [shape for demand in demands for shape in shapes_of(demand, run_suit)]
    return tuple(
        _Small(number, shape, form_of(shape), _small_order(number, shape), _small_naturals(shape))
        for number, shape in enumerate(shapes)
    )


_POINT: Final = 1 << 10
_WILD: Final = _POINT << 8
_RUN: Final = _WILD << 2
"""What counts in the order of threes, each more than all before it."""


def _small_order(number: int, shape: Shape) -> int:
    return (shape.kind is Kind.RUN) * _RUN - cost(shape) * _POINT + number


def _small_naturals(shape: Shape) -> tuple[tuple[tuple[int, Card], ...], ...]:
    plain = sorted(card for card in PACK if not card.is_wild)
    return tuple(
        tuple((BIT[card], card) for card in plain if place.is_natural(card))
        for place in shape.places
    )


@lru_cache(maxsize=128)
def _with_natural(card: Card, run_suit: RunSuit) -> Mapping[int, _Small]:
    """Return the shapes in which a card that is not wild has a natural place, by number."""
    return {
        small.number: small
        for small in _smalls(run_suit)
        if any((BIT[card], card) in cards for cards in small.naturals)
    }


FEW = 12
"""How many ways to lay a contract are listed, those with the fewest wilds."""

_SIDES = tuple(Side)

_MAKE_SWAP: Final[Callable[[Iterable[object]], Swap]] = partial(tuple.__new__, Swap)


def contracts(
    hand: Sequence[Card], contract: Sequence[Demand], run_suit: RunSuit
) -> Iterator[LayContract]:
    """Yield ways to lay a contract: one for each of the plans with the fewest wilds."""
    for plan in plans(hand, contract, run_suit, FEW):
        yield LayContract(tuple(map(Cards.of, best_filling(hand, plan.shapes))))


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
    """Return each exchange for a wild, with its uses; of new melds, one for each rank and start."""
    found: list[Swap] = []
    freeing = _Freeing(hand, melds, run_suit)
    for number, at, card in _exchanges(hand, melds):
        uses = freeing.uses(number, card, melds[number].cards[at])
        found.extend(map(_MAKE_SWAP, zip(repeat(number), repeat(at), repeat(card), uses)))
    return found


def _exchanges(hand: Sequence[Card], melds: Sequence[Meld]) -> Iterator[tuple[int, int, Card]]:
    """Yield meld number, place and card for each wild that a card of the hand can replace."""
    held = _by_rank(hand)
    for number, meld in enumerate(melds):
        for at, there in enumerate(meld.cards):
            if there.is_wild:
                cards = held.get(meld.place(at).rank, ())
                yield from ((number, at, card) for card in cards if meld.can_swap(at, card))


def _by_rank(hand: Sequence[Card]) -> Mapping[int, Sequence[Card]]:
    return {rank: [*cards] for rank, cards in groupby(sorted(set(hand)), attrgetter("rank"))}


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


def shed(hand: Sequence[Card], melds: Sequence[Meld]) -> Sequence[LayOff]:
    """Return a sequence of lay-offs for all natural cards that fit; wilds are kept.

    Runs come before sets, those that take the most cards first: a card in a run may make room for
    the next one, and cards that fit no run can still go to a set.
    """
    left = Counter(card for card in hand if not card.is_wild)
    ends = {
        (number, side): meld
        for number, meld in enumerate(melds)
        for side in Side
        if meld.kind is Kind.RUN
    }
    offs: list[LayOff] = []
    while ends:
        chains = {end: _chain(left, meld, end[1]) for end, meld in ends.items()}
        number, side = longest = max(chains, key=lambda end: len(chains[end]))
        if not chains[longest]:
            break
        offs.append(LayOff(number, chains[longest], side))
        left.subtract(chains[longest])
        del ends[longest]
    for number, meld in enumerate(melds):
        fitting = sorted(card for card in left.elements() if card.rank == meld.rank)
        if fitting and meld.kind is Kind.SET:
            cards = tuple(fitting)
            offs.append(LayOff(number, cards))
            left.subtract(cards)
    return sorted(offs, key=lambda off: off.meld)


def _chain(supply: Counter[Card], meld: Meld, side: Side) -> tuple[Card, ...]:
    """Return the cards that a side of a run can take one after the other, from low to high."""
    chain: list[Card] = []
    cards = sorted(card for card, count in supply.items() if count > 0)
    while card := next((card for card in cards if meld.takes(card, side)), None):
        chain.append(card)
        meld = joined(meld, (card,), side)
    return tuple(reversed(chain) if side is Side.LOW else chain)
