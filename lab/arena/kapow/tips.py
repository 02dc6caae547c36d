"""*tips*: the published advice on Kapow!, as the cost of ways to end a turn.

The number of cards per turn, the denial and the doubt were tuned in matches of *tips* against
itself with one of them changed: 50 matches of ten rounds, on the same deals from both seats. No
other value was better by more than the standard error, 0.4 points a round. The other constants are
guesses.
"""

from math import erf, sqrt
from typing import Final

from bot.games.kapow.kai.normal import Judge
from bot.games.kapow.rules.cards import Card
from bot.games.kapow.rules.hand import Hand, Triad, hidden_in
from bot.games.kapow.rules.view import View
from lab.arena.kapow.columns import Gifts, price_with, slots

_CARDS_A_TURN: Final = 1.7
"""How many cards a turn offers on average: the drawn one, and often the open one."""

_FARTHEST: Final = 9
"""The maximum look-ahead, in cards."""

_DENIAL: Final = 0.5
"""The weight of what the open card saves the next player."""

_DOUBT: Final = 5.0
"""The standard deviation of an opponent's points after a final turn."""

_DOUBT_OF_A_CARD: Final = 5.5
"""The additional standard deviation for each of their face-down cards."""


class Tips(Judge):
    """Evaluates ways to end a turn of the seat to move. All values are points: lower is better.

    The tip about swaps is in :meth:`Judge.use_swaps`.
    """

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._cards = self._shed_late()
        self._gifts = Gifts(self.next_hand, self.odds)
        self._rivals: tuple[float, float] | None = None

    def ended(self, top: Card | None, now: float, later: float, *, hides: bool) -> float:
        """Return the expected points of the hand, and what it gives to the next player."""
        if self.view.out is not None:
            return now + self._deny(top, cards=1)
        if not hides:
            return self._do_not_go_out_too_early(now) + self._deny(top, cards=1)
        return later + self._deny(top, int(self._cards))

    def later(self, triad: Triad) -> float:
        """Tip: build triads with multiple paths to completion; high ones go early.

        The more cards complete a column, and the more points this saves, the lower the cost.
        Columns below zero are not completed: keep negative columns.
        """
        column, whole = slots(triad), int(self._cards)
        nearer = price_with(self.odds, column, whole)
        part = self._cards - whole
        if not part:
            return nearer
        return nearer + part * (price_with(self.odds, column, whole + 1) - nearer)

    def _shed_late(self) -> float:
        """Tip: shed points late in a round, KAPOW! cards too, as no time is left to complete.

        Return how many cards are still to come, assuming that one card is turned up per turn.
        """
        return min(_FARTHEST, _CARDS_A_TURN * max(1, self.nearest_out))

    def _do_not_go_out_too_early(self, now: float) -> float:
        """Tip: do not go out too early, as points above an opponent's are doubled (K6.5)."""
        if now <= 0:
            return now
        if self._rivals is None:
            self._rivals = self._lowest_rival()
        rival, doubt = self._rivals
        return now * (1 + (1 + erf((now - rival) / (doubt * sqrt(2)))) / 2)

    def _lowest_rival(self) -> tuple[float, float]:
        """Return the expected score of the lowest opponent after a final turn, and its doubt."""
        return min(map(self._after_final, self.others))

    def _after_final(self, hand: Hand) -> tuple[float, float]:
        now, saved = 0.0, 0.0
        for triad in hand:
            if triad is not None:
                kept = self.worth(triad)
                saved = max(saved, kept - price_with(self.odds, slots(triad), 1))
                now += kept
        return now - saved, sqrt(_DOUBT**2 + _DOUBT_OF_A_CARD**2 * hidden_in(hand))

    def _deny(self, top: Card | None, cards: int) -> float:
        """Tip: play defensively, the open card is the next player's."""
        return _DENIAL * self._gifts.of(top, cards)
