"""What a hand still misses for a contract: how many cards, and which single ones complete it.

A wild fits every place, so a choice of shapes lacks as many cards as it has places, less those
that natural cards fill, less the wilds in the hand; and at least one for each meld that would have
no natural card (C2.2). Natural cards fill most places if those of one suit, each of which takes
only its own card, come before those of any suit.

A contract has up to 1,232 choices of shapes. Two melds that have no natural card in common lack
what each of them lacks alone, others never less. So the search goes through the shapes in the order
of what they lack alone, and leaves out all choices that cannot be as near as the nearest so far.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Final, NamedTuple

from bot.games.capit.rules.cards import ACE, TWO, WILDS, Card, Suit
from bot.games.capit.rules.melds import Demand, Place
from bot.games.capit.rules.options import RunSuit
from bot.games.capit.rules.plans import Shape, shapes_of

WILD_CARDS: Final = frozenset(WILDS)
"""The wild cards."""

EVERY_CARD: Final = WILD_CARDS | {
    Card(rank, suit) for suit in Suit for rank in range(TWO + 1, ACE + 1)
}
"""Each card once."""


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
    return _Search(hand, contract, run_suit).result()


class _Hand:
    """The cards of a hand, counted."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self._cards = cards
        self._supply = Counter(cards)
        self._of_rank = Counter(card.rank for card in cards if not card.is_wild)
        self.wilds = sum(card.is_wild for card in cards)

    def with_card(self, card: Card) -> "_Hand":
        """Return the hand with one more card."""
        return _Hand((*self._cards, card))

    def unfilled(self, shapes: Sequence[Shape]) -> list[tuple[Place, ...]]:
        """Return the places of each shape that are left if natural cards fill most places."""
        used: Counter[Card] = Counter()
        of_rank: Counter[int] = Counter()
        found: dict[int, tuple[Place, ...]] = {}
        for at in sorted(range(len(shapes)), key=lambda at: shapes[at].suit is None):
            places = shapes[at].places
            found[at] = tuple([each for each in places if not self._fills(each, used, of_rank)])
        return [found[at] for at in range(len(shapes))]

    def _fills(self, place: Place, used: Counter[Card], of_rank: Counter[int]) -> bool:
        """Use a natural card for a place if one is left; 2s are counted as wilds."""
        rank, suit = place
        if suit is None:
            fills = self._of_rank[rank] > of_rank[rank]
        else:
            card = Card(rank, suit)
            fills = not card.is_wild and self._supply[card] > used[card]
            used[card] += fills
        of_rank[rank] += fills
        return fills

    def without_naturals(
        self, shapes: Sequence[Shape], unfilled: Sequence[tuple[Place, ...]]
    ) -> int:
        """Return the number of melds that can't get a natural card (C2.2)."""
        if all(len(left) < shape.size for shape, left in zip(shapes, unfilled, strict=True)):
            return 0
        return len(shapes) - _with_naturals(Counter(self._supply), shapes)

    def can_lay(self, shapes: Sequence[Shape]) -> bool:
        """Whether all these shapes can be laid together."""
        unfilled = self.unfilled(shapes)
        return sum(map(len, unfilled)) <= self.wilds and not self.without_naturals(shapes, unfilled)


class _Option(NamedTuple):
    """A shape with its natural cards, and what it lacks if it is the only one."""

    shape: Shape
    naturals: frozenset[Card]
    unfilled: tuple[Place, ...]
    without_naturals: bool
    """Whether the hand has no natural card for it."""


class _Search:
    """The search through the choices of shapes."""

    def __init__(self, hand: Sequence[Card], contract: Sequence[Demand], run_suit: RunSuit) -> None:
        self._hand = _Hand(hand)
        options = {demand: self._options(demand, run_suit) for demand in set(contract)}
        self._demands = [options[demand] for demand in contract]
        self._repeats = [False, *(a == b for a, b in pairwise(contract))]
        least = [len(each[0].unfilled) for each in self._demands]
        self._least_after = [sum(least[at + 1 :]) for at in range(len(least))]
        self._cards = len(EVERY_CARD)
        self._nearest: tuple[Part, ...] = ()
        self._any_of: set[Card] = set()

    def result(self) -> Missing:
        """Return what is lacking, once all choices that matter have been looked at."""
        for choice in self._choices((), 0, 0):
            self._weigh(choice)
        any_of = self._any_of if self._cards == 1 else ()
        return Missing(self._cards, self._nearest, frozenset(any_of))

    def _options(self, demand: Demand, run_suit: RunSuit) -> list[_Option]:
        """Return the shapes of a demand, those that lack least first, and without a 2 first."""
        options = [self._option(shape) for shape in shapes_of(demand, run_suit)]
        return sorted(options, key=lambda option: (len(option.unfilled), option.shape.rank == TWO))

    def _option(self, shape: Shape) -> _Option:
        (unfilled,) = self._hand.unfilled((shape,))
        lacking_naturals = self._hand.without_naturals((shape,), (unfilled,)) > 0
        return _Option(shape, _naturals(shape), unfilled, lacking_naturals)

    def _choices(
        self, before: tuple[_Option, ...], start: int, unfilled: int
    ) -> Iterator[tuple[_Option, ...]]:
        """Yield the choices that may be nearer, or tell of further completing cards."""
        at = len(before)
        if at == len(self._demands):
            yield before
            return
        options = self._demands[at]
        # Equal demands are met in one order only.
        for number in range(start if self._repeats[at] else 0, len(options)):
            total = unfilled + len(options[number].unfilled)
            if not self._matters(total + self._least_after[at] - self._hand.wilds):
                return
            choice = (*before, options[number])
            if self._matters(sum([option.without_naturals for option in choice])):
                yield from self._choices(choice, number, total)

    def _matters(self, lacking: int) -> bool:
        """Whether a choice that lacks no fewer cards can still change the result."""
        cards = max(0, lacking)
        if cards == self._cards == 1:
            return len(self._any_of) < len(EVERY_CARD)
        return cards < self._cards

    def _weigh(self, choice: tuple[_Option, ...]) -> None:
        shapes = tuple([option.shape for option in choice])
        unfilled = [option.unfilled for option in choice]
        lacking_naturals = [option for option in choice if option.without_naturals]
        lacking = len(lacking_naturals)
        alone = all(a.naturals.isdisjoint(b.naturals) for a, b in combinations(choice, 2))
        if not alone:
            unfilled = self._hand.unfilled(shapes)
            lacking = self._hand.without_naturals(shapes, unfilled)
        cards = max(0, sum(map(len, unfilled)) - self._hand.wilds, lacking)
        if cards < self._cards:
            self._cards, self._nearest = cards, tuple(map(Part, shapes, unfilled))
        if not cards == self._cards == 1:
            return
        if not lacking:
            self._any_of |= _filling(unfilled)
        else:
            self._any_of |= lacking_naturals[0].naturals if alone else self._completing(shapes)

    def _completing(self, shapes: Sequence[Shape]) -> set[Card]:
        """Return the cards that complete shapes of which one has no natural card yet."""
        cards = {card for shape in shapes for card in _naturals(shape)} - self._any_of
        return {card for card in cards if self._hand.with_card(card).can_lay(shapes)}


def _filling(unfilled: Sequence[tuple[Place, ...]]) -> set[Card]:
    """Return the cards that fill one of the places: wilds, and the natural cards."""
    return set(WILD_CARDS).union(*(_of_place(place) for places in unfilled for place in places))


def _with_naturals(supply: Counter[Card], shapes: Sequence[Shape]) -> int:
    """Return the number of the shapes that can get a natural card at once."""
    if not shapes:
        return 0
    first, *rest = shapes
    most = _with_naturals(supply, rest)
    for card in _naturals(first):
        if most == len(shapes):
            break
        if supply[card]:
            supply[card] -= 1
            most = max(most, 1 + _with_naturals(supply, rest))
            supply[card] += 1
    return most


@lru_cache(maxsize=256)
def _of_place(place: Place) -> frozenset[Card]:
    """Return the natural cards of a place."""
    return frozenset(card for card in EVERY_CARD if place.is_natural(card))


@lru_cache(maxsize=1024)
def _naturals(shape: Shape) -> frozenset[Card]:
    """Return the natural cards of a shape's places."""
    return frozenset().union(*map(_of_place, shape.places))
