"""The field: everyone who has finished a day's deal, and how a result compares with theirs."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

__all__ = ["Field", "Score"]


class Score(NamedTuple):
    """A finished round: the person's points and Kai's (K6.6)."""

    points: int
    kai: int

    @property
    def order(self) -> tuple[int, int]:
        """What results are ordered by: fewer points first; of as many, the more Kai has."""
        return self.points, -self.kai

    @property
    def beats_kai(self) -> bool:
        """Whether the person has fewer points than Kai."""
        return self.points < self.kai


@dataclass(frozen=True, slots=True)
class Field:
    """How many people have which result, the best one first."""

    counts: tuple[tuple[Score, int], ...] = ()

    @property
    def people(self) -> int:
        """How many people have finished."""
        return sum(count for _, count in self.counts)

    @property
    def ahead_of_kai(self) -> int:
        """How many of them have fewer points than Kai."""
        return sum(count for score, count in self.counts if score.beats_kai)

    @property
    def best(self) -> Score | None:
        """The best result; None while nobody has finished."""
        return self.counts[0][0] if self.counts else None

    @property
    def median(self) -> Score | None:
        """The result in the middle, the better one of two; None while nobody has finished."""
        middle = (self.people + 1) // 2
        return next((score for score, seen in self._so_far() if seen >= middle), None)

    def place(self, score: Score) -> int:
        """Return a result's place, from 1; equal results share one."""
        return 1 + sum(count for had, count in self.counts if had.order < score.order)

    def better_than(self, score: Score) -> Fraction | None:
        """Return the share of the others that a result of this field is better than.

        None if there are no others.
        """
        others = self.people - 1
        if others < 1:
            return None
        worse = sum(count for had, count in self.counts if had.order > score.order)
        return Fraction(worse, others)

    def _so_far(self) -> Iterator[tuple[Score, int]]:
        seen = 0
        for score, count in self.counts:
            seen += count
            yield score, seen
