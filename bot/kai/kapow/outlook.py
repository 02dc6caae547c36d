"""What a hand is worth against the others: points to expect of both sides, from the tables."""

from collections.abc import Sequence
from math import exp
from typing import Final

from bot.games.game import Seat
from bot.games.kapow.cards import Card
from bot.games.kapow.kapow_step import offers
from bot.games.kapow.triads import Hand, Triad
from bot.games.kapow.view import View
from bot.kai.kapow.columns import columns_by_turns
from bot.kai.kapow.kinds import column, taking
from bot.kai.kapow.plays import Lie, Standing, standing, swapped
from bot.kai.kapow.prospects import odds

__all__ = ["Outlook"]

# Measured in rounds of two players one turn ahead; docs/decisions/0017 has the figures.
_LAST_TURNS: Final = 1.6
"""How many turns are to come when nobody has a hidden card left but one is not out yet."""
_TURNS_A_CARD: Final = 1.55
"""How many more for each hidden card of whoever has the fewest."""
_TURNS_BEHIND: Final = 0.5
"""How many more for each hidden card that one has more than that, up to three."""
_BEHIND: Final = 3

_FIRST: Final = 0.5
"""By how much the others are nearer to the end: they move before the seat moves again."""

_GIFT: Final = 0.5
"""Which part of what the open card does for the next player counts against leaving it."""

_DOUBT: Final = 5.0
"""How unsure a guess of final points is: the spread of a logistic curve."""


class Outlook:
    """Weighs hands of one seat for one decision, as the mean of the others' points is ahead of it.

    All figures are points by which the seat is behind: less is better.
    """

    def __init__(self, view: View, seat: Seat) -> None:
        self.view = view
        self.odds = odds(view)
        self._others = [(seat + step) % view.seats for step in range(1, view.seats)]
        hidden = [_hidden(hand) for hand in view.hands]
        self._fewest = min(hidden[other] for other in self._others)
        most = 0 if view.out is not None else int(self._turns(hidden[seat])) + 1
        chances = tuple(self.odds.cards[card] for card in Card)
        self._tables = columns_by_turns(chances, max(most, 1))
        self._columns = {
            other: [column(triad) for triad in view.hands[other] if triad is not None]
            for other in self._others
        }
        self._left = [other for other in self._others if _plays_on(view, seat, other)]
        self._worth: dict[tuple[int, float], float] = {}
        self._gains: dict[tuple[Seat, float], dict[Card | None, float]] = {}
        self._opponents: dict[tuple[Card | None, float], float] = {}

    def cost(self, lie: Lie) -> float:
        """Return by how much ending the turn like this is expected to leave the seat behind."""
        top, columns, hidden = lie.top, [], 0
        for triad in lie.hand:
            if triad is None:
                continue
            if standing(triad) is not Standing.STAYS:
                top = triad[0].upper
            else:
                columns.append(column(triad))
                hidden += _hidden_in(triad)
        if self.view.out is not None or not hidden:
            return self._final(sum(self._at(each, 0) for each in columns), top)
        turns = self._turns(hidden)
        return sum(self._at(each, turns) for each in columns) - self._against(top, turns)

    def best_cost(self, lie: Lie) -> float:
        """Return :meth:`cost` after the best single swap, if any swap betters it."""
        after = (self.cost(swapped(lie, swap)) for swap in offers(lie.hand).swaps)
        return min((self.cost(lie), *after))

    def goes_out(self, hand: Hand) -> bool:
        """Whether ending the turn with this hand means going out first (K6.1)."""
        return self.view.out is None and not _hidden(hand)

    def _turns(self, hidden: int) -> float:
        """Guess how many turns are to come for the seat, with so many hidden cards of its own."""
        fewest, most = sorted((hidden, self._fewest))
        return _LAST_TURNS + _TURNS_A_CARD * fewest + _TURNS_BEHIND * min(_BEHIND, most - fewest)

    def _at(self, column: int, turns: float) -> float:
        """Return what a column is worth with so many turns to come, between whole turns too."""
        worth = self._worth.get((column, turns))
        if worth is None:
            whole = min(int(turns), len(self._tables) - 1)
            following = min(whole + 1, len(self._tables) - 1)
            part = turns - int(turns)
            worth = (1 - part) * float(self._tables[whole][column])
            worth += part * float(self._tables[following][column])
            self._worth[column, turns] = worth
        return worth

    def _against(self, top: Card | None, turns: float) -> float:
        """Return the mean of the others' points to expect, ``top`` being open for the next one."""
        found = self._opponents.get((top, turns))
        if found is None:
            turns_left = max(turns - 1 + _FIRST, 0.0)
            points = sum(
                self._at(each, turns_left) for columns in self._columns.values() for each in columns
            )
            points -= _GIFT * self._turn(self._others[0], top, turns_left)
            found = self._opponents[top, turns] = points / len(self._others)
        return found

    def _turn(self, other: Seat, top: Card | None, turns: float) -> float:
        """Return by how much a turn betters another's hand, with ``top`` or a drawn card."""
        gains = self._gains.get((other, turns))
        if gains is None:
            columns = self._columns[other]
            by_card = {card: self._gain(columns, card, turns) for card in Card}
            mean = sum(chance * by_card[card] for card, chance in self.odds.cards.items())
            gains = {card: max(gain, mean) for card, gain in by_card.items()} | {None: mean}
            self._gains[other, turns] = gains
        return gains[top]

    def _gain(self, columns: Sequence[int], card: Card, turns: float) -> float:
        """Return by how much the best place for a card betters a hand; at least nothing."""
        return max(
            (
                self._at(each, turns) - self._at(after, turns)
                for each in columns
                for after in taking(each, card)
            ),
            default=0.0,
        )

    def _final(self, mine: float, top: Card | None) -> float:
        """Return by how much a hand that gets no further turn is behind, doubling included."""
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
        """Return the points to expect of another's hand, after the turn that it may still have."""
        points = sum(self._at(each, 0) for each in self._columns[other])
        if other not in self._left:
            return points
        return points - self._turn(other, top if other == self._others[0] else None, 0)

    def _doubled(self, points: float, lowest: float, *, sure: bool) -> float:
        """Return how likely the points of who went out are doubled (K6.5)."""
        if sure:
            return float(lowest < points)
        return 1 / (1 + exp(max(-50.0, min(50.0, (lowest - points) / _DOUBT))))


def _plays_on(view: View, seat: Seat, other: Seat) -> bool:
    """Whether another has a turn to come after the seat's present one."""
    if view.out is None:
        return True
    return (other - seat) % view.seats < (view.out - seat) % view.seats


def _hidden(hand: Hand) -> int:
    return sum(_hidden_in(triad) for triad in hand if triad is not None)


def _hidden_in(triad: Triad) -> int:
    return sum(not position.face_up for position in triad)
