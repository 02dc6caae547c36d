"""*clairvoyant*: a player that sees every card. Not an opponent, but an upper bound.

It plans the whole round with the real future cards (:mod:`bot.lab.arena.kapow.planning`), and
follows its plan as long as the others play as expected.
"""

from collections.abc import Sequence

from bot.game.contract import Seat
from bot.games.kapow.rules.actions import Action, EndTurn
from bot.games.kapow.rules.state import State
from bot.kai.player import Choice, only_choice
from bot.lab.arena.kapow.planning import Plan, best_plan

__all__ = ["Clairvoyant"]


class Clairvoyant:
    """Chooses from the state, for one seat of one match; remembers its plan."""

    def __init__(self) -> None:
        self._plan: Sequence[Plan] = ()
        """The turns from the present one on, if the others play as expected."""
        self._turn: tuple[int, int, Seat] | None = None
        self._actions: Sequence[Action] = ()
        """The remaining actions of that turn; may include one that was already forced."""

    def choose(self, state: State, seat: Seat, legal: Sequence[Action]) -> Choice[Action]:
        """Return the next action of the best plan found; after the last one, end the turn."""
        if only := only_choice(legal):
            return only
        turn = state.number, state.turn, seat
        if turn != self._turn:
            self._turn = turn
            self._begin(state, seat)
        for number, action in enumerate(self._actions):
            if action in legal:
                self._actions = self._actions[number + 1 :]
                return Choice(action)
        return Choice(EndTurn())

    def _begin(self, state: State, seat: Seat) -> None:
        """Look up what to do in a turn; make a new plan if the old one no longer applies."""
        last, *ahead = self._plan or (None,)
        is_foreseen = last is not None and last.board.is_seen_in(state)
        self._plan = ahead if ahead and is_foreseen else best_plan(state, seat)
        self._actions = self._plan[0].actions
