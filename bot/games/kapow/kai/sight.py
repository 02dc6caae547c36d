"""The visible facts of a turn, from which reasons and judgements are made."""

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import Final

from bot.games.kapow.kai.plays import HandState
from bot.games.kapow.kai.prospects import completing
from bot.games.kapow.rules.cards import DECK, Card
from bot.games.kapow.rules.positions import face_up, points
from bot.games.kapow.rules.triads import Hand, Triad
from bot.games.kapow.rules.view import View

__all__ = ["Sight", "hidden_in", "showing"]

_DECK: Final = Counter(DECK)


class Sight:
    """The facts that the seat to move can see."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.hand: Hand = view.hands[view.to_move]
        self.hand_state = HandState(self.hand, view.discard_pile[0] if view.discard_pile else None)
        self.others = [hand for seat, hand in enumerate(view.hands) if seat != view.to_move]
        following = (view.to_move + 1) % view.seats
        self.next_hand: Hand | None = None if following == view.out else view.hands[following]
        """None if the next player has no turn left in this round."""

    @cached_property
    def unseen(self) -> Counter[Card]:
        """The number of unseen cards of each kind."""
        seen = Counter(self.view.discard_pile)
        for hand in self.view.hands:
            for position in (each for triad in hand for each in triad or ()):
                seen.update(face for face in position.cards if face is not None)
        if self.view.drawn is not None and self.view.drawn.card is not None:
            seen[self.view.drawn.card] += 1
        left = Counter(_DECK)
        left.subtract(seen)
        return left

    @cached_property
    def mean(self) -> float:
        """The expected points of a face-down card (K6.4)."""
        count = self.unseen.total() or 1
        return sum(self.unseen[card] / count * points(face_up(card)) for card in Card)

    def left(self, cards: Iterable[Card]) -> int:
        """Return how many unseen cards are among ``cards``."""
        return sum(self.unseen[card] for card in cards)

    def ways(self, triad: Triad | None) -> int:
        """Return how many unseen cards would complete a column."""
        return 0 if triad is None or triad.is_complete else self.left(completing(triad))

    def wanted_next(self, card: Card | None) -> bool:
        """Whether the card would complete a column of the next player."""
        return self._wants(self.next_hand, card) is not None

    def wanted(self, card: Card | None) -> int | None:
        """Return the own column that the card would complete, if any."""
        return self._wants(self.hand, card)

    def worth(self, triad: Triad) -> float:
        """Return the points of a column, with expected values for face-down cards."""
        return sum(points(each) if each.face_up else self.mean for each in triad)

    def expected(self, hand: Iterable[Triad | None]) -> float:
        """Return the points of a hand, with expected values for face-down cards."""
        return sum(self.worth(triad) for triad in hand if triad is not None)

    @cached_property
    def lowest_other(self) -> float:
        """The lowest points of the other hands, with expected values for face-down cards."""
        return min(map(self.expected, self.others))

    @cached_property
    def nearest_out(self) -> int:
        """The smallest number of face-down cards of another player."""
        return min(map(hidden_in, self.others))

    @staticmethod
    def _wants(hand: Hand | None, card: Card | None) -> int | None:
        for column, triad in enumerate(hand or ()):
            if triad is not None and not triad.is_complete and card in completing(triad):
                return column
        return None


def hidden_in(hand: Iterable[Triad | None]) -> int:
    """Return the number of face-down cards of a hand."""
    return sum(not position.face_up for triad in hand for position in triad or ())


def showing(hand: Hand) -> int:
    """Return the points of a hand's face-up cards."""
    return sum(points(each) for triad in hand for each in triad or () if each.face_up)
