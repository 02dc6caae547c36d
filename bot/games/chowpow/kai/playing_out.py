"""Playouts: choices are tried at the same possible tables, and the better half goes on."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, stdev
from typing import Final

from bot.games.chowpow.kai.candidates import candidates
from bot.games.chowpow.kai.habits import Habits
from bot.games.chowpow.kai.imagined import Imagined
from bot.games.chowpow.kai.moves import act
from bot.games.chowpow.kai.worth import Outlook, result
from bot.games.chowpow.rules.actions import Action
from bot.games.chowpow.rules.view import View
from bot.kai.advice import EvaluatedAction, Prospect

__all__ = ["Effort", "evaluated"]

IN_POINTS: Final = 0.01
"""What a point of margin counts beside the chance to win the match."""


APART: Final = 1_000_000
"""How far the tables of dice with different numbers are apart."""

SURE: Final = 2.0
"""Standard errors by which a choice that is asked for has to be behind the best one."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is thought about a decision."""

    tables: tuple[int, ...] = (16, 32, 64)
    """How many possible tables are tried in each round; then the better half goes on."""
    circuits: int = 1
    """How many circuits are played out after the turn in progress."""


def evaluated(
    view: View,
    legal: Sequence[Action],
    effort: Effort,
    also: Sequence[Action] = (),
    number: int = 0,
) -> Sequence[EvaluatedAction[Action]]:
    """Return the choices worth a thought and ``also``, best first, each with its prospect.

    ``number`` is that of the dice: another one gives other tables.
    """
    return _Search(view, legal, effort, number).run(also)


@dataclass(slots=True)
class _Tried:
    """A choice and its results at the tables, in their order."""

    action: Action
    results: list[tuple[float, float, float]] = field(default_factory=list)

    def mean(self, tables: int) -> tuple[float, float, float]:
        """Return own points, the field's and the chance, on average over the first tables."""
        points, others, chances = zip(*self.results[:tables], strict=True)
        return sum(points) / tables, sum(others) / tables, sum(chances) / tables

    def value(self) -> float:
        """Return what choices are ranked by."""
        points, others, chance = self.mean(len(self.results))
        return chance + IN_POINTS * (points - others)

    def is_surely_behind(self, best: "_Tried") -> bool:
        """Whether it is worse than the best choice by more than chance, at the same tables."""
        behind = [
            its - mine
            for (_, _, its), (_, _, mine) in zip(best.results, self.results, strict=False)
        ]
        return fmean(behind) > SURE * stdev(behind) / sqrt(len(behind))


class _Search:
    def __init__(self, view: View, legal: Sequence[Action], effort: Effort, number: int) -> None:
        if view.viewer is None:
            raise ValueError("only seats have choices")
        self._seat, self._effort, self._first = view.viewer, effort, number * APART
        self._imagined, self._outlook = Imagined(view), Outlook.of(view)
        self._habits = Habits(self._imagined.pool)
        self._turns = view.turns + effort.circuits * (view.seats - 1)
        found = candidates(view, legal, self._imagined.table(0), self._habits)
        self._tried = [_Tried(action) for action in found]

    def run(self, also: Sequence[Action]) -> Sequence[EvaluatedAction[Action]]:
        """Try the candidates, fewer at more and more tables, then what else is wanted.

        What is asked for is taken to be as good as the best one unless it surely is not: of many
        choices one always seems to be ahead by chance.
        """
        alive = self._tried
        for tables in self._effort.tables:
            self._try(alive, tables)
            alive = sorted(alive, key=_Tried.value, reverse=True)[: (len(alive) + 1) // 2]
        best = alive[0]
        tried = {each.action for each in self._tried}
        others = [_Tried(action) for action in dict.fromkeys(also) if action not in tried]
        self._try(others, len(best.results))
        as_good = {
            each.action
            for each in (*self._tried, *others)
            if each.action in also and not each.is_surely_behind(best)
        }
        found = [
            _compared(each, best, best if each.action in as_good else each)
            for each in (best, *self._tried, *others)
        ]
        return sorted(dict.fromkeys(found), key=_worth, reverse=True)

    def _try(self, alive: Sequence[_Tried], tables: int) -> None:
        """Play each choice out at ``tables`` more tables."""
        first = len(alive[0].results) if alive else 0
        for number in range(first, first + tables):
            table = self._imagined.table(self._first + number)
            for each in alive:
                twin = table.copy()
                act(twin, self._seat, each.action)
                self._habits.play(twin, self._turns)
                each.results.append(result(twin, self._outlook))


def _compared(tried: _Tried, best: _Tried, as_good: _Tried) -> EvaluatedAction[Action]:
    """Return a choice's prospect: the best one's, and the difference at the same tables.

    ``as_good`` is the choice itself, or the one that it is taken to be as good as.
    """
    count = len(as_good.results)
    own, base, whole = as_good.mean(count), best.mean(count), best.mean(len(best.results))
    points, others, chance = (
        sure + (mine - its) for sure, mine, its in zip(whole, own, base, strict=True)
    )
    prospect = Prospect(points, others, min(1.0, max(0.0, chance)), lowest=False)
    return EvaluatedAction(tried.action, prospect)


def _worth(evaluated: EvaluatedAction[Action]) -> float:
    return evaluated.prospect.chance + IN_POINTS * evaluated.prospect.margin
