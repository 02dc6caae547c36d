"""Melds and contracts (section 2), and the cards with which a hand can lay them."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import accumulate, combinations_with_replacement
from typing import Final, NamedTuple

from bot.game.contract import IllegalActionError
from bot.games.capit.rules.cards import ACE, JOKER, PACK, TWO, WILDS, Card, Suit, points
from bot.games.capit.rules.options import RunSuit

SHORTEST: Final = 3
"""The minimum size of a meld (C2.1)."""


class Kind(StrEnum):
    """The kind of a meld."""

    SET = "set"
    """Cards of one rank."""
    RUN = "run"
    """Consecutive ranks."""


class Side(StrEnum):
    """The end of a run at which a card is added; sets only have one."""

    LOW = "low"
    HIGH = "high"


class Place(NamedTuple):
    """The card that belongs in a place of a meld; ``suit`` is None if any suit does."""

    rank: int
    suit: Suit | None

    def is_natural(self, card: Card) -> bool:
        """Whether this is the natural card of the place, not a wild in its stead (C2.2)."""
        return card.rank == self.rank and self.suit in (None, card.suit)

    def takes(self, card: Card) -> bool:
        """Whether a card may be here: the natural one, or a wild."""
        return card.is_wild or self.is_natural(card)


class Meld(NamedTuple):
    """A legal meld; the cards of a run are in order, which tells what each wild stands for."""

    kind: Kind
    cards: tuple[Card, ...]
    rank: int
    """The rank of a set, or of a run's lowest place."""
    suit: Suit | None
    """The suit of a run of one suit, otherwise None."""

    def __str__(self) -> str:
        """Return the notation: ``set 7H7S2D``, ``run 2H9STS``."""
        return f"{self.kind} {''.join(map(str, self.cards))}"

    @property
    def shape(self) -> "Shape":
        """The meld without its cards."""
        return Shape(self.kind, self.rank, self.suit, len(self.cards))

    def place(self, at: int) -> Place:
        """Return what belongs in a place; -1 and the length are the places next to a run."""
        return Place(self.rank + at if self.kind is Kind.RUN else self.rank, self.suit)

    def is_natural(self, at: int) -> bool:
        """Whether the card in a place is natural (C2.2)."""
        return self.place(at).is_natural(self.cards[at])

    def can_swap(self, at: int, card: Card) -> bool:
        """Whether a card from a hand may replace the wild there (C4.4, C4.6)."""
        if not 0 <= at < len(self.cards):
            return False
        place, there = self.place(at), self.cards[at]
        if place.is_natural(there) or not place.is_natural(card):
            return False
        # A 2 in the place of a run's 2 cannot be replaced, whatever its suit (C4.6).
        return not (place.rank == TWO and there.rank == TWO)

    def end(self, side: Side) -> Place | None:
        """Return the next place on a side; None if no card can be added there (C4.2)."""
        if self.kind is Kind.SET:
            return self.place(0) if side is Side.HIGH else None
        place = self.place(-1 if side is Side.LOW else len(self.cards))
        return place if TWO <= place.rank <= ACE else None

    def takes(self, card: Card, side: Side) -> bool:
        """Whether a card may be laid off on a side (C4.2)."""
        place = self.end(side)
        return place is not None and place.takes(card)


def read_meld(kind: Kind, cards: tuple[Card, ...], run_suit: RunSuit) -> Meld:
    """Return the meld that cards form; those of a run are given in order, lowest first.

    Raises :class:`IllegalActionError` if they form none (C2.1, C2.2).
    """
    if len(cards) < SHORTEST:
        raise IllegalActionError("C2.1", "A meld needs at least three cards.")
    return _set(cards) if kind is Kind.SET else _run(cards, run_suit)


def joined(meld: Meld, cards: tuple[Card, ...], side: Side) -> Meld:
    """Return a meld with cards laid off; on a run they are given from low to high.

    Raises :class:`IllegalActionError` if a card does not fit (C4.2).
    """
    for card in reversed(cards) if side is Side.LOW else cards:
        if not meld.takes(card, side):
            raise IllegalActionError("C4.2", "That card doesn't fit there.")
        low = side is Side.LOW
        grown = (card, *meld.cards) if low else (*meld.cards, card)
        meld = meld._replace(cards=grown, rank=meld.rank - low)
    return meld


def swapped(meld: Meld, at: int, card: Card) -> Meld:
    """Return a meld in which ``card`` replaces another."""
    cards = (*meld.cards[:at], card, *meld.cards[at + 1 :])
    return meld._replace(cards=cards)


def _set(cards: tuple[Card, ...]) -> Meld:
    """Read a set; if all cards are wild, a set of 2s."""
    ranks = {card.rank for card in cards if not card.is_wild}
    if len(ranks) > 1:
        raise IllegalActionError("C2.1", "All cards of a set have the same rank.")
    if not ranks and all(card == JOKER for card in cards):
        raise IllegalActionError("C2.2", "A meld needs at least one card that isn't wild.")
    return Meld(Kind.SET, cards, min(ranks, default=TWO), None)


def _run(cards: tuple[Card, ...], run_suit: RunSuit) -> Meld:
    """Read a run; a run of wilds only has to begin with a natural 2."""
    rank = _lowest(cards)
    suits = {card.suit for card in cards if not card.is_wild}
    suit = None
    if run_suit is RunSuit.SAME:
        if len(suits) > 1:
            raise IllegalActionError("C2.1", "All cards of a run have the same suit.")
        suit = next(iter(suits), cards[0].suit)
    if rank < TWO or rank + len(cards) - 1 > ACE:
        raise IllegalActionError("C1.2", "A run can go from the 2 up to the ace.")
    return Meld(Kind.RUN, cards, rank, suit)


def _lowest(cards: tuple[Card, ...]) -> int:
    """Return the rank of a run's lowest place, as determined by its natural cards."""
    lowest = {card.rank - at for at, card in enumerate(cards) if not card.is_wild}
    if len(lowest) > 1:
        raise IllegalActionError("C2.1", "The cards of a run must be in order, without gaps.")
    if not lowest and cards[0].rank != TWO:
        raise IllegalActionError("C2.2", "A meld needs at least one card that isn't wild.")
    return min(lowest, default=TWO)


class Demand(NamedTuple):
    """A meld that a contract demands, with its minimum size."""

    kind: Kind
    size: int


CONTRACTS: Final[Sequence[tuple[Demand, ...]]] = (
    (Demand(Kind.SET, 3),) * 2,
    (Demand(Kind.SET, 3), Demand(Kind.RUN, 4)),
    (Demand(Kind.RUN, 4),) * 2,
    (Demand(Kind.SET, 3),) * 3,
    (Demand(Kind.RUN, 3), Demand(Kind.RUN, 7)),
)
"""The contracts by round."""


def meets(melds: Sequence[Meld], contract: Sequence[Demand]) -> bool:
    """Whether melds, in any order, are exactly those of a contract (C8.5)."""
    if Counter(meld.kind for meld in melds) != Counter(demand.kind for demand in contract):
        return False
    laid = sorted((meld.kind, len(meld.cards)) for meld in melds)
    return all(size >= least for (_, size), (_, least) in zip(laid, sorted(contract), strict=True))


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
def naturals_of(shape: Shape) -> frozenset[Card]:
    """Return the natural cards of a shape's places."""
    return frozenset(card for card in PACK for place in shape.places if place.is_natural(card))


def fillings(hand: Sequence[Card], shapes: Sequence[Shape]) -> Iterator[tuple[Meld, ...]]:
    """Yield each way to fill these shapes with cards of a hand; there may be a great many."""
    yield from _fill(Counter(hand), tuple(shapes), ())


def _fill(
    supply: Counter[Card], shapes: tuple[Shape, ...], before: tuple[Meld, ...]
) -> Iterator[tuple[Meld, ...]]:
    if len(before) == len(shapes):
        yield before
        return
    shape = shapes[len(before)]
    for cards in _sets(supply, shape) if shape.kind is Kind.SET else _runs(supply, shape):
        # Two melds of the same shape can be swapped: yield only one of the two orders.
        twin = before and shapes[len(before) - 1] == shape
        if twin and cards < before[-1].cards:
            continue
        supply.subtract(cards)
        yield from _fill(supply, shapes, (*before, _meld(shape, cards)))
        supply.update(cards)


def _meld(shape: Shape, cards: tuple[Card, ...]) -> Meld:
    return Meld(shape.kind, cards, shape.rank, shape.suit)


def _sets(supply: Counter[Card], shape: Shape) -> Iterator[tuple[Card, ...]]:
    place = shape.places[0]
    fitting = sorted(card for card, count in supply.items() if count > 0 and place.takes(card))
    for cards in combinations_with_replacement(fitting, shape.size):
        if Counter(cards) <= supply and any(map(place.is_natural, cards)):
            yield cards


def _runs(supply: Counter[Card], shape: Shape) -> Iterator[tuple[Card, ...]]:
    held = [card for card, count in supply.items() if count > 0]
    fitting = [[card for card in held if place.takes(card)] for place in shape.places]
    for cards in _sequences(Counter(supply), fitting):
        if any(place.is_natural(card) for place, card in zip(shape.places, cards, strict=True)):
            yield cards


def _sequences(
    supply: Counter[Card], fitting: Sequence[Sequence[Card]]
) -> Iterator[tuple[Card, ...]]:
    """Yield a card for each place; ``supply`` is the caller's own copy, as it changes."""
    if not fitting:
        yield ()
        return
    first, *others = fitting
    for card in first:
        if supply[card] > 0:
            supply[card] -= 1
            for rest in _sequences(supply, others):
                yield (card, *rest)
            supply[card] += 1


def best_filling(hand: Sequence[Card], shapes: Sequence[Shape]) -> tuple[Meld, ...]:
    """Return the filling with the fewest wilds, jokers first; ``ValueError`` if there is none."""
    supply = Counter(hand)
    matching = _Matching(supply, [place for shape in shapes for place in shape.places])
    ends = accumulate(shape.size for shape in shapes)
    if not matching.one_each(
        [range(end - of.size, end) for end, of in zip(ends, shapes, strict=True)]
    ):
        raise ValueError("a meld would have no natural card")
    matching.fill()
    found = iter(matching.with_wilds())
    melds = []
    for shape in shapes:
        cards = tuple(next(found) for _ in range(shape.size))
        melds.append(_meld(shape, cards if shape.kind is Kind.RUN else tuple(sorted(cards))))
    return tuple(melds)


class _Matching:
    """A maximum matching of natural cards to places (augmenting paths, H. W. Kuhn 1955)."""

    def __init__(self, supply: Counter[Card], places: Sequence[Place]) -> None:
        self._left = supply
        self._places = places
        self._cards: dict[int, Card] = {}
        self._of_rank: defaultdict[int, list[Card]] = defaultdict(list)
        for card in supply:
            self._of_rank[card.rank].append(card)

    def one_each(self, groups: Sequence[range]) -> bool:
        """Fill one place of each group with a natural card; return whether this is possible."""
        if not groups:
            return True
        for at in groups[0]:
            for card in self._naturals(self._places[at]):
                if self._left[card] <= 0:
                    continue
                self._put(at, card)
                if self.one_each(groups[1:]):
                    return True
                self._left[self._cards.pop(at)] += 1
        return False

    def fill(self) -> None:
        """Fill as many places as possible with cards that are not wild."""
        for at in range(len(self._places)):
            if at not in self._cards:
                self._augment(at, set())

    def with_wilds(self) -> list[Card]:
        """Return the card for each place; 2s go to their natural places if possible."""
        for at, place in enumerate(self._places):
            if at not in self._cards:
                natural = (c for c in WILDS if self._left[c] > 0 and place.is_natural(c))
                if card := next(natural, None):
                    self._put(at, card)
        for at in range(len(self._places)):
            if at not in self._cards:
                card = next((c for c in WILDS if self._left[c] > 0), None)
                if card is None:
                    raise ValueError("there are too few wild cards")
                self._put(at, card)
        return [self._cards[at] for at in range(len(self._places))]

    def _naturals(self, place: Place) -> list[Card]:
        """Return the natural cards of a place, including those that are used already."""
        return [card for card in self._of_rank[place.rank] if place.is_natural(card)]

    def _put(self, at: int, card: Card) -> None:
        self._cards[at] = card
        self._left[card] -= 1

    def _augment(self, at: int, tried: set[Card]) -> bool:
        """Fill a place, changing the cards of other places if necessary."""
        place = self._places[at]
        for card in self._naturals(place):
            if card.is_wild or card in tried:
                continue
            tried.add(card)
            if self._left[card] > 0:
                self._put(at, card)
                return True
            for other, held in tuple(self._cards.items()):
                if held == card and self._augment_away(other, tried):
                    self._cards[at] = card
                    return True
        return False

    def _augment_away(self, at: int, tried: set[Card]) -> bool:
        """Give a filled place another card, so that the caller can use its present one."""
        held = self._cards.pop(at)
        if self._augment(at, tried):
            return True
        self._cards[at] = held
        return False
