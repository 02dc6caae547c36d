"""*older-kai*: Kai's hard as it was before it played choices out: tables, one turn ahead.

See decisions 17 and 19. It shares the tables of columns (``bot.games.kapow.kai.columns``) with
today's Kai, so it would change with those.
"""

from math import exp
from typing import Final

from bot.game.contract import Seat
from bot.games.kapow.kai.columns import column, tables_for
from bot.games.kapow.kai.engine.tables import half_turns
from bot.games.kapow.kai.normal import Judge
from bot.games.kapow.kai.sight import HandState, hidden_in
from bot.games.kapow.rules.cards import Card
from bot.games.kapow.rules.view import View
from lab.arena.kapow.columns import staying

_GIFT: Final = 0.5
"""The weight of what the open card gains the next player."""

_DOUBT: Final = 3.0
"""The uncertainty of the others' final points: the spread of a logistic curve."""


class OlderKai(Judge):
    """Evaluates its hand by how far it is behind the mean of the others."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        seats, own = view.seats, view.to_move
        self._others = [(own + step) % seats for step in range(1, seats)]
        hidden = [hidden_in(hand) for hand in view.hands]
        self._fewest = min(hidden[other] for other in self._others)
        most = 0 if view.out is not None else half_turns(max(hidden), min(hidden)) // 2 + 1
        self._tables = tables_for(tuple(self.odds), most)
        self._columns = {
            other: [column(triad) for triad in view.hands[other] if triad is not None]
            for other in self._others
        }
        self._gains: dict[tuple[Seat, int], tuple[list[float], float]] = {}

    def cost(self, hand_state: HandState) -> float:
        """Return the expected deficit in points after ending the turn like this."""
        stay, top = staying(hand_state)
        hidden, columns = hidden_in(stay), [column(triad) for triad in stay]
        if self.view.out is not None or not hidden:
            return self._final(self._worth(columns, 0), top)
        left = half_turns(hidden, self._fewest)
        theirs = sum(self._worth(self._columns[other], max(left - 1, 0)) for other in self._others)
        theirs -= _GIFT * self._turn(self._others[0], top, max(left - 1, 0))
        return self._worth(columns, left) - theirs / len(self._others)

    def _worth(self, columns: list[int], left: int) -> float:
        """Return the value of columns with this many half turns left."""
        return float(self._tables.worth[min(left, 2 * self._tables.turns), columns].sum())

    def _turn(self, other: Seat, top: Card | None, left: int) -> float:
        """Return by how much a turn improves another hand, with ``top`` or a drawn card."""
        if (other, left) not in self._gains:
            columns = self._columns[other]
            turns = min(left // 2, self._tables.turns)
            taken = self._tables.taken[turns] if left else self._tables.final
            worth = self._tables.worth[2 * turns, columns]
            by_card = (worth[:, None] - taken[columns]).max(axis=0, initial=0.0)
            self._gains[other, left] = by_card.tolist(), float(by_card @ self._tables.chances)
        by_card, mean = self._gains[other, left]
        return mean if top is None else max(by_card[top], mean)

    def _final(self, mine: float, top: Card | None) -> float:
        """Return the deficit of a hand without further turns, including doubling (K6.5)."""
        out, guesses = self.view.out, {other: self._guess(other, top) for other in self._others}
        if out is None:
            mine += max(mine, 0.0) * _chance_below(min(guesses.values()), mine)
        else:
            rivals = [mine, *(points for other, points in guesses.items() if other != out)]
            doubled = _chance_below(min(rivals), guesses[out])
            guesses[out] += max(guesses[out], 0.0) * doubled
        return mine - sum(guesses.values()) / len(guesses)

    def _guess(self, other: Seat, top: Card | None) -> float:
        """Return the expected points of another hand, after its next turn if it has one."""
        points = self._worth(self._columns[other], 0)
        if not self._plays_on(other):
            return points
        return points - self._turn(other, top if other == self._others[0] else None, 0)

    def _plays_on(self, other: Seat) -> bool:
        """Whether another seat has a turn after the present one."""
        out, own, seats = self.view.out, self.view.to_move, self.view.seats
        return out is None or (other - own) % seats < (out - own) % seats


def _chance_below(lowest: float, points: float) -> float:
    """Return the chance that a guess of others' points is below some points."""
    return 1 / (1 + exp(max(-50.0, min(50.0, (lowest - points) / _DOUBT))))
