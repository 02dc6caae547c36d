"""What players that look one turn ahead have in common: a judge of ways to end a turn."""

from abc import ABC, abstractmethod
from typing import Final, NamedTuple

from bot.games.kapow.kai.plays import HandState, swapped
from bot.games.kapow.kai.sight import Sight
from bot.games.kapow.rules.cards import Card
from bot.games.kapow.rules.swaps import offers
from bot.games.kapow.rules.triads import Triad
from bot.games.kapow.rules.view import View

__all__ = ["ColumnJudge", "Judge"]


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


class _Column(NamedTuple):
    """What a column is worth in its hand, in points."""

    goes: bool
    """It is complete and will be discarded."""
    hides: bool
    """It has face-down cards."""
    now: float
    """Its points as it lies."""
    later: float
    """Its expected points at the end."""


class ColumnJudge(Judge):
    """Judges a hand by its columns, each on its own. All values are points."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._columns: dict[Triad, _Column] = {}

    @abstractmethod
    def later(self, triad: Triad) -> float:
        """Return the expected points at the end of a column that isn't complete."""

    @abstractmethod
    def ended(self, top: Card | None, now: float, later: float, *, hides: bool) -> float:
        """Return the cost of a turn's end.

        ``top`` is the top discard then, ``now`` and ``later`` are sums over the columns that stay,
        and ``hides`` says whether those have face-down cards.
        """

    def cost(self, hand_state: HandState) -> float:
        """Return the expected cost of ending the turn like this."""
        top, now, later, hides = hand_state.top, 0.0, 0.0, False
        for triad in hand_state.hand:
            if triad is None:
                continue
            column = self._columns.get(triad) or self._column(triad)
            if column.goes:
                top = triad[0].upper
            else:
                now += column.now
                later += column.later
                hides = hides or column.hides
        return self.ended(top, now, later, hides=hides)

    def _column(self, triad: Triad) -> _Column:
        goes = triad.is_complete
        later = 0.0 if goes else self.later(triad)
        column = _Column(goes, not triad.is_face_up, self.worth(triad), later)
        self._columns[triad] = column
        return column
