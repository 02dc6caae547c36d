"""The days of the daily deal, from midnight to midnight in UTC; each one's results, and streaks.

Days are numbered from the first of January 2026. None ends in an outage of the bot, and a day that
was *lost* to one breaks no streak.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from itertools import pairwise
from typing import Final, NamedTuple

from bot.league.periods import Span

DAY: Final = 86_400_000
"""Milliseconds."""

_DAY_0: Final = date(2025, 12, 31)
_BEGINS_0: Final = round(datetime(2025, 12, 31, tzinfo=UTC).timestamp() * 1000)

GAP: Final = 180_000
"""Milliseconds: where less is missing between two notes that people can play, nothing is."""

REST: Final = 600_000
"""Milliseconds that people have at least to finish a day whose end was in an outage."""

LOST: Final = 600_000
"""Milliseconds of an outage after which a day counts for no streak unless played."""


def day_at(at: int) -> int:
    """Return the number of the day that a time (ms since 1970) falls into; 1 is the first."""
    return (at - _BEGINS_0) // DAY


def span_of(day: int) -> Span:
    """Return when a day begins, and when it is over (ms since 1970)."""
    begins = _BEGINS_0 + day * DAY
    return Span(begins, begins + DAY)


def date_of(day: int) -> date:
    """Return the date of a day."""
    return _DAY_0 + timedelta(days=day)


def week_of(day: int) -> int:
    """Return a number that the days from a Monday to the next Sunday have in common."""
    return (date_of(day).toordinal() - 1) // 7


def outages(presence: Sequence[Span], now: int) -> Sequence[Span]:
    """Return when nobody could play; the last outage may still go on."""
    found = [Span(before.ends, after.begins) for before, after in pairwise(presence)]
    if presence and now - presence[-1].ends > GAP:
        found.append(Span(presence[-1].ends, now))
    return found


def ends_at(day: int, outages: Collection[Span]) -> int:
    """Return when a day ends: later than at midnight if that was in an outage which began on it.

    People then have what was left of the day, but ten minutes at least, and a day at most.
    """
    begins, ends = span_of(day)
    for outage in outages:
        if begins <= outage.begins < ends <= outage.ends:
            return min(outage.ends + max(ends - outage.begins, REST), ends + DAY)
    return ends


def lost_days(outages: Collection[Span]) -> frozenset[int]:
    """Return the days on which people may not have been able to play."""
    return frozenset(
        day
        for outage in outages
        if outage.ends - outage.begins >= LOST
        for day in range(day_at(outage.begins), day_at(outage.ends) + 1)
    )


def streak(played: Collection[int], today: int, lost: Collection[int] = ()) -> int:
    """Return on how many days a person has played without a break until today.

    A missed day breaks it, except the first one in a week from Monday to Sunday. Today is not
    missed before it is over.
    """
    last = today if today in played else today - 1
    return [0, *_lengths(played, last, lost)][-1]


def longest_streak(played: Collection[int], lost: Collection[int] = ()) -> int:
    """Return the longest streak of all."""
    return max(_lengths(played, max(played, default=0), lost), default=0)


def _lengths(played: Collection[int], last: int, lost: Collection[int]) -> Iterator[int]:
    days = frozenset(played)
    length, free = 0, None
    for day in range(min(days, default=last + 1), last + 1):
        if day in days:
            length += 1
        elif day not in lost:
            length, free = (0 if week_of(day) == free else length), week_of(day)
        yield length


class Score(NamedTuple):
    """A finished round: the person's points and Kai's (K6.6)."""

    points: int
    kai: int

    @property
    def order(self) -> tuple[int, int]:
        """Fewer points first; of as many, the more Kai has."""
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
        middle, seen = (self.people + 1) // 2, 0
        for score, count in self.counts:
            seen += count
            if seen >= middle:
                return score
        return None

    def place(self, score: Score) -> int:
        """Return a result's place, from 1; equal results share one."""
        return 1 + sum(count for had, count in self.counts if had.order < score.order)

    def better_than(self, score: Score) -> Fraction | None:
        """Return the share of the others that a result of this field is better than, if any."""
        others = self.people - 1
        if others < 1:
            return None
        worse = sum(count for had, count in self.counts if had.order > score.order)
        return Fraction(worse, others)


class DailyCareer(NamedTuple):
    """All daily deals that a person has finished in time."""

    played: int = 0
    beat_kai: int = 0
    streak: int = 0
    longest: int = 0
    """Days in a row: see :func:`streak`."""
    fewest: int | None = None
    """Points; None before the first deal."""


def daily_career(
    results: Sequence[tuple[int, Score]], today: int, lost: Collection[int] = ()
) -> DailyCareer:
    """Return what results up to today come to, each with its day; ``lost`` breaks no streak."""
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
    here: Field
    """Those of one server."""
