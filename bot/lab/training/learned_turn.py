"""A turn of two-player games, many at once, in which the networks choose.

The tables select the best ways to place a card, and the networks choose among these. Going out and
final turns are left to the tables, since the networks were trained on unfinished rounds.
"""

from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from bot.game.contract import Seat
from bot.games.kapow.kai.columns import GONE, Floats, Tables
from bot.games.kapow.kai.guesses import GIFT
from bot.games.kapow.kai.learned.features import Facts, NetworkInput, hand_features
from bot.games.kapow.kai.remaining_turns import remaining_half_turns
from bot.games.kapow.kai.transitions import HIDDEN_IN, UNKNOWN, WAYS, Ints, Rows, transitions
from bot.lab.training.embedded import Values
from bot.lab.training.gains import excess, gains
from bot.lab.training.games import Bools, Games
from bot.lab.training.turn import Turn, Ways

__all__ = ["Judged", "LearnedTurn", "after_turn"]

_WORTH_A_THOUGHT: Final = 7
"""How many ways to place a card are evaluated by the networks."""


class Judged(NamedTuple):
    """Evaluated ways to place a card, [game, number] each."""

    ways: Rows
    ahead: Floats
    """The seat's lead afterwards."""


class LearnedTurn(Turn):
    """One seat's turn in the games ``rows``, which have two seats."""

    def __init__(
        self, games: Games, tables: Tables, values: Values, seat: Seat, rows: Rows
    ) -> None:
        super().__init__(games, tables, seat, rows)
        self._values = values

    def _prefers_open(self) -> Bools:
        by_tables = super()._prefers_open()
        card = np.minimum(self._top, UNKNOWN - 1)
        placed = self._judged(self._ways(card, np.full(len(card), fill_value=True)))
        draws = self._values.drawing.of(self._before)
        found: Bools = np.where(self._final, by_tables, placed.ahead.max(axis=1) > draws)
        return found

    def _chosen(self, ways: Ways) -> Rows:
        judged = self._judged(ways)
        found: Rows = judged.ways[self._all, judged.ahead.argmax(axis=1)]
        return found

    @property
    def _before(self) -> NetworkInput:
        """The input before a card is drawn."""
        facts = Facts(
            HIDDEN_IN[self._hand].sum(axis=1),
            HIDDEN_IN[self._theirs[:, 0]].sum(axis=1),
            self._half_turns,
            self._stays(),
            self._gifts[self._all, self._top],
            self._mine[1],
        )
        return NetworkInput(self._hand, self._theirs[:, 0], hand_features(facts))

    @cached_property
    def _lies(self) -> Floats:
        """[game, unit]: the hands before the card is placed."""
        return self._values.ahead.hands(self._hand, self._theirs[:, 0])

    @cached_property
    def _their_gain(self) -> Floats:
        """[game]: the gain from a card for the opponent's hand."""
        theirs = gains(self._tables, self._theirs[:, 0], self._half_turns // 2)
        found: Floats = np.maximum(theirs, 0) @ self._tables.chances
        return found

    def _judged(self, ways: Ways) -> Judged:
        """Return the most promising ways, evaluated."""
        unlike = ways.cost.copy()
        unlike[:, :-1][self._again(ways.card)] = np.inf
        some = np.argpartition(unlike, _WORTH_A_THOUGHT - 1, axis=1)[:, :_WORTH_A_THOUGHT]
        each = self._all[:, None]
        cost, after = ways.cost[each, some], ways.after[each, some]
        before = self._with_none[each, some // WAYS]
        theirs = HIDDEN_IN[self._theirs[:, 0]].sum(axis=1)[:, None]
        own = HIDDEN_IN[self._hand].sum(axis=1)[:, None] - HIDDEN_IN[before] + HIDDEN_IN[after]
        turned = HIDDEN_IN[before] > HIDDEN_IN[after]
        facts = Facts(
            own,
            np.broadcast_to(theirs, own.shape),
            np.where(turned, self._nearer[:, None], self._half_turns[:, None]),
            cost,
            self._gifts[each, ways.opened[each, some]],
            np.broadcast_to(self._their_gain[:, None], own.shape),
        )
        seen = self._values.ahead
        hands = self._lies[:, None] + seen.own[after] - seen.own[before]
        ahead = seen.predict(hands, hand_features(facts))
        known = self._final[:, None] | (own == 0)
        return Judged(some, np.where(known, -cost, ahead))

    def _again(self, card: Ints) -> Bools:
        found: Bools = transitions().again[card[:, None], self._hand].reshape(len(card), -1)
        return found

    @cached_property
    def _with_none(self) -> Ints:
        """[game, column]: the hand, followed by a discarded column."""
        none = np.full((len(self._hand), 1), GONE, dtype=np.int32)
        return np.concatenate([self._hand, none], axis=1)


def after_turn(games: Games, tables: Tables, seat: Seat, rows: Rows) -> NetworkInput:
    """Return the input for unfinished games after a seat's turn."""
    own, theirs = games.columns[rows, seat], games.columns[rows, 1 - seat]
    hidden, fewest = HIDDEN_IN[own].sum(axis=1), HIDDEN_IN[theirs].sum(axis=1)
    left = np.minimum(remaining_half_turns(hidden, fewest), 2 * tables.turns)
    each = gains(tables, theirs, left // 2)
    gift = GIFT * excess(each, tables.chances)[np.arange(len(rows)), games.top[rows]]
    worth = tables.worth[left[:, None], own].sum(axis=1)
    worth -= tables.worth[np.maximum(left - 1, 0)[:, None], theirs].sum(axis=1)
    gain = np.maximum(each, 0) @ tables.chances
    facts = Facts(hidden, fewest, left, worth + gift, gift, gain)
    return NetworkInput(own, theirs, hand_features(facts))
