"""Hard and expert play choices out in compiled code; reviews look twice where it's close."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.games.kapow.rules.actions import Action
from bot.games.kapow.rules.view import Phase, View
from bot.kai.advice import EvaluatedAction, Prospect
from bot.kai.player import Choice, only_choice

_POINT: Final = 0.01
"""A point against the chance to win, in the first of ten rounds: see docs/experiments."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The amount of computation for a decision."""

    playouts: int
    """Of all choices together."""
    circuits: int
    choices: int


class SearchingKapow:
    """Chooses by playouts; the effort is the same for any number of seats."""

    def __init__(self, effort: Budget, number: int = 0) -> None:
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


class HardKapow(SearchingKapow):
    """Plays the best choices out, in some milliseconds of CPU."""

    def __init__(self) -> None:
        super().__init__(Budget(800, 2, 6))


class ExpertKapow(SearchingKapow):
    """Plays more choices out, in some tens of milliseconds of CPU."""

    def __init__(self) -> None:
        super().__init__(Budget(4000, 2, 8))


def value_of(prospect: Prospect) -> float:
    """Return what choices are compared by: the chance to win, and points."""
    return prospect.chance + _POINT * prospect.margin


def prepare(view: View, legal: Sequence[Action]) -> bool:
    """Make ready what the first thought would wait for; see :class:`bot.kai.player.Kai`."""
    from bot.games.kapow.kai.engine import search  # noqa: PLC0415 - brings the compiler along

    return search.prepare(view, legal)


QUICK: Final = Budget(100, 1, 8)
"""Many choices, and one turn of each seat: the network judges what follows."""

THOROUGH: Final = Budget(500, 2, 6)
"""More playouts for fewer choices, and two turns of each seat."""

LOST: Final = 0.008
"""What the choice made has to be behind the best one by: nearly half a point."""

CLOSE: Final = 0.003
"""What it has to be ahead of all others by, if it is the best one."""


class ReviewingKapow:
    """Looks again where the choice made is behind, or hardly ahead."""

    def __init__(self, quick: Budget = QUICK, thorough: Budget = THOROUGH) -> None:
        self._quick = SearchingKapow(quick)
        self._thorough = SearchingKapow(thorough)

    def consider(
        self, view: View, legal: Sequence[Action], also: Sequence[Action] = ()
    ) -> Sequence[EvaluatedAction[Action]]:
        """Return the best choices, best first; see :class:`bot.kai.advice.Adviser`."""
        found = self._quick.consider(view, legal, also)
        made = also or [found[0].action]
        if any(_in_doubt(view, found, action) for action in made):
            return self._thorough.consider(view, legal, also)
        return found


def _in_doubt(view: View, found: Sequence[EvaluatedAction[Action]], made: Action) -> bool:
    best, *others = (value_of(each.prospect) for each in found)
    if found[0].action != made:
        return best - next(value_of(each.prospect) for each in found if each.action == made) > LOST
    # Swaps between which there is little to choose come in dozens, and little depends on them.
    return view.phase is not Phase.KAPOW and bool(others) and best - max(others) < CLOSE
