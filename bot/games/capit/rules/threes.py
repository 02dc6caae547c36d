"""Melds of three cards, the smallest there are: which of its cards a hand lays for a shape.

A turn may have dozens of them for each wild that can be freed, so they are found without a search.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from bot.games.capit.rules.actions import Cards, LayMeld
from bot.games.capit.rules.cards import JOKER, PACK, TWO, Card
from bot.games.capit.rules.contracts import Demand
from bot.games.capit.rules.fillings import WILDS
from bot.games.capit.rules.melds import SHORTEST, Kind
from bot.games.capit.rules.options import RunSuit
from bot.games.capit.rules.plans import Form, Shape, cost, form_of, shapes_of, wilds_alone
from bot.games.capit.rules.supply import BIT, Supply

__all__ = ["Three", "Threes"]


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
        wilds = [*self._wilds]
        if in_place[0] in wilds:
            wilds.remove(in_place[0])
        left = iter(wilds)
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
        _Small(number, shape, form_of(shape), _order(number, shape), _naturals(shape))
        for number, shape in enumerate(shapes)
    )


_POINT: Final = 1 << 10
_WILD: Final = _POINT << 8
_RUN: Final = _WILD << 2
"""What counts in the order of threes, each more than all before it."""


def _order(number: int, shape: Shape) -> int:
    return (shape.kind is Kind.RUN) * _RUN - cost(shape) * _POINT + number


def _naturals(shape: Shape) -> tuple[tuple[tuple[int, Card], ...], ...]:
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
