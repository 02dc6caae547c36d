"""Whether a decision has a clear answer: its choices are judged several times, by other dice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final

from bot.kai.advice import AnyAdviser, Prospect
from bot.kai.measure import CHANCE, POINTS, Measure
from bot.review.values import EvaluatedChoice

__all__ = ["MADE_BY", "SURE", "Fault", "Judged", "judged"]

MADE_BY: Final = range(6)
"""The numbers of the dice by which each decision is judged."""

SURE: Final = 2.0
"""Standard errors by which the best choice has to be ahead of the second best."""


OPEN: Final = 0.05
"""The least chance to win the match, or not to win it, with which a choice matters."""


class Fault(StrEnum):
    """Why a costly decision is no puzzle."""

    FEW = "nothing to choose"
    DIVIDED = "the judgements disagree"
    CLOSE = "the best choice is hardly ahead"
    MIXED = "another choice has more points or a better chance to win the match"
    DECIDED = "the match is nearly decided"
    CHEAP = "it costs little when judged again"
    ALIKE = "two choices read the same"
    LONG = "a choice is too long"


@dataclass(frozen=True, slots=True)
class Judged:
    """Choices as several judgements find them."""

    choices: tuple[EvaluatedChoice, ...]
    """On average, best first."""
    firsts: frozenset[str]
    """The choices that some judgement finds the best, in the game's notation."""
    leads: tuple[int, ...]
    """By how much the first is ahead of the second in each judgement, in hundredths."""

    def fault(self, measure: Measure, least: int) -> Fault | None:
        """Say why there is no clear answer; None if there is.

        ``least`` is how far the best choice has to be ahead, in hundredths.
        """
        best, *others = self.choices
        if self.firsts != {best.action}:
            return Fault.DIVIDED
        if min(self.leads) <= 0 or measure.ahead(best, others[0]) < least or self._unsure:
            return Fault.CLOSE
        if any(CHANCE.ahead(best, each) < 0 or POINTS.ahead(best, each) < 0 for each in others):
            return Fault.MIXED
        return Fault.DECIDED if best.chance < OPEN or others[0].chance > 1 - OPEN else None

    @property
    def _unsure(self) -> bool:
        """Whether the judgements differ by too much."""
        if len(self.leads) < 2:
            return False
        return fmean(self.leads) < SURE * stdev(self.leads) / sqrt(len(self.leads))


def judged(
    view: object,
    legal: Sequence[Any],
    offered: Sequence[Any],
    judges: Sequence[AnyAdviser],
    measure: Measure,
) -> Judged:
    """Let each judge compare the choices that are offered, at least two."""
    found = [_prospects(judge.consider(view, legal, offered)) for judge in judges]
    mean = [_mean(text, [each[text] for each in found]) for text in map(str, offered)]
    choices = sorted(mean, key=lambda choice: -measure.ahead(choice, mean[0]))
    best, second = (choice.action for choice in choices[:2])
    return Judged(
        choices=tuple(choices),
        firsts=frozenset(next(iter(each)) for each in found),
        leads=tuple(measure.ahead(each[best], each[second]) for each in found),
    )


def _prospects(considered: Sequence[Any]) -> Mapping[str, Prospect]:
    return {str(each.action): each.prospect for each in considered}


def _mean(action: str, found: Sequence[Prospect]) -> EvaluatedChoice:
    return EvaluatedChoice(
        action=action,
        points=round(fmean(each.points for each in found), 2),
        field=round(fmean(each.field for each in found), 2),
        chance=round(fmean(each.chance for each in found), 4),
        lowest=found[0].lowest,
    )
