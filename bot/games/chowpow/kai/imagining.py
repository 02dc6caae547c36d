"""The strongest player of Chow Pow!: plays the best choices out at tables that it imagines."""

from collections.abc import Sequence
from typing import Final

from bot.games.chowpow.kai.playing_out import Effort, evaluated
from bot.games.chowpow.kai.reasons import reason
from bot.games.chowpow.rules.actions import Action
from bot.games.chowpow.rules.view import View
from bot.kai.advice import EvaluatedAction
from bot.kai.player import Choice, only_choice

__all__ = ["ImaginingChowpow"]

USUAL: Final = Effort()
"""How much it usually thinks."""


class ImaginingChowpow:
    """Chooses what does best on average, if all play on quickly and sensibly."""

    def __init__(self, effort: Effort = USUAL, number: int = 0) -> None:
        """Think so much, with the dice of this number."""
        self._effort: Final = effort
        self._number: Final = number

    def with_dice(self, number: int) -> "ImaginingChowpow":
        """Return the same player with other dice; see :class:`bot.kai.advice.WithDice`."""
        return ImaginingChowpow(self._effort, number)

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the most promising action, and why."""
        if only := only_choice(legal):
            return only
        best = self.consider(view, legal)[0].action
        return Choice(best, reason(view, legal, best))

    def consider(
        self, view: View, legal: Sequence[Action], also: Sequence[Action] = ()
    ) -> Sequence[EvaluatedAction[Action]]:
        """Return the choices worth a thought and ``also``, best first, each with its prospect."""
        return evaluated(view, legal, self._effort, also, self._number)
