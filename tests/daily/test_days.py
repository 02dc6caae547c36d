"""Days in UTC, their numbers, and the weeks that they are in."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.daily.day import DAY, date_of, day_at, span_of, week_of

DAYS = st.integers(1, 40_000)


def ms(*when: int) -> int:
    return round(datetime(*when, tzinfo=UTC).timestamp() * 1000)  # type: ignore[arg-type,misc]


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
