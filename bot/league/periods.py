"""Seasons, which are the calendar months and quarters, and weeks from Monday to Sunday, in UTC.

A season's key sorts as its time does: ``2026-11``, ``2026-Q4``; the empty key is all time. Each
result counts for the three periods that it falls into.
"""

from datetime import UTC, datetime, timedelta
from typing import Final, Literal, NamedTuple, TypeAlias

Length: TypeAlias = Literal["month", "quarter"]

ALL_TIME: Final = ""

_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)

WEEK: Final = 604_800_000
"""Milliseconds."""

_FIRST_MONDAY: Final = 345_600_000
"""The fifth of January 1970."""


class Span(NamedTuple):
    """When a period begins, and when it is over, in milliseconds since 1970."""

    begins: int
    ends: int


def period_at(length: Length, at: int) -> str:
    """Return the season that a time (ms since 1970) falls into."""
    when = datetime.fromtimestamp(at / 1000, UTC)
    if length == "month":
        return f"{when.year:04}-{when.month:02}"
    return f"{when.year:04}-Q{(when.month + 2) // 3}"


def length_of(period: str) -> Length:
    """Return how long a season is."""
    return "quarter" if "Q" in period else "month"


def periods(at: int) -> tuple[str, str, str]:
    """Return all periods of a time: all time, its quarter and its month."""
    return ALL_TIME, period_at("quarter", at), period_at("month", at)


def month_number(at: int) -> int:
    """Return in which month since 1970 a time (ms since 1970) is."""
    when = datetime.fromtimestamp(at / 1000, UTC)
    return (when.year - 1970) * 12 + when.month - 1


def span(period: str) -> Span:
    """Return when a season begins and ends; ``ValueError`` if there is none of this key."""
    year, month, months = _read(period)
    last = year * 12 + month - 1 + months
    return Span(_ms(year, month), _ms(last // 12, last % 12 + 1))


def period_before(period: str) -> str:
    """Return the season before this one, which is as long."""
    return period_at(length_of(period), span(period).begins - 1)


def title(period: str) -> str:
    """Return a period's name: ``November 2026``, ``October to December 2026``, ``All time``."""
    if period == ALL_TIME:
        return "All time"
    year, month, months = _read(period)
    first, last = _MONTHS[month - 1], _MONTHS[month + months - 2]
    return f"{first} {year}" if months == 1 else f"{first} to {last} {year}"


def _read(period: str) -> tuple[int, int, int]:
    """Return year, first month (from 1) and number of months."""
    year, _, rest = period.partition("-")
    quarter = rest.startswith("Q")
    number = rest.removeprefix("Q")
    if not (len(year) == 4 and f"{year}{number}".isascii() and f"{year}{number}".isdecimal()):
        raise ValueError(f"{period!r} is no season")
    valid = len(number) == (1 if quarter else 2) and 1 <= int(number) <= (4 if quarter else 12)
    if not valid or not int(year):
        raise ValueError(f"{period!r} is no season")
    return (int(year), int(number) * 3 - 2, 3) if quarter else (int(year), int(number), 1)


def _ms(year: int, month: int) -> int:
    return round(datetime(year, month, 1, tzinfo=UTC).timestamp() * 1000)


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
