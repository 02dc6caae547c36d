"""The grid for look-ahead: piles, known faces, and what the next player can reach."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, TypeAlias

from bot.games.chowpow.kai.memory import Known
from bot.games.chowpow.rules.cards import Card, match
from bot.games.chowpow.rules.grid import SLOTS, neighbours
from bot.games.chowpow.rules.view import View

__all__ = ["KnownGrid", "Place", "reach", "seen", "touching"]

Place: TypeAlias = int
"""The number of a slot from 0, in the order of ``SLOTS``."""

BY_CHANCE: Final = 0.35
"""The probability that two cards match by chance, for a player who knows no pair."""

_NEAR: Final = tuple(tuple(other.place for other in neighbours(slot)) for slot in SLOTS)


@dataclass(frozen=True, slots=True)
class KnownGrid:
    """The piles of the grid, as far as they are known."""

    cards: tuple[int, ...]
    """The number of cards in each place."""
    faces: tuple[Card | None, ...]
    """The known top cards, None if unknown."""
    deck: int
    """The number of cards in the deck."""

    def filled(self) -> Sequence[Place]:
        """Return the places with cards."""
        return [place for place, cards in enumerate(self.cards) if cards]

    def after(self, one: Place, two: Place, taken: Place) -> "KnownGrid":
        """Return the grid after a match was covered and a pile taken (P2.3)."""
        cards, faces = [*self.cards], [*self.faces]
        cards[taken], faces[taken] = 0, None
        refilled = (taken, one, two)[: self.deck]
        for place in refilled:
            cards[place] += 1
            faces[place] = None
        return replace(self, cards=tuple(cards), faces=tuple(faces), deck=self.deck - len(refilled))


def seen(view: View, known: Known) -> KnownGrid:
    """Return the grid of a View, with the faces that a player remembers."""
    return KnownGrid(
        tuple(slot.cards for slot in view.slots), tuple(map(known.get, SLOTS)), view.draw_pile
    )


@cache
def touching(one: Place, two: Place) -> tuple[Place, ...]:
    """Return the places that touch a match but are not part of it (P2.3)."""
    return tuple(sorted({*_NEAR[one], *_NEAR[two]} - {one, two}))


def reach(grid: KnownGrid, worth: Callable[[int, Card | None], float]) -> float:
    """Return the value of the best pile that the next player can reach.

    That is a pile beside a pair that everybody has seen; without such a pair, a fraction of the
    best pile. ``worth`` gives the value of a pile from its size and face.
    """
    piles = zip(grid.cards, grid.faces, strict=True)
    worths = [(worth(cards, face), place) for place, (cards, face) in enumerate(piles) if cards]
    partners = _partners(grid)
    for value, place in sorted(worths, reverse=True):
        if any(_leads_to(grid, partners, near, place) for near in _NEAR[place]):
            return value
    return BY_CHANCE * max(worths)[0] if worths else 0.0


def _partners(grid: KnownGrid) -> Mapping[Place, int]:
    """Return for each known face the number of others that match it."""
    known = {
        place: face
        for place, (cards, face) in enumerate(zip(grid.cards, grid.faces, strict=True))
        if cards and face is not None
    }
    wilds = sum(face.is_wild for face in known.values())
    codes = Counter(face.code for face in known.values() if not face.is_wild)
    return {
        place: len(known) - 1 if face.is_wild else codes[face.code] - 1 + wilds
        for place, face in known.items()
    }


def _leads_to(grid: KnownGrid, partners: Mapping[Place, int], one: Place, taken: Place) -> bool:
    """Whether a known face has a partner other than the pile that is taken."""
    mine, wanted = grid.faces[one], grid.faces[taken]
    both = mine is not None and wanted is not None and match(mine, wanted)
    return partners.get(one, 0) > both
