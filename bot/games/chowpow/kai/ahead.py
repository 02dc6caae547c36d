"""Look-ahead in a Chow: the value of flips and takes, less what they leave to the next player."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final, TypeAlias

from bot.games.chowpow.kai.grids import Place, reach, seen, touching
from bot.games.chowpow.kai.memory import Known
from bot.games.chowpow.kai.odds import unseen
from bot.games.chowpow.rules.cards import WILD, Card, match
from bot.games.chowpow.rules.hands import cards_of
from bot.games.chowpow.rules.view import View

__all__ = ["LookAhead", "Up"]

CARD: Final = 4.0
"""The value of any card in a hand: more cards win a battle (P3.4)."""

NUMBER: Final = 0.5
"""The additional value per point of a card's number."""

WILD_CARD: Final = 3.0
"""The additional value of a wild, which joins any cards."""

ALIKE: Final = 1.0
"""The additional value for each card of the same faction in the hand."""

USUAL: Final = 3.4
"""The average number of an unseen card."""

RIVALS: Final = 0.7
"""The weight of what the others may take next, relative to the own gain."""

TOLD: Final = 1.0
"""The cost of showing a card without taking anything: it helps the next player."""

TAKES: Final = 2
"""How many of the best piles beside a match are considered."""

DEPTH: Final = 2
"""How many flips are searched."""

Up: TypeAlias = tuple[tuple[Place, Card], ...]
"""Face-up cards and their places."""


class LookAhead:
    """The expected results of a Chow, with all unseen cards equally likely."""

    def __init__(self, view: View, known: Known) -> None:
        self.grid = seen(view, known)
        self.up: Up = tuple((slot.place, known[slot]) for slot in view.up)
        self._depth = min(DEPTH, view.due - len(view.up))
        self._hand = Counter(card.code for card in cards_of(view.hand))
        left = Counter(unseen(view))
        count = max(1, left.total())
        self._mean = sum(self._worth(card) * times for card, times in left.items()) / count
        codes = Counter(WILD if card.is_wild else card.code for card in left.elements())
        self._next = [(Card(code, 0), times / count) for code, times in codes.items()]
        self._rivals = RIVALS / (view.seats - 1)
        self._missed = -self._rivals * reach(self.grid, _theirs)
        self.match = cache(self._match)

    def flipped(self, place: Place) -> float:
        """Return the expected value of the Chow if this place is flipped now."""
        return self._flipped(self.up, place, self._depth, 0)

    def taken(self, one: Place, two: Place, place: Place) -> float:
        """Return the value of a pile, less what the others may take next."""
        left = reach(self.grid.after(one, two, place), _theirs)
        return self.worth(place) - self._rivals * left

    def worth(self, place: Place) -> float:
        """Return the value of a pile in the hand."""
        cards, face = self.grid.cards[place], self.grid.faces[place]
        top = self._mean if face is None else self._worth(face)
        return (cards - 1) * self._mean + top if cards else 0.0

    def _match(self, one: Place, two: Place) -> float:
        """Return the value of a match with its best pile."""
        takes = [place for place in touching(one, two) if self.grid.cards[place]]
        best = sorted(takes, key=self.worth, reverse=True)[:TAKES]
        return max((self.taken(one, two, place) for place in best), default=self._missed)

    def _flipped(self, up: Up, place: Place, depth: int, shown: int) -> float:
        face = self.grid.faces[place]
        if face is not None:
            return self._best((*up, (place, face)), depth - 1, shown)
        return sum(
            chance * self._best((*up, (place, card)), depth - 1, shown + 1)
            for card, chance in self._next
        )

    def _best(self, up: Up, depth: int, shown: int) -> float:
        """Return the best expected value with these face-up cards and ``depth`` flips left."""
        taken = {place for place, _ in up}
        left = [place for place in self.grid.filled() if place not in taken] if depth else ()
        if not left:
            return self._outcome(up, shown)
        return max(self._flipped(up, place, depth, shown) for place in left)

    def _outcome(self, up: Sequence[tuple[Place, Card]], shown: int) -> float:
        """Return the value at the end of the flips, after ``shown`` cards were shown."""
        found = (
            self.match(one, two)
            for (one, card), (two, other) in combinations(up, 2)
            if match(card, other)
        )
        return max(found, default=self._missed - self._rivals * TOLD * shown)

    def _worth(self, card: Card) -> float:
        alike = WILD_CARD if card.is_wild else ALIKE * self._hand[card.code]
        return CARD + NUMBER * card.number + alike


def _theirs(cards: int, face: Card | None) -> float:
    """Return the value of a pile to a player whose hand is unknown."""
    unknown = CARD + NUMBER * USUAL
    if face is None:
        return cards * unknown
    top = CARD + NUMBER * face.number + WILD_CARD * face.is_wild
    return (cards - 1) * unknown + top
