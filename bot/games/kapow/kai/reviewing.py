"""The adviser for whole matches: a quick look at every choice, a longer one where it is in doubt.

In most turns the choice made is clearly the best one, and a hundred playouts say so. So a review
takes a third of what the usual effort for each choice would, and its losses are as exact:
``docs/experiments/kapow-reviews.md`` has the figures.
"""

from collections.abc import Sequence
from typing import Final

from bot.games.kapow.kai.searching import Effort, SearchingKapow, value_of
from bot.games.kapow.rules.actions import Action
from bot.games.kapow.rules.state import Phase
from bot.games.kapow.rules.view import View
from bot.kai.advice import EvaluatedAction

__all__ = ["ReviewingKapow"]

QUICK: Final = Effort(100, 1, 8)
"""Many choices, and one turn of each seat: the network judges what follows."""

THOROUGH: Final = Effort(500, 2, 6)
"""More playouts for fewer choices, and two turns of each seat."""

LOST: Final = 0.008
"""What the choice made has to be behind the best one by: nearly half a point."""

CLOSE: Final = 0.003
"""What it has to be ahead of all others by, if it is the best one."""


class ReviewingKapow:
    """Looks again where the choice made is behind, or hardly ahead."""

    def __init__(self, quick: Effort = QUICK, thorough: Effort = THOROUGH) -> None:
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
