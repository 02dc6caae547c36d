"""Quiet hours: the night that a person has chosen, through which slow turns rest.

Times are milliseconds since 1970. Zones come from the system, or from the package ``tzdata``.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from typing import Final, Protocol
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

HOURS: Final = 24
"""As clocks show them: a day on which they are changed has another number."""

LONGEST_NIGHT: Final = 10
"""Hours."""


@dataclass(frozen=True, slots=True)
class QuietHours:
    """A night from one full hour to another, each day; ``ValueError`` for one that is too long."""

    zone: str
    """The time zone's IANA name."""
    begins: int
    """An hour, 0 to 23."""
    ends: int
    """An hour, 0 to 23; if it is before ``begins``, the night ends on the next day."""

    def __post_init__(self) -> None:
        if not {self.begins, self.ends} <= {*range(HOURS)} or not 0 < self.hours <= LONGEST_NIGHT:
            raise ValueError(f"a night has 1 to {LONGEST_NIGHT} hours")

    @property
    def hours(self) -> int:
        """How many hours the night has."""
        return (self.ends - self.begins) % HOURS

    def there(self, now: int) -> datetime | None:
        """Return what the clocks of the zone show; None where this machine does not know it."""
        zone = zone_of(self.zone)
        return None if zone is None else datetime.fromtimestamp(now / 1000, zone)

    def night_ends(self, now: int) -> int | None:
        """Return when the night that it is now will end; None by day, or in an unknown zone."""
        there = self.there(now)
        if there is None or there.tzinfo is None:
            return None
        for evening in (there.date(), there.date() - timedelta(days=1)):
            begins, ends = self._night(evening, there.tzinfo)
            if begins <= now < ends:
                return ends
        return None

    def _night(self, evening: date, zone: tzinfo) -> tuple[int, int]:
        """Return when the night that begins on a day begins and ends.

        An hour that clocks skip is when they are changed; of one that comes twice, the first one.
        """
        morning = evening + timedelta(days=self.ends < self.begins)
        return _at(evening, self.begins, zone), _at(morning, self.ends, zone)


class QuietHoursStore(Protocol):
    """What people have chosen; ``db`` implements it. All calls raise ``StoreUnavailableError``."""

    async def of(self, users: Collection[int]) -> Mapping[int, QuietHours]:
        """Return the quiet hours of those of these people who have chosen any."""

    async def choose(self, user: int, chosen: QuietHours | None) -> None:
        """Store a person's quiet hours; None deletes them."""


def _at(day: date, hour: int, zone: tzinfo) -> int:
    return round(datetime(day.year, day.month, day.day, hour, tzinfo=zone).timestamp()) * 1000


def zone_of(name: str) -> tzinfo | None:
    """Return a time zone; None for a name that none has."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return None
