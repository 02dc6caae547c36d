"""What one side can lay down from a hand: all of it, or where that is too much, some of each sort.

Everything here is made from what the hand's owner knows, so rules, screens and Kai share it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice
from typing import Final

from bot.games.chowpow.rules.cards import TEAM_UP, Card, factions
from bot.games.chowpow.rules.sides import WITH_TEAM_UP, allowed, fit

__all__ = ["MOST", "SOME", "plays", "singles"]

MOST: Final = 200
"""Ways to lay cards down that are listed, all of them if they are no more."""

SOME: Final = 24
"""Cards of the largest way that is listed where not all are."""


def plays(hand: Sequence[Card], laid: Sequence[Card] = ()) -> Sequence[tuple[Card, ...]]:
    """Return what may be laid down from a hand beside what this side has laid, smallest first.

    Each way is sorted. If there are more than :data:`MOST`, these are listed: of each faction, and
    of each two with a Team-Up Wild, the lowest and the highest cards of each number of them.
    """
    every = list(islice(_every(hand, laid), MOST + 1))
    found = every if len(every) <= MOST else list(dict.fromkeys(_some(hand, laid)))
    return sorted(found, key=lambda cards: (len(cards), cards))


def singles(hand: Sequence[Card], laid: Sequence[Card] = ()) -> Sequence[tuple[Card, ...]]:
    """Return the single cards that may be laid beside what was laid, as against the board."""
    return [(card,) for card in sorted(set(hand)) if fit((*laid, card))]


def _every(hand: Sequence[Card], laid: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Yield all ways, each once: Team-Ups first, for they tell how many factions there may be."""
    kinds = sorted(Counter(hand).items(), key=lambda kind: (kind[0].code != TEAM_UP, kind))

    def ways(at: int, chosen: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
        if at == len(kinds):
            yield chosen
            return
        card, count = kinds[at]
        for copies in range(count + 1):
            more = (*chosen, *(card,) * copies)
            if not copies or fit((*laid, *more)):
                yield from ways(at + 1, more)

    return (tuple(sorted(way)) for way in ways(0, ()) if way)


def _some(hand: Sequence[Card], laid: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Yield ways of each faction, and of each two, that may be laid."""
    codes = sorted(factions(hand) | factions(laid))
    wilds = sorted(card for card in hand if card.is_wild)
    sizes = range(min(WITH_TEAM_UP, allowed((*hand, *laid))) + 1)
    for chosen in chain.from_iterable(combinations(codes, size) for size in sizes):
        plain = sorted((card for card in hand if card.code in chosen), key=_by_number)
        ranked = sorted((*plain, *wilds), key=_by_number)
        first = [card for card in wilds if card.code == TEAM_UP][: max(0, len(chosen) - 1)]
        for cards in (plain, ranked):
            yield from _ends(cards, first, laid)


def _ends(
    cards: Sequence[Card], first: Sequence[Card], laid: Sequence[Card]
) -> Iterator[tuple[Card, ...]]:
    """Yield the lowest and the highest cards of each number that fit, with a Team-Up if needed."""
    for size in range(1, min(len(cards), SOME) + 1):
        for some in (cards[:size], cards[-size:]):
            for way in (some, _with(first, some)):
                if fit((*laid, *way)):
                    yield tuple(sorted(way))


def _with(first: Sequence[Card], cards: Sequence[Card]) -> Sequence[Card]:
    """Return cards with a Team-Up, unless one of them is one already."""
    return cards if any(card.code == TEAM_UP for card in cards) else (*first, *cards)


def _by_number(card: Card) -> tuple[int, str]:
    return card.number, card.code
