"""Fillings: the cards with which the melds of a plan can be laid."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from bot.games.capit.rules.cards import WILDS, Card
from bot.games.capit.rules.melds import Kind, Meld, Place, Shape


def fillings(hand: Sequence[Card], shapes: Sequence[Shape]) -> Iterator[tuple[Meld, ...]]:
    """Yield every way to fill these shapes with cards of a hand, without duplicates.

    The order of the cards in a set does not matter. There may be a great many ways.
    """
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
        if _within(supply, cards) and any(map(place.is_natural, cards)):
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
    """Yield one card for each place.

    ``supply`` is changed while the generator runs, so it has to be the caller's own copy.
    """
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


def _within(supply: Counter[Card], cards: Sequence[Card]) -> bool:
    return all(supply[card] >= count for card, count in Counter(cards).items())


def best_filling(hand: Sequence[Card], shapes: Sequence[Shape]) -> tuple[Meld, ...]:
    """Return the filling with the fewest wilds, preferring to use jokers rather than 2s.

    Raises ``ValueError`` if there is none.
    """
    supply = Counter(hand)
    matching = _Matching(supply, [place for shape in shapes for place in shape.places])
    first = 0
    starts: list[range] = []
    for shape in shapes:
        starts.append(range(first, first + shape.size))
        first += shape.size
    if not matching.one_each(starts):
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
