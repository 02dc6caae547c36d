"""Streaks, against a count in another way: by going forward through the days."""

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
        ([MONDAY, MONDAY + 2, MONDAY + 4, MONDAY + 5], MONDAY + 6, 3),
    ],
)
def test_one_day_of_a_week_may_be_missed(played: list[int], today: int, length: int) -> None:
    assert streak(played, today) == length


def forward(played: set[int], today: int) -> int:
    """Count from the first day on; a second missed day of a week begins anew."""
    length, missed = 0, list[int]()
    for day in range(min(played, default=today), today + 1):
        if day in played:
            length += 1
        elif day < today:
            missed = [one for one in missed if week_of(one) == week_of(day)] + [day]
            if len(missed) > 1:
                length = 0
    return length


@given(played=st.sets(st.integers(1, 60)), today=st.integers(60, 70))
def test_it_is_never_shorter_than_going_forward_says(played: set[int], today: int) -> None:
    """Going back, the last missed day of a week is the free one, so a streak can be longer."""
    assert streak(played, today) >= forward(played, today)


@given(played=st.sets(st.integers(1, 60)))
def test_the_longest_is_that_of_some_day(played: set[int]) -> None:
    assert longest_streak(played) == max((streak(played, day) for day in played), default=0)


@given(played=st.sets(st.integers(1, 60), min_size=1), today=st.integers(60, 70))
def test_within_it_no_week_has_two_missed_days(played: set[int], today: int) -> None:
    length = streak(played, today)
    last = today if today in played else today - 1
    first = sorted(day for day in played if day <= last)[-length] if length else last + 1
    missed = [week_of(day) for day in range(first, last + 1) if day not in played]
    assert len(missed) == len(set(missed))
    assert longest_streak(played) >= length


@given(played=st.sets(st.integers(1, 60)))
def test_the_longest_is_one_of_those_that_there_were(played: set[int]) -> None:
    assert longest_streak(played) == max((streak(played, day) for day in played), default=0)
