"""A turn in many games at once, played by the tables: the building block of playouts."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bot.game.contract import Seat
from bot.games.kapow.kai.columns import GONE, Floats, Tables
from bot.games.kapow.kai.guesses import DOUBT, GIFT
from bot.games.kapow.kai.remaining_turns import remaining_half_turns
from bot.games.kapow.kai.transitions import HIDDEN_IN, NONE, UNKNOWN, WAYS, Ints, Rows, transitions
from bot.lab.training.gains import excess, gains, most
from bot.lab.training.games import NOBODY, Bools, Games, goes_away, with_turned_up
from bot.lab.training.kapow_swaps import swap_kapows

__all__ = ["Turn", "Ways"]

_OPENING: Final = ((0, 0), (1, 0))
"""The column and row of the places turned up first (K3.1), in two different columns."""

_COLUMNS: Final = GONE + 1


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """[game, way] each: ``WAYS`` for each column (K3.3), then one to discard the card."""

    cost: Floats
    """The seat's deficit afterwards, according to the tables."""
    after: Ints
    """The resulting column."""
    opened: Ints
    """The card left open, or ``UNKNOWN``."""
    card: Ints
    """[game]: the card that is placed."""


class Turn:
    """One seat's turn in the games ``rows``; :meth:`play` plays it."""

    def __init__(self, games: Games, tables: Tables, seat: Seat, rows: Rows) -> None:
        self._games, self._tables, self._seat, self._rows = games, tables, seat, rows
        self._all = np.arange(len(rows))
        self._next = (seat + 1) % games.seats
        self._others = [other for other in range(games.seats) if other != seat]
        self._out = games.out[rows]
        self._final: Bools = self._out != NOBODY
        self._top = games.top[rows]
        self._hand = games.columns[rows, seat]
        self._theirs = games.columns[rows][:, self._others]

    def play(self, take_open: Bools | None = None) -> None:
        """Play the turn; ``take_open`` says where to take the open card, else the tables do."""
        self._turn_up()
        hidden = HIDDEN_IN[self._hand].sum(axis=1)
        fewest = HIDDEN_IN[self._theirs].sum(axis=2).min(axis=1)
        self._half_turns = self._left(hidden, fewest)
        self._nearer = self._left(np.maximum(hidden - 1, 0), fewest)
        self._could_end = np.flatnonzero((hidden == 1) & ~self._final)
        self._place(*self._take(take_open))
        swap_kapows(self._tables, self._hand, self._top, self._half_turns)
        self._end()

    def _left(self, hidden: Ints, fewest: Ints) -> Ints:
        left = np.minimum(remaining_half_turns(hidden, fewest), 2 * self._tables.turns)
        return np.where(self._final, 0, left)

    def _turn_up(self) -> None:
        """Turn up two cards before the first turn (K3.1), and all before the last (K6.3)."""
        if not self._games.opened[self._seat]:
            for column, row in _OPENING:
                with_turned_up(self._games, self._rows, self._hand, column, row)
            self._games.opened[self._seat] = True
        last = np.flatnonzero(self._final)
        if len(last):
            hand, top = self._hand[last], self._top[last]
            for column in range(hand.shape[1]):
                for row in range(3):
                    with_turned_up(self._games, self._rows[last], hand, column, row)
            goes_away(hand, top)
            self._hand[last], self._top[last] = hand, top

    def _take(self, take_open: Bools | None) -> tuple[Ints, Bools]:
        """Return the card taken in each game, and whether it is the open one."""
        drawn = self._games.draw(self._rows)
        if take_open is None:
            take_open = self._prefers_open()
        if self._games.used_up:
            take_open = np.full(len(self._rows), fill_value=True)
        take_open = take_open & (self._top < UNKNOWN)
        return np.where(take_open, self._top, drawn), take_open

    def _prefers_open(self) -> Bools:
        mine, mean = self._mine
        found: Bools = mine[self._all, np.minimum(self._top, UNKNOWN - 1)] > mean
        return found

    def _place(self, card: Ints, was_open: Bools) -> None:
        """Put the card in its best place, or discard it (K3.3)."""
        ways = self._ways(card, was_open)
        chosen = (self._all, self._chosen(ways))
        top = ways.opened[chosen]
        unknown = np.flatnonzero(top == UNKNOWN)
        top[unknown] = self._games.turn_up(self._rows[unknown])
        self._top = top
        column = chosen[1] // WAYS
        placed = np.flatnonzero(column < self._hand.shape[1])
        self._hand[placed, column[placed]] = ways.after[chosen][placed]

    def _chosen(self, ways: Ways) -> Rows:
        """Return the index of the best way in each game."""
        found: Rows = ways.cost.argmin(axis=1)
        return found

    def _ways(self, card: Ints, was_open: Bools) -> Ways:
        possible = transitions()
        after = possible.after[card[:, None], self._hand].astype(np.int32)
        opened = possible.opened[card[:, None], self._hand].astype(np.int32)
        beneath = np.where(was_open, UNKNOWN, self._top)
        opened = np.where(opened == NONE, beneath[:, None, None], opened)
        gifts = self._gifts
        cost = self._cost(after) + gifts[self._all[:, None, None], opened]
        self._end_now(cost, after, opened)
        passed = self._stays() + gifts[self._all, card]
        none = np.full(len(card), GONE, dtype=np.int32)
        return Ways(_and_last(cost, passed), _and_last(after, none), _and_last(opened, card), card)

    def _stays(self) -> Floats:
        """Return the seat's deficit if its hand does not change."""
        worth = self._worth(self._hand, self._half_turns).sum(axis=1)
        found: Floats = worth - self._against(self._half_turns)
        return found

    def _cost(self, after: Ints) -> Floats:
        """Return the seat's deficit, for each column that a column may become.

        Turning up a hidden card brings the end of the round nearer.
        """
        turned = HIDDEN_IN[after] < HIDDEN_IN[self._hand][:, :, None]
        rest = [self._but_one(left)[:, :, None] for left in (self._half_turns, self._nearer)]
        left = np.where(turned, self._nearer[:, None, None], self._half_turns[:, None, None])
        found: Floats = np.where(turned, rest[1], rest[0]) + self._worth_each(after, left)
        return found

    def _but_one(self, left: Ints) -> Floats:
        """Return the seat's deficit without one column, for each column."""
        worth = self._worth(self._hand, left)
        behind = worth.sum(axis=1) - self._against(left)
        found: Floats = behind[:, None] - worth
        return found

    def _against(self, left: Ints) -> Floats:
        """Return the mean expected points of the others, who have half a turn less."""
        sooner = np.maximum(left - 1, 0)[:, None, None]
        worth = self._worth_each(self._theirs, sooner).sum(axis=(1, 2))
        found: Floats = worth / np.float32(len(self._others))
        return found

    def _worth(self, hands: Ints, left: Ints) -> Floats:
        return self._worth_each(hands, left[:, None])

    def _worth_each(self, columns: Ints, left: Ints) -> Floats:
        found: Floats = self._tables.worth.take(left * _COLUMNS + columns)
        return found

    @cached_property
    def _mine(self) -> tuple[Floats, Floats]:
        """[game, card] the gain of each card for the hand, and [game] the gain of a draw."""
        found = gains(self._tables, self._hand, self._half_turns // 2)
        return found, np.maximum(found, 0) @ self._tables.chances

    @cached_property
    def _gifts(self) -> Floats:
        """[game, card]: the gain for the next player if a card is left open."""
        hands = self._games.columns[self._rows, self._next]
        theirs = gains(self._tables, hands, self._half_turns // 2)
        gifts = excess(theirs, self._tables.chances)
        counts = np.where(self._final, np.float32(1), GIFT).astype(np.float32)
        counts = np.where(self._out == self._next, np.float32(0), counts)
        found: Floats = gifts * (counts / np.float32(len(self._others)))[:, None]
        return found

    def _end_now(self, cost: Floats, after: Ints, opened: Ints) -> None:
        """Evaluate plays that turn up the last hidden card as going out (K6.1)."""
        rows = self._could_end
        if not len(rows):
            return
        hand = self._hand[rows]
        scores = self._tables.worth[0][hand]
        mine = (scores.sum(axis=1)[:, None] - scores)[:, :, None]
        mine = mine + self._tables.worth[0][after[rows]]
        guesses, gifts = self._guessed(rows)
        lead = (guesses.min(axis=1)[:, None, None] - mine) / DOUBT
        doubled = 1 / (1 + np.exp(np.clip(lead, -30, 30)))
        ended = mine + np.maximum(mine, 0) * doubled - guesses.mean(axis=1)[:, None, None]
        ended += gifts[np.arange(len(rows))[:, None, None], opened[rows]]
        turned = HIDDEN_IN[after[rows]] < HIDDEN_IN[hand][:, :, None]
        cost[rows] = np.where(turned, ended, cost[rows])

    def _guessed(self, rows: Rows) -> tuple[Floats, Floats]:
        """Return [game, other] the others' points after their final turns, and gifts to the next.

        In a final turn, all cards are turned up first (K6.3).
        """
        scores, final = self._tables.worth[0], self._tables.final
        guesses = np.empty((len(rows), len(self._others)), dtype=np.float32)
        gifts = np.zeros((len(rows), NONE + 1), dtype=np.float32)
        for number, other in enumerate(self._others):
            hands = self._theirs[rows, number]
            theirs = most(scores[hands], final, hands)
            mean = np.maximum(theirs, 0) @ self._tables.chances
            guesses[:, number] = scores[hands].sum(axis=1) - mean
            if other == self._next:
                gifts = excess(theirs, self._tables.chances) / np.float32(len(self._others))
        return guesses, gifts

    def _end(self) -> None:
        games, rows = self._games, self._rows
        games.columns[rows, self._seat] = self._hand
        games.top[rows] = self._top
        goes_out = ~self._final & (HIDDEN_IN[self._hand].sum(axis=1) == 0)
        games.out[rows] = np.where(goes_out, self._seat, self._out)


def _and_last(each: NDArray[Any], last: NDArray[Any]) -> NDArray[Any]:
    """Return [game, way] of [game, column, way in it] and [game]."""
    return np.concatenate([each.reshape(len(each), -1), last[:, None]], axis=1)
