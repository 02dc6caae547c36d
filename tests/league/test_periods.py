"""Weeks, from Monday to Sunday in UTC."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, strategies as st

from bot.league.periods import WEEK, week_at, week_before, week_title
from bot.league.reports import ended_at
from tests.db.worlds import ms


@given(st.integers(0, ms(2400, 1, 1)))
def test_a_week_begins_on_the_monday_before(at: int) -> None:
    week = week_at(at)
    assert week.begins <= at < week.ends == week.begins + WEEK
    monday = datetime.fromtimestamp(week.begins / 1000, UTC)
    assert (monday.weekday(), monday.hour, monday.minute, monday.microsecond) == (0, 0, 0, 0)
    assert week_before(week) == week_at(week.begins - 1)


def test_a_week_is_told_by_its_days() -> None:
    assert week_title(week_at(ms(2026, 2, 1, 23))) == "26 January to 1 February"
    assert week_title(week_at(ms(2027, 1, 1))) == "28 December to 3 January"


@pytest.mark.parametrize(
    ("now", "keys"),
    [
        (ms(2026, 6, 1), ("week 2026-05-25", "season 2026-05", "season 2026-Q1")),
        (ms(2026, 6, 1) - 1, ("week 2026-05-18", "season 2026-04", "season 2026-Q1")),
        (ms(2027, 1, 1), ("week 2026-12-21", "season 2026-12", "season 2026-Q4")),
    ],
)
def test_what_was_over_last(now: int, keys: tuple[str, ...]) -> None:
    assert ended_at(now).keys == keys
