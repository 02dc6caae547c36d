"""Weeks: from Monday to Sunday, in UTC."""

from datetime import UTC, datetime, timedelta
from typing import Final

from bot.league.periods import Span

__all__ = ["WEEK", "week_at", "week_before", "week_number", "week_title"]

WEEK: Final = 604_800_000
"""Milliseconds."""

_FIRST_MONDAY: Final = 345_600_000
"""The fifth of January 1970."""


def week_at(at: int) -> Span:
    """Return the week that a time (ms since 1970) falls into."""
    begins = at - (at - _FIRST_MONDAY) % WEEK
    return Span(begins, begins + WEEK)


def week_number(at: int) -> int:
    """Return in which week a time (ms since 1970) is; the first of January 1970 is in week 0."""
    return (at - _FIRST_MONDAY) // WEEK + 1


def week_before(week: Span) -> Span:
    """Return the week before this one."""
    return Span(week.begins - WEEK, week.begins)


def week_title(week: Span) -> str:
    """Return a week's days: ``26 January to 1 February``."""
    monday = datetime.fromtimestamp(week.begins / 1000, UTC)
    sunday = monday + timedelta(days=6)
    return f"{monday.day} {monday:%B} to {sunday.day} {sunday:%B}"
