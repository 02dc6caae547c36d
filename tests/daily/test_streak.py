"""Streaks, against a count in another way: by looking for all days that broke one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.daily.day import week_of
from bot.daily.streak import longest_streak, streak

MONDAY = 5
"""The fifth of January 2026."""


@pytest.mark.parametrize(
    ("played", "today", "length"),
    [
        ([], 10, 0),
        ([10], 10, 1),
        ([9], 10, 1),  # Today may still be played.
        ([8, 9], 10, 2),
        ([7, 8], 10, 2),  # One day was missed.
        ([MONDAY, MONDAY + 1], MONDAY + 4, 0),  # Two days of a week were missed.
        ([MONDAY + 5], MONDAY + 8, 1),  # A Sunday and a Monday: one of each week.
        ([MONDAY + 4], MONDAY + 8, 0),
        ([MONDAY, MONDAY + 2, MONDAY + 4, MONDAY + 5], MONDAY + 6, 2),
        ([MONDAY, MONDAY + 2], MONDAY + 3, 2),  # Thursday can still be played.
        ([MONDAY, MONDAY + 2], MONDAY + 4, 0),  # Tuesday and Thursday were missed.
        ([MONDAY, MONDAY + 2, MONDAY + 4], MONDAY + 4, 1),  # It begins again on Friday.
        ([MONDAY, MONDAY + 2, MONDAY + 4], MONDAY + 6, 0),  # Saturday was missed, too.
    ],
)
def test_one_day_of_a_week_may_be_missed(played: list[int], today: int, length: int) -> None:
    assert streak(played, today) == length


def by_the_words(played: set[int], today: int, lost: set[int]) -> int:
    """Count what was played since the last day that broke the streak, each found on its own."""
    since = {day for day in range(1, today) if any(one < day for one in played)}
    missed = since - played - lost
    broke = {
        day for day in missed if any(one < day and week_of(one) == week_of(day) for one in missed)
    }
    return len([day for day in played if day <= today and not any(one > day for one in broke)])


DAYS = st.sets(st.integers(1, 60))


@given(played=DAYS, today=st.integers(1, 70), lost=st.sets(st.integers(1, 70), max_size=10))
def test_a_streak_is_what_the_rule_says(played: set[int], today: int, lost: set[int]) -> None:
    until = {day for day in played if day <= today}
    assert streak(until, today, lost) == by_the_words(until, today, lost)


@given(played=DAYS, lost=st.sets(st.integers(1, 60), max_size=10))
def test_the_longest_is_that_of_some_day(played: set[int], lost: set[int]) -> None:
    each = (by_the_words({one for one in played if one <= day}, day, lost) for day in played)
    assert longest_streak(played, lost) == max(each, default=0)


@given(played=DAYS, today=st.integers(1, 70), lost=st.sets(st.integers(1, 70), max_size=10))
def test_the_longest_is_never_behind_that_of_today(
    played: set[int], today: int, lost: set[int]
) -> None:
    until = {day for day in played if day <= today}
    assert streak(until, today, lost) <= longest_streak(until, lost)
