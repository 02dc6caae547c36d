"""Search: choices are played out at the same deals, and the better ones more often.

It is sequential halving: after every pass the worse half of the choices is given up. (Karnin, Koren
and Somekh, "Almost optimal exploration in multi-armed bandits", 2013.)
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import fsum, sqrt
from typing import TypeAlias, TypeVar

from bot.kai.advice import EvaluatedAction, Prospect

T = TypeVar("T")

Ends: TypeAlias = tuple[float, float, float]
"""The end of a playout: own points, those of the others on average, and the chance to win."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The amount of thinking about a decision."""

    deals: tuple[int, ...]
    """Deals of each choice in each pass; after a pass, the better half goes on."""
    circuits: int = 1
    """Circuits that are played out, where that isn't the whole round."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What came of a choice, deal by deal."""

    lowest: bool
    """Whether the lowest points are best."""
    point: float
    """What a point of margin counts beside the chance to win."""
    ends: list[Ends] = field(default_factory=list)

    def mean(self, deals: int | None = None) -> Ends:
        """Return the mean over the first deals, over all if None."""
        ends = self.ends[:deals]
        points, others, chances = map(fsum, zip(*ends, strict=True))
        return points / len(ends), others / len(ends), chances / len(ends)

    def value(self) -> float:
        """Return what choices are ranked by: the chance to win, and a little for the points."""
        return self._worth(self.mean())

    def beside(self, other: "Outcomes") -> Prospect:
        """Return the prospect: that of a choice with as many deals or more, and the difference."""
        deals = len(self.ends)
        compared = zip(other.mean(), self.mean(), other.mean(deals), strict=True)
        points, others, chance = (whole + (own - its) for whole, own, its in compared)
        return Prospect(points, others, min(1.0, max(0.0, chance)), lowest=self.lowest)

    def surely_ahead(self, other: "Outcomes", sure: float) -> bool:
        """Whether its chance is ahead of another's by more than so many standard errors."""
        pairs = zip(self.ends, other.ends, strict=False)
        return _lead([own - its for (_, _, own), (_, _, its) in pairs], sure) > 0.0

    def lead(self, other: "Outcomes", sure: float) -> float:
        """Return by how much its worth is ahead of another's, 0 within so many standard errors."""
        pairs = zip(self.ends, other.ends, strict=False)
        return _lead([self._worth(own) - self._worth(its) for own, its in pairs], sure)

    def _worth(self, ends: Ends) -> float:
        points, others, chance = ends
        margin = others - points if self.lowest else points - others
        return chance + self.point * margin


def _lead(ahead: Sequence[float], sure: float) -> float:
    """Return the mean of at least two differences, 0 if it may be luck."""
    mean = fsum(ahead) / len(ahead)
    variance = fsum((each - mean) ** 2 for each in ahead) / (len(ahead) - 1)
    return mean if mean > sure * sqrt(variance / len(ahead)) else 0.0


def evaluated(
    found: Mapping[T, Outcomes], usual: T, sure: float, asked: Collection[T] = ()
) -> Sequence[EvaluatedAction[T]]:
    """Return choices by their chance, the ``usual`` one before all that aren't surely ahead of it.

    What others seem to be ahead of it by luck is left out. What is ``asked`` for is taken to be as
    good unless it surely is not. ``sure`` is a number of standard errors.
    """
    base = found[usual]
    first = base.beside(base)
    evaluated = []
    for action, outcomes in found.items():
        prospect, ahead = outcomes.beside(base), outcomes.surely_ahead(base, sure)
        if action in asked and not ahead and not base.surely_ahead(outcomes, sure):
            prospect = first
        elif prospect.chance > first.chance and not ahead:
            prospect = replace(prospect, chance=first.chance)
        evaluated.append(EvaluatedAction(action, prospect))
    return sorted(evaluated, key=lambda each: -each.prospect.chance)


def halve(
    choices: Sequence[T],
    passes: Sequence[int],
    play: Callable[[Sequence[T], int], None],
    value: Callable[[T], float],
    kept: Callable[[int], int] = lambda count: (count + 1) // 2,
) -> list[T]:
    """Play choices out; after each pass ``kept`` of them go on. Return the last ones, best first.

    ``play`` gets the choices that are left and the number of the pass's deals.
    """
    for deals in passes:
        play(choices, deals)
        choices = sorted(choices, key=value, reverse=True)[: kept(len(choices))]
    return [*choices]
