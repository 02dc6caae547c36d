"""What a server is told by itself, each thing once: the recap of a week, the end of a season."""

from datetime import UTC, datetime
from typing import NamedTuple

from bot.league.periods import Span, period_at, period_before, week_at, week_before


class Ended(NamedTuple):
    """The week, the month and the quarter that were over last."""

    week: Span
    month: str
    quarter: str

    @property
    def keys(self) -> tuple[str, str, str]:
        """The keys under which it is stored that they were told."""
        monday = datetime.fromtimestamp(self.week.begins / 1000, UTC)
        return f"week {monday:%Y-%m-%d}", season_key(self.month), season_key(self.quarter)


class Announcement(NamedTuple):
    """What is known about something that is told once."""

    key: str
    at: int
    """When it was begun (ms since 1970)."""
    message: int | None
    """The message; 0 where nothing was posted, None while it may or may not be."""


def ended_at(now: int) -> Ended:
    """Return what was over last at a time (ms since 1970)."""
    month, quarter = (period_before(period_at(length, now)) for length in ("month", "quarter"))
    return Ended(week_before(week_at(now)), month, quarter)


def season_key(period: str) -> str:
    """Return the key of a season's end."""
    return f"season {period}"


class Played(NamedTuple):
    """How many matches of a game were finished."""

    finished: int
    rated: int
    """Those of them that count for someone."""


class Rivalry(NamedTuple):
    """Two people who met in rated matches, of any game."""

    matches: int
    user: int
    name: str
    won: int
    """Matches in which this one was ahead."""
    other: int
    other_name: str
    lost: int
    """Matches in which the other one was."""


class Climb(NamedTuple):
    """How far someone has come in the standings of a game since the places were noted before."""

    gained: int
    """Places, at least 1."""
    game: str
    user: int
    name: str
