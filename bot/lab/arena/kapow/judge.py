"""What the yardsticks that look one turn ahead have in common: a judge of ways to end a turn."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

from bot.games.kapow.kai.plays import HandState, Standing, standing, swapped
from bot.games.kapow.kai.prospects import expected_points, odds
from bot.games.kapow.rules.cards import Card
from bot.games.kapow.rules.positions import Position, points
from bot.games.kapow.rules.swaps import offers
from bot.games.kapow.rules.triads import Hand, Triad
from bot.games.kapow.rules.view import View

__all__ = ["Judge", "face_down"]


class Judge(ABC):
    """Judges ways to end a turn of the seat to move: the lower the cost, the better."""

    def __init__(self, view: View) -> None:
        self.view: Final = view
        chances = odds(view)
        self.odds: Final = [chances.cards[face] for face in Card]
        """The probability of each card for an unknown card."""
        self._unknown: Final = expected_points(chances)

    @abstractmethod
    def cost(self, hand_state: HandState) -> float:
        """Return the cost of ending the turn like this; complete columns are still in the hand."""

    def use_swaps(self, hand_state: HandState) -> float:
        """Return :meth:`cost` after the best swap, if any helps."""
        after = (self.cost(swapped(hand_state, swap)) for swap in offers(hand_state.hand))
        return min((self.cost(hand_state), *after))

    def points_of(self, triad: Triad) -> float:
        """Return the points of a triad as it lies; unknown cards count what they are on average."""
        return sum(map(self._points, triad.positions))

    def points_left(self, hand: Hand) -> float:
        """Return the points of a hand as it lies."""
        return sum(self.points_of(triad) for triad in hand if triad is not None)

    def rivals(self) -> Sequence[Hand]:
        """Return the hands of all other seats."""
        own = self.view.to_move
        return [hand for seat, hand in enumerate(self.view.hands) if seat != own]

    def staying(self, hand_state: HandState) -> tuple[Sequence[Triad], Card | None]:
        """Return the triads that stay when the turn ends, and the top discard then."""
        stay, top = [], hand_state.top
        for triad in hand_state.hand:
            if triad is None:
                continue
            if standing(triad) is Standing.STAYS:
                stay.append(triad)
            else:
                top = triad[0].upper
        return stay, top

    def _points(self, position: Position) -> float:
        return points(position) if position.face_up else self._unknown


def face_down(hand: Sequence[Triad | None]) -> int:
    """Return the number of face-down cards."""
    return sum(not position.face_up for triad in hand for position in triad or ())
