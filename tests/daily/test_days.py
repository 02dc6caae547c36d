"""Days in UTC, their numbers and weeks, through outages and in streaks."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, strategies as st

from bot.daily.days import (
    DAY,
    GAP,
    LOST,
    REST,
    date_of,
    day_at,
    ends_at,
    longest_streak,
    lost_days,
    outages,
    span_of,
    streak,
    week_of,
)
from bot.league.periods import Span
from tests.db.worlds import ms

DAYS = st.integers(1, 40_000)


@pytest.mark.parametrize(
    ("at", "day"),
    [
        (ms(2026, 1, 1), 1),
        (ms(2026, 1, 1, 23, 59, 59) + 999, 1),
        (ms(2026, 1, 2), 2),
        (ms(2026, 11, 25, 12), 329),
        (ms(2028, 3, 1), 791),
    ],
)
def test_days_are_counted_from_the_first_of_january_2026(at: int, day: int) -> None:
    assert day_at(at) == day
    assert date_of(day) == datetime.fromtimestamp(at / 1000, UTC).date()


@given(day=DAYS, within=st.integers(0, DAY - 1))
def test_every_moment_is_in_one_day(day: int, within: int) -> None:
    begins, ends = span_of(day)
    assert day_at(begins + within) == day
    assert day_at(ends) == day + 1
    assert ends - begins == DAY


@given(day=DAYS)
def test_a_week_is_from_monday_to_sunday(day: int) -> None:
    monday = day - date_of(day).weekday()
    assert {week_of(monday + number) for number in range(7)} == {week_of(day)}
    assert week_of(monday - 1) == week_of(day) - 1
    assert date_of(monday) == date(2026, 1, 1) + timedelta(days=monday - 1)


MINUTE = 60_000
BEGINS, ENDS = span_of(10)


@pytest.mark.parametrize(
    ("outage", "end"),
    [
        (Span(ENDS - 60 * MINUTE, ENDS + 30 * MINUTE), ENDS + 90 * MINUTE),
        (Span(ENDS - MINUTE, ENDS + MINUTE), ENDS + MINUTE + REST),
        (Span(ENDS - MINUTE, ENDS), ENDS + REST),
        (Span(ENDS - 60 * MINUTE, ENDS - MINUTE), ENDS),  # Over before midnight.
        (Span(ENDS, ENDS + 60 * MINUTE), ENDS),  # Of the next day.
        (Span(BEGINS - MINUTE, ENDS + MINUTE), ENDS),  # Nobody could begin on that day.
        (Span(BEGINS, ENDS + 9 * DAY), ENDS + DAY),  # A day at most.
    ],
)
def test_a_day_does_not_end_in_an_outage_that_began_on_it(outage: Span, end: int) -> None:
    assert ends_at(10, [outage]) == end


@given(st.lists(st.tuples(st.integers(GAP + 1, DAY), st.integers(1, DAY)), max_size=9))
def test_outages_and_presence_take_turns(lengths: list[tuple[int, int]]) -> None:
    at, presence, expected = BEGINS, [Span(BEGINS, BEGINS)], list[Span]()
    for away, there in lengths:
        expected.append(Span(at, at + away))
        presence.append(Span(at + away, at + away + there))
        at += away + there
    assert list(outages(presence, at + GAP)) == expected
    assert list(outages(presence, at + GAP + 1)) == [*expected, Span(at, at + GAP + 1)]
    assert outages([], at) == []


@pytest.mark.parametrize(
    ("outage", "lost"),
    [
        (Span(BEGINS, BEGINS + LOST - 1), set[int]()),
        (Span(BEGINS, BEGINS + LOST), {10}),
        (Span(ENDS - MINUTE, ENDS + LOST), {10, 11}),
        (Span(BEGINS - 1, ENDS + DAY), {9, 10, 11, 12}),
    ],
)
def test_a_day_with_a_long_outage_is_lost(outage: Span, lost: set[int]) -> None:
    assert lost_days([outage]) == lost


@given(played=st.sets(st.integers(1, 60)), lost=st.sets(st.integers(1, 60)))
def test_a_lost_day_breaks_no_streak_nor_takes_a_free_one(played: set[int], lost: set[int]) -> None:
    assert streak(played, 61, lost) >= streak(played, 61)
    assert longest_streak(played, lost) >= longest_streak(played)
    assert streak(played, 61, set(range(1, 61))) == len(played)
    assert streak([1, 2, 5], 5, [3, 4]) == streak([1, 2, 5], 6, [3, 4]) == 3
    assert streak([5, 8], 8, [6, 7]) == 2, "the free day of the week is left"


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


SETS_OF_DAYS = st.sets(st.integers(1, 60))


@given(played=SETS_OF_DAYS, today=st.integers(1, 70), lost=st.sets(st.integers(1, 70), max_size=10))
def test_a_streak_is_what_the_rule_says(played: set[int], today: int, lost: set[int]) -> None:
    until = {day for day in played if day <= today}
    assert streak(until, today, lost) == by_the_words(until, today, lost)


@given(played=SETS_OF_DAYS, lost=st.sets(st.integers(1, 60), max_size=10))
def test_the_longest_is_that_of_some_day(played: set[int], lost: set[int]) -> None:
    each = (by_the_words({one for one in played if one <= day}, day, lost) for day in played)
    assert longest_streak(played, lost) == max(each, default=0)


@given(played=SETS_OF_DAYS, today=st.integers(1, 70), lost=st.sets(st.integers(1, 70), max_size=10))
def test_the_longest_is_never_below_today_s(played: set[int], today: int, lost: set[int]) -> None:
    until = {day for day in played if day <= today}
    assert streak(until, today, lost) <= longest_streak(until, lost)
