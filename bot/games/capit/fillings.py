"""With which cards a plan is laid: every way there is, and the one that wastes least."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from bot.games.capit.cards import JOKER, TWO, Card, Suit
from bot.games.capit.melds import Kind, Meld, Place
from bot.games.capit.plans import Shape

__all__ = ["best_filling", "fillings"]

WILDS = (JOKER, *(Card(TWO, suit) for suit in Suit))
"""The wild cards, the most expensive in the hand first."""


def fillings(hand: Sequence[Card], shapes: Sequence[Shape]) -> Iterator[tuple[Meld, ...]]:
    """Yield every way to lay these shapes together from a hand, once each.

    The cards of a set are in their own order. There may be a great many ways.
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
        # Two melds of one shape can be laid in either order: only one of them is told.
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
    for cards in _sequences(Counter(supply), shape.places):
        if any(place.is_natural(card) for place, card in zip(shape.places, cards, strict=True)):
            yield cards


def _sequences(supply: Counter[Card], places: Sequence[Place]) -> Iterator[tuple[Card, ...]]:
    """Yield cards for places; ``supply`` lacks them meanwhile, so it is the caller's own."""
    if not places:
        yield ()
        return
    fitting = [card for card, count in supply.items() if count > 0 and places[0].takes(card)]
    for card in fitting:
        supply[card] -= 1
        for rest in _sequences(supply, places[1:]):
            yield (card, *rest)
        supply[card] += 1


def _within(supply: Counter[Card], cards: Sequence[Card]) -> bool:
    return all(supply[card] >= count for card, count in Counter(cards).items())


def best_filling(hand: Sequence[Card], shapes: Sequence[Shape]) -> tuple[Meld, ...]:
    """Return a way to lay these shapes with as few wilds as can be, jokers before 2s.

    ``ValueError`` if there is none.
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
    """Natural cards in places, as many as fit (augmenting paths, H. W. Kuhn 1955)."""

    def __init__(self, supply: Counter[Card], places: Sequence[Place]) -> None:
        self._left = supply
        self._places = places
        self._cards: dict[int, Card] = {}

    def one_each(self, groups: Sequence[range]) -> bool:
        """Fill one place of each group with a natural card; return whether that can be."""
        if not groups:
            return True
        for at in groups[0]:
            for card in [card for card, count in self._left.items() if count > 0]:
                if not self._places[at].is_natural(card):
                    continue
                self._put(at, card)
                if self.one_each(groups[1:]):
                    return True
                self._left[self._cards.pop(at)] += 1
        return False

    def fill(self) -> None:
        """Fill as many places as can be with cards that are not wild."""
        for at in range(len(self._places)):
            if at not in self._cards:
                self._augment(at, set())

    def with_wilds(self) -> list[Card]:
        """Return the card for each place; a 2 goes into its natural place where it can."""
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

    def _put(self, at: int, card: Card) -> None:
        self._cards[at] = card
        self._left[card] -= 1

    def _augment(self, at: int, tried: set[Card]) -> bool:
        """Fill a place, letting other places change their cards."""
        place = self._places[at]
        for card in [card for card in self._left if not card.is_wild and place.is_natural(card)]:
            if card in tried:
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
        """Let a filled place take another card than it has, which it gives up to the caller."""
        held = self._cards.pop(at)
        if self._augment(at, tried):
            return True
        self._cards[at] = held
        return False
