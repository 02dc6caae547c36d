"""The evaluation function of the stronger players: expected points of all hands, from tables."""

from collections.abc import Sequence
from dataclasses import replace
from math import exp

import numpy as np

from bot.game.contract import Seat
from bot.games.kapow.kai.columns import tables_for
from bot.games.kapow.kai.guesses import DOUBT, GIFT
from bot.games.kapow.kai.kinds import column
from bot.games.kapow.kai.plays import HandState, Standing, standing, swapped
from bot.games.kapow.kai.prospects import odds
from bot.games.kapow.kai.remaining_turns import remaining_half_turns
from bot.games.kapow.rules.actions import Pile
from bot.games.kapow.rules.cards import Card
from bot.games.kapow.rules.swaps import offers
from bot.games.kapow.rules.triads import Hand, Triad
from bot.games.kapow.rules.view import View

__all__ = ["Outlook"]


class Outlook:
    """Evaluates hands of one seat in one decision, relative to the mean of the others.

    All values are points by which the seat is behind: lower is better.
    """

    def __init__(self, view: View, seat: Seat) -> None:
        self.view = view
        self.odds = odds(_before_drawing(view))
        self._others = [(seat + step) % view.seats for step in range(1, view.seats)]
        hidden = [_hidden(hand) for hand in view.hands]
        self._fewest = min(hidden[other] for other in self._others)
        chances = tuple(self.odds.cards[card] for card in Card)
        self.tables = tables_for(chances, 0 if view.out is not None else _most_turns(hidden))
        self._columns = {
            other: [column(triad) for triad in view.hands[other] if triad is not None]
            for other in self._others
        }
        self._left = [other for other in self._others if _plays_on(view, seat, other)]
        self._worth: dict[tuple[int, int], float] = {}
        self._gains: dict[tuple[Seat, int], dict[Card | None, float]] = {}
        self._opponents: dict[tuple[Card | None, int], float] = {}

    def cost(self, hand_state: HandState) -> float:
        """Return the expected deficit after ending the turn like this."""
        top, columns, hidden = hand_state.top, [], 0
        for triad in hand_state.hand:
            if triad is None:
                continue
            if standing(triad) is not Standing.STAYS:
                top = triad[0].upper
            else:
                columns.append(column(triad))
                hidden += _hidden_in(triad)
        if self.view.out is not None or not hidden:
            return self._final(sum(self._at(each, 0) for each in columns), top)
        left = self._half_turns(hidden)
        return sum(self._at(each, left) for each in columns) - self._against(top, left)

    def best_cost(self, hand_state: HandState) -> float:
        """Return :meth:`cost` after the best single swap, if a swap helps."""
        after = (self.cost(swapped(hand_state, swap)) for swap in offers(hand_state.hand))
        return min((self.cost(hand_state), *after))

    def _half_turns(self, hidden: int) -> int:
        """Estimate the seat's remaining half turns, with this many hidden cards."""
        return int(remaining_half_turns(np.array(hidden), np.array(self._fewest)))

    def _at(self, column: int, left: int) -> float:
        """Return the value of a column with this many half turns left."""
        worth = self._worth.get((column, left))
        if worth is None:
            worth = float(self.tables.worth[min(left, 2 * self.tables.turns), column])
            self._worth[column, left] = worth
        return worth

    def _against(self, top: Card | None, left: int) -> float:
        """Return the mean expected points of the others, if ``top`` is open for the next one.

        They move before the seat moves again, so they are half a turn nearer to the end.
        """
        found = self._opponents.get((top, left))
        if found is None:
            left_then = max(left - 1, 0)
            points = sum(
                self._at(each, left_then) for columns in self._columns.values() for each in columns
            )
            points -= GIFT * self._turn(self._others[0], top, left_then)
            found = self._opponents[top, left] = points / len(self._others)
        return found

    def _turn(self, other: Seat, top: Card | None, left: int) -> float:
        """Return by how much a turn improves another hand, with ``top`` or a drawn card.

        If nothing follows, it is the final turn: all cards are turned up first (K6.3).
        """
        gains = self._gains.get((other, left))
        if gains is None:
            columns = self._columns[other]
            taken = self.tables.taken[left // 2] if left else self.tables.final
            worth = self.tables.worth[min(left // 2 * 2, 2 * self.tables.turns), columns]
            by_card = (worth[:, None] - taken[columns]).max(axis=0, initial=0.0)
            mean = float(by_card @ self.tables.chances)
            gains = {card: max(float(by_card[card]), mean) for card in Card} | {None: mean}
            self._gains[other, left] = gains
        return gains[top]

    def _final(self, mine: float, top: Card | None) -> float:
        """Return the deficit of a hand without further turns, including doubling."""
        out = self.view.out
        guesses = {other: self._guess(other, top) for other in self._others}
        if out is None:
            mine += max(mine, 0.0) * self._doubled(mine, min(guesses.values()), sure=False)
        else:
            rivals = [mine, *(points for other, points in guesses.items() if other != out)]
            doubled = self._doubled(guesses[out], min(rivals), sure=not self._left)
            guesses[out] += max(guesses[out], 0.0) * doubled
        return mine - sum(guesses.values()) / len(guesses)

    def _guess(self, other: Seat, top: Card | None) -> float:
        """Return the expected points of another hand, after its next turn if it has one."""
        points = sum(self._at(each, 0) for each in self._columns[other])
        if other not in self._left:
            return points
        return points - self._turn(other, top if other == self._others[0] else None, 0)

    def _doubled(self, points: float, lowest: float, *, sure: bool) -> float:
        """Return the probability that the points of the seat that went out are doubled (K6.5)."""
        if sure:
            return float(lowest < points)
        return 1 / (1 + exp(max(-50.0, min(50.0, (lowest - points) / DOUBT))))


def _plays_on(view: View, seat: Seat, other: Seat) -> bool:
    """Whether another seat has a turn after the present one."""
    if view.out is None:
        return True
    return (other - seat) % view.seats < (view.out - seat) % view.seats


def _before_drawing(view: View) -> View:
    """Return the View before the card was drawn, so that one set of tables serves a whole turn."""
    drawn = view.drawn
    return view if drawn is None or drawn.pile is Pile.DISCARD else replace(view, drawn=None)


def _most_turns(hidden: Sequence[int]) -> int:
    """Return the largest possible number of remaining turns, from all hidden cards."""
    fewest = min(hidden)
    return int(remaining_half_turns(np.array(max(hidden)), np.array(fewest))) // 2 + 1


def _hidden(hand: Hand) -> int:
    return sum(_hidden_in(triad) for triad in hand if triad is not None)


def _hidden_in(triad: Triad) -> int:
    return sum(not position.face_up for position in triad)
