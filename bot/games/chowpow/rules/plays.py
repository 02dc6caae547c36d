"""The cards that one side can lay down: all combinations, or a selection if there are too many.

They only depend on what the owner of the hand knows, so the rules, screens and Kai can use them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice
from typing import Final

from bot.games.chowpow.rules.cards import TEAM_UP, Card, factions
from bot.games.chowpow.rules.sides import WITH_TEAM_UP, allowed, fit

__all__ = ["MOST", "SOME", "plays", "singles"]

MOST: Final = 200
"""Up to this many combinations are all listed."""

SOME: Final = 24
"""The largest combination in a selection, in cards."""


def plays(hand: Sequence[Card], laid: Sequence[Card] = ()) -> Sequence[tuple[Card, ...]]:
    """Return what may be laid from a hand in addition to ``laid``, smallest combinations first.

    Each combination is sorted. If there are more than :data:`MOST`, a selection is returned: for
    each faction, and each two factions with a Team-Up Wild, the lowest and highest cards of every
    count.
    """
    every = list(islice(_every(hand, laid), MOST + 1))
    found = every if len(every) <= MOST else list(dict.fromkeys(_some(hand, laid)))
    return sorted(found, key=lambda cards: (len(cards), cards))


def singles(hand: Sequence[Card], laid: Sequence[Card] = ()) -> Sequence[tuple[Card, ...]]:
    """Return the single cards that may be laid in addition to ``laid``, as against the board."""
    return [(card,) for card in sorted(set(hand)) if fit((*laid, card))]


def _every(hand: Sequence[Card], laid: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Yield all combinations once: Team-Ups first, as they decide how many factions may join."""
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
    """Yield combinations of each faction, and of each two."""
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
    """Yield the lowest and highest cards of every count, with a Team-Up if necessary."""
    for size in range(1, min(len(cards), SOME) + 1):
        for some in (cards[:size], cards[-size:]):
            for way in (some, _with(first, some)):
                if fit((*laid, *way)):
                    yield tuple(sorted(way))


def _with(first: Sequence[Card], cards: Sequence[Card]) -> Sequence[Card]:
    """Return cards with a Team-Up, unless they include one."""
    return cards if any(card.code == TEAM_UP for card in cards) else (*first, *cards)


def _by_number(card: Card) -> tuple[int, str]:
    return card.number, card.code
