"""Days: from midnight to midnight in UTC, numbered from the first of January 2026."""

from datetime import UTC, date, datetime, timedelta
from typing import Final

from bot.league.periods import Span

__all__ = ["DAY", "date_of", "day_at", "span_of", "week_of"]

DAY: Final = 86_400_000
"""Milliseconds."""

_DAY_0: Final = date(2025, 12, 31)
_BEGINS_0: Final = round(datetime(2025, 12, 31, tzinfo=UTC).timestamp() * 1000)


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
