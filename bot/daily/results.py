"""The results of a day's deal: everyone who has finished it, and what a person's come to."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from bot.daily.days import longest_streak, streak


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


class DailyCareer(NamedTuple):
    """All daily deals that a person has finished in time."""

    played: int = 0
    beat_kai: int = 0
    """How often the person had fewer points than Kai."""
    streak: int = 0
    longest: int = 0
    """Days in a row, now and at most: see :func:`bot.daily.days.streak`."""
    fewest: int | None = None
    """The fewest points; None before the first deal."""


def daily_career(
    results: Sequence[tuple[int, Score]], today: int, lost: Collection[int] = ()
) -> DailyCareer:
    """Return what results up to today come to, each with its day; there is at most one a day.

    ``lost`` are the days that break no streak.
    """
    results = [(day, score) for day, score in results if day <= today]
    days = [day for day, _ in results]
    return DailyCareer(
        len(results),
        sum(score.beats_kai for _, score in results),
        streak(days, today, lost),
        longest_streak(days, lost),
        min((score.points for _, score in results), default=None),
    )


class BoardLine(NamedTuple):
    """A person's result on a server's board."""

    user: int
    name: str
    score: Score
    by_kai: bool


class Fields(NamedTuple):
    """The finished rounds of a day."""

    everywhere: Field
    """Those of all servers."""
    here: Field
    """Those of one server."""
