"""Quiet hours: the night that a person has chosen, and a slow turn's rest through it.

A turn rests once, for ten hours at most. The log says that it rests, and that it was woken; whose
night it is, and until when, is asked each time and never noted. Times are milliseconds since 1970.
Zones come from the system, or from the package ``tzdata``.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta, tzinfo
from types import MappingProxyType
from typing import Final, Protocol
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.tables.entries import Clock, Rested, Woken
from bot.tables.state import Rest, TableState, human_users, stage_of

HOURS: Final = 24
"""Hours of a day, as clocks show them. A day on which clocks are changed has another number."""

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
        """Return when the night that it is now will end; None by day.

        It is always day in a zone that this machine does not know.
        """
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


LOOK_AGAIN: Final = 300_000
"""Milliseconds: people may change or delete their quiet hours, also in another process."""


@dataclass(frozen=True, slots=True)
class Nights:
    """Who had their night when that was last asked. Nobody else is known to have it."""

    asked_at: int
    ends: Mapping[int, int]
    """When the nights of these users end."""

    def some(self, users: Collection[int]) -> int | None:
        """Return until when any of these users has their night, as far as is known; else None."""
        ends = self._ends_of(users)
        return min(max(ends), self._look_again) if ends else None

    def all(self, users: Collection[int]) -> int | None:
        """Return until when all these users have their night, as far as is known; else None."""
        ends = self._ends_of(users)
        return min(*ends, self._look_again) if ends and len(ends) == len(users) else None

    def _ends_of(self, users: Collection[int]) -> list[int]:
        return [self.ends[user] for user in users if user in self.ends]

    @property
    def _look_again(self) -> int:
        return self.asked_at + LOOK_AGAIN


UNKNOWN: Final = Nights(0, MappingProxyType({}))
"""Before anyone was asked."""


def nights(chosen: Mapping[int, QuietHours], now: int) -> Nights:
    """Return whose night it is, of those who have chosen quiet hours."""
    ends = {user: hours.night_ends(now) for user, hours in chosen.items()}
    return Nights(now, MappingProxyType({user: end for user, end in ends.items() if end}))


LONGEST_REST: Final = 36_000_000
"""Milliseconds. Nobody waits longer for someone's morning, however long a night is."""

SHORTEST_MORNING: Final = 3_600_000
"""Milliseconds."""


def may_rest(table: TableState) -> bool:
    """Whether the current turn can rest: with a slow clock, once."""
    turn = stage_of(table).turn
    return table.setup.clock.kind == "slow" and (table.rest is None or table.rest.turn != turn)


def resting(table: TableState) -> Rest | None:
    """Return the rest of the current turn, if it is resting."""
    rest, stage = table.rest, table.stage
    if rest is None or stage is None or rest.over or rest.turn != stage.turn or table.closed:
        return None
    return rest


def rest_ends(table: TableState, nights: Nights) -> int | None:
    """Return when a resting turn will be woken, as far as is known; None if none rests.

    That is when nobody who has to act has their night any more, and after ten hours at most.
    """
    rest = resting(table)
    if rest is None:
        return None
    end = nights.some(human_users(table))
    return rest.since if end is None else min(end, rest.since + LONGEST_REST)


def night_in(table: TableState, nights: Nights, user: int) -> int | None:
    """Return until when a turn rests for one person; None if it does not, or no longer."""
    rest, end = resting(table), nights.ends.get(user)
    return None if rest is None or end is None else min(end, rest.since + LONGEST_REST)


def rested(table: TableState, entry: Rested) -> TableState:
    """Return the state after a turn began to rest."""
    return replace(table, rest=Rest(entry.turn, entry.at))


def woken(table: TableState, entry: Woken) -> TableState:
    """Return the state after a rest: the clock goes on, with enough time left to play.

    The table's message calls those who have to act again, so no reminder follows it.
    """
    if table.rest is None:
        return table
    whole = table.setup.clock.seconds * 1000
    clock_from = max(table.clock_from, entry.at - whole + _morning(table.setup.clock))
    rest = replace(table.rest, over=True)
    return replace(table, rest=rest, reminded=entry.turn, clock_from=clock_from)


def _morning(clock: Clock) -> int:
    """Return what is left of a turn's time after its rest: a quarter, but an hour if it has one."""
    whole = clock.seconds * 1000
    return min(whole, max(whole // 4, SHORTEST_MORNING))
