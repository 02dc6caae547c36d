"""What a hand is worth to its owner: the points it is expected to end with."""

from math import exp

from bot.games.game import Seat
from bot.games.kapow.cards import Card, Hand, Position, Triad
from bot.games.kapow.triads import points
from bot.games.kapow.view import View
from bot.kai.kapow.plays import Lie, all_swaps, settled, swapped
from bot.kai.kapow.prospects import completing, expected_points, odds, pair_chance

__all__ = ["Appraisal"]

# Measured over some thousand matches of Kai against itself and against random play.
_CHANCES_A_TURN = 1.5
"""How many cards a turn offers: the drawn one, and now and then the open one."""

_GIFT_OF_A_COLUMN = 0.35
"""How much of the points that the open card spares the next player counts against it."""

_GIFT = {Card.KAPOW: 4.0, Card.POWER_1: 1.0, Card.POWER_2: 1.0, Card.C0: 0.8, Card.C1: 0.5}
"""What leaving these cards open costs at least."""

_LAST_TURN_GAIN = 5.0
"""By how much a player is expected to better a hand in a final turn."""

_DOUBT = 5.0
"""How unsure the guess of the others' points is: the spread of a logistic curve."""


class Appraisal:
    """Appraises hands of one seat for one decision. All figures are points: less is better."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.view = view
        self.odds = odds(view)
        self._seat = seat
        self._unknown = expected_points(self.odds)
        self._turns = _turns_left(view)
        self._rivals = self._lowest_rival()
        self._columns: dict[Triad, float] = {}
        self._gifts: dict[Card | None, float] = {}

    def cost(self, lie: Lie) -> float:
        """Return what ending the turn like this is expected to cost."""
        hand, top = settled(lie)
        if self.view.out is not None or self.goes_out(hand):
            return self._final(hand) + self._gift(top)
        return sum(self._column(triad) for triad in hand if triad) + self._gift(top)

    def best_cost(self, lie: Lie) -> float:
        """Return :meth:`cost` after the best single swap, if any swap betters it."""
        swaps = (self.cost(swapped(lie, swap)) for swap in all_swaps(lie.hand))
        return min((self.cost(lie), *swaps))

    def goes_out(self, hand: Hand) -> bool:
        """Whether ending the turn with this hand means going out first (K6.1)."""
        return self.view.out is None and not any(
            not position.face_up for triad in hand for position in triad or ()
        )

    def _final(self, hand: Hand) -> float:
        """Return the points of a hand that gets no further turn, doubling included (K6.5)."""
        total = sum(self._points(position) for triad in hand for position in triad or ())
        if self.view.out is not None or total <= 0:
            return total
        return total * (1 + 1 / (1 + exp((self._rivals - total) / _DOUBT)))

    def _column(self, triad: Triad) -> float:
        if triad not in self._columns:
            kept = sum(self._points(position) for position in triad)
            self._columns[triad] = kept * (1 - self._completion(triad))
        return self._columns[triad]

    def _completion(self, triad: Triad) -> float:
        """Return the chance that a triad will be completed before the round ends."""
        turns = self._turns * _CHANCES_A_TURN
        one = sum(self.odds[card] for card in completing(triad))
        two = pair_chance(triad, self.odds)
        misses = (1 - min(one, 0.95)) ** turns * (1 - min(two, 0.5)) ** (turns * (turns - 1) / 2)
        return 1 - misses if turns > 1 else min(one, 0.95) * turns

    def _points(self, position: Position) -> float:
        return points(position) if position.face_up else self._unknown

    def _gift(self, top: Card | None) -> float:
        """Return what the card left on the discard pile is worth to the next player."""
        if top not in self._gifts:
            self._gifts[top] = self._new_gift(top)
        return self._gifts[top]

    def _new_gift(self, top: Card | None) -> float:
        view = self.view
        following = (self._seat + 1) % view.seats
        if following == view.out:
            return 0.0
        if top is None:
            return sum(chance * self._gift(card) for card, chance in self.odds.items())
        spared = [
            sum(self._points(position) for position in triad)
            for triad in view.hands[following]
            if triad is not None and top in completing(triad)
        ]
        return max(_GIFT.get(top, 0.0), _GIFT_OF_A_COLUMN * max(spared, default=0.0))

    def _lowest_rival(self) -> float:
        """Guess the lowest of the others' final points."""
        return (
            min(
                sum(self._points(position) for triad in hand for position in triad or ())
                for seat, hand in enumerate(self.view.hands)
                if seat != self._seat
            )
            - _LAST_TURN_GAIN
        )


def _turns_left(view: View) -> int:
    """Guess how many more turns each player has: whoever turns up a card a turn goes out first."""
    hidden = (
        sum(not position.face_up for triad in hand for position in triad or ())
        for hand in view.hands
    )
    return max(1, min(hidden))
