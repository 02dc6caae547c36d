"""What players that look one turn ahead have in common: a judge of ways to end a turn."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

from bot.games.kapow.kai.plays import HandState, Standing, standing, swapped
from bot.games.kapow.kai.sight import Sight
from bot.games.kapow.rules.cards import Card
from bot.games.kapow.rules.swaps import offers
from bot.games.kapow.rules.triads import Triad
from bot.games.kapow.rules.view import View

__all__ = ["Judge"]


class Judge(Sight, ABC):
    """Judges ways to end a turn of the seat to move: the lower the cost, the better."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        count = self.unseen.total() or 1
        self.odds: Final = [self.unseen[card] / count for card in Card]
        """The probability of each card for an unknown card."""

    @abstractmethod
    def cost(self, hand_state: HandState) -> float:
        """Return the cost of ending the turn like this; complete columns are still in the hand."""

    def use_swaps(self, hand_state: HandState) -> float:
        """Return :meth:`cost` after the best swap, if any helps."""
        after = (self.cost(swapped(hand_state, swap)) for swap in offers(hand_state.hand))
        return min((self.cost(hand_state), *after))

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
