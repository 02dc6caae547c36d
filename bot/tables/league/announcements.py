"""What a server is told by itself, each thing once: the recap of a week, the end of a season."""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple, Protocol

from bot.league.periods import Span, period_at, period_before
from bot.league.weeks import week_at, week_before

__all__ = ["Announcement", "Announcements", "Ended", "ended_at", "season_key"]


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


class Announcements(Protocol):
    """Remembers what was told. All calls raise ``StoreUnavailableError``."""

    async def known(
        self, guilds: Collection[int], keys: Collection[str]
    ) -> Mapping[int, Sequence[Announcement]]:
        """Return what is known about these keys, by server; servers with nothing are left out."""

    async def begin(
        self, guild: int, keys: Collection[str], at: int, message: int | None = None
    ) -> bool:
        """Store that something is about to be posted, or with a ``message`` that it is done.

        Returns False, with nothing changed, if one of the keys is there already. What was stored a
        year before is deleted.
        """

    async def finish(self, guild: int, keys: Collection[str], message: int) -> None:
        """Store the message that was posted; 0 if none was, and none will be."""


def ended_at(now: int) -> Ended:
    """Return what was over last at a time (ms since 1970)."""
    month, quarter = (period_before(period_at(length, now)) for length in ("month", "quarter"))
    return Ended(week_before(week_at(now)), month, quarter)


def season_key(period: str) -> str:
    """Return the key of a season's end."""
    return f"season {period}"
