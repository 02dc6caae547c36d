"""The stronger players: they play choices out in compiled code, and take the best."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.games.kapow.rules.actions import Action
from bot.games.kapow.rules.view import View
from bot.kai.advice import EvaluatedAction, Prospect
from bot.kai.player import Choice, only_choice

__all__ = ["Effort", "SearchingKapow", "prepare", "value_of"]

_POINT: Final = 0.01
"""The value of a point relative to the chance to win, in the first of ten rounds; a fourth of it in
the last. In trials this won a few more matches than the chance alone: see docs/experiments."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The amount of computation for a decision."""

    playouts: int
    """Playouts of all choices together."""
    circuits: int
    """Turns of each seat in a playout."""
    choices: int
    """The most choices that are played out."""


class SearchingKapow:
    """Chooses by playouts; the effort is the same for any number of seats."""

    def __init__(self, effort: Effort, number: int = 0) -> None:
        """Search with this effort, and with the dice of this number."""
        self._effort, self._number = effort, number

    def with_dice(self, number: int) -> "SearchingKapow":
        """Return the same search with other dice; see :class:`bot.kai.advice.WithDice`."""
        return SearchingKapow(self._effort, number)

    def choose(self, view: View, legal: Sequence[Action]) -> Choice[Action]:
        """Return the action with the best prospect: the chance to win, and points."""
        if only := only_choice(legal):
            return only
        return Choice(self.consider(view, legal)[0].action)

    def consider(
        self, view: View, legal: Sequence[Action], also: Sequence[Action] = ()
    ) -> Sequence[EvaluatedAction[Action]]:
        """Return the best choices, best first; see :class:`bot.kai.advice.Adviser`."""
        # Only where Kai thinks: the compiler takes a second and 65 MB.
        from bot.games.kapow.kai.engine.search import Search  # noqa: PLC0415 - see above

        return Search(view, self._effort, self._number).ranked(legal, also)


def value_of(prospect: Prospect) -> float:
    """Return what choices are compared by: the chance to win, and points."""
    return prospect.chance + _POINT * prospect.margin


def prepare() -> bool:
    """Make ready what the first thought would wait for; see :class:`bot.kai.kai.Kai`."""
    from bot.games.kapow.kai.engine import search  # noqa: PLC0415 - brings the compiler along

    return search.prepare()
