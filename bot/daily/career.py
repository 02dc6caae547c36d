"""What a person's daily deals come to."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from bot.daily.field import Score
from bot.daily.streak import longest_streak, streak

__all__ = ["DailyCareer", "daily_career"]


class DailyCareer(NamedTuple):
    """All daily deals that a person has finished in time."""

    played: int = 0
    beat_kai: int = 0
    """How often the person had fewer points than Kai."""
    streak: int = 0
    longest: int = 0
    """Days in a row, now and at most: see :func:`bot.daily.streak.streak`."""
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
