"""How much there may be at once: quotas, turns between servers, and the unfinished tables.

Tables of league nights neither count for these limits nor are held up by them: how many a night has
follows from how many people can be in (:mod:`bot.night.plan`).
"""

from collections import Counter, deque
from collections.abc import Awaitable, Callable, Container, Hashable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, Generic, NamedTuple, TypeVar

from bot.face.markdown import counted
from bot.tables.clock import HouseRules, Time
from bot.tables.command import RefusedError
from bot.tables.reach import Reach
from bot.tables.store import Listing


class QuotaScope(Enum):
    """Which quota is used up."""

    PERSON = auto()
    SERVER = auto()
    HOUSE = auto()
    """That of all servers together; a server that uses nothing yet may still take one."""


class Quotas:
    """Counts what each person, each server and all servers together use, against limits."""

    def __init__(self, person: int, server: int, house: int) -> None:
        self._most_per_person = person
        self._most_per_server = server
        self._most = house
        self._people: Counter[int] = Counter()
        self._servers: Counter[int | None] = Counter()

    def exhausted(self, server: int | None, person: int) -> QuotaScope | None:
        """Return the quota that is used up; None if one more may be taken."""
        if self._people[person] >= self._most_per_person:
            return QuotaScope.PERSON
        if self._servers[server] >= self._most_per_server:
            return QuotaScope.SERVER
        # A server with none may always take one, however busy the others are.
        return (
            QuotaScope.HOUSE
            if self._servers.total() >= self._most and self._servers[server]
            else None
        )

    def take(self, server: int | None, person: int | None) -> None:
        """Count one more, even beyond the limits; ``person`` is None if not known any more."""
        self._servers[server] += 1
        if person is not None:
            self._people[person] += 1

    def give_back(self, server: int | None, person: int | None) -> None:
        """Count one less, and forget persons and servers that use nothing any more."""
        self._servers -= Counter([server])
        if person is not None:
            self._people -= Counter([person])


T = TypeVar("T")


class RoundRobin(Generic[T]):
    """Items queued in lines. :meth:`take` serves the lines in turn."""

    def __init__(self) -> None:
        self._lines: dict[Hashable, deque[T]] = {}
        """In the order of their turns; no line is empty."""

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def __iter__(self) -> Iterator[T]:
        """Yield all items in the order in which they will be taken."""
        for place in range(max(map(len, self._lines.values()), default=0)):
            for line in self._lines.values():
                if place < len(line):
                    yield line[place]

    def add(self, line: Hashable, item: T) -> None:
        """Put an item at the end of a line."""
        self._lines.setdefault(line, deque()).append(item)

    def take(self, busy: Container[Hashable] = ()) -> T | None:
        """Remove and return the next item, skipping ``busy`` lines; None if there is none."""
        line = next((line for line in self._lines if line not in busy), None)
        if line is None:
            return None
        waiting = self._lines.pop(line)
        taken = waiting.popleft()
        if waiting:
            self._lines[line] = waiting  # The line moves to the end.
        return taken

    def discard(self, line: Hashable, item: T) -> None:
        """Remove an item from a line, if it is there."""
        waiting = self._lines.get(line, deque())
        if item in waiting:
            waiting.remove(item)
            if not waiting:
                del self._lines[line]


class ServerLimits(NamedTuple):
    """A server's own limits on new tables; 0 for the bot's alone."""

    tables_per_channel: int = 0
    tables_per_person: int = 0
    """On this server; the bot's own limit is for all together."""


NO_LIMITS: Final = ServerLimits()


@dataclass(frozen=True, slots=True, eq=False)
class Reservation:
    """A seat, or a new table, reserved for a person; it counts for the limits."""

    user: int
    guild: int | None = None
    """The server of a new table; None when joining a table that exists."""
    channel: int | None = None
    """The channel of a new table; None if it gets its own thread."""
    table: str | None = None


class TableIndex:
    """Listings in memory, so that limits and lists need no database query."""

    def __init__(self) -> None:
        self.listings: dict[str, Listing] = {}
        """By the ids of their tables."""
        self._at_nights: set[str] = set()
        self._reservations: list[Reservation] = []

    def put(self, listing: Listing, *, at_night: bool = False) -> None:
        """Add or renew a table's listing."""
        self.listings[listing.table] = listing
        if at_night:
            self._at_nights.add(listing.table)

    def drop(self, table: str) -> None:
        """Forget a table."""
        self.listings.pop(table, None)
        self._at_nights.discard(table)

    def reserve_table(
        self, reservation: Reservation, rules: HouseRules, limits: ServerLimits
    ) -> AbstractContextManager[Reservation]:
        """Reserve a table for the body, or until :meth:`release`; ``RefusedError`` at a limit."""
        assert reservation.guild is not None  # noqa: S101 - a new table is on some server
        self._check_guild(reservation.guild, reservation.channel, rules, limits)
        self._check_person_here(reservation.user, reservation.guild, limits)
        return self.reserve_seat(reservation, rules)

    def reserve_seat(
        self, reservation: Reservation, rules: HouseRules
    ) -> AbstractContextManager[Reservation]:
        """Reserve one of a person's seats, as :meth:`reserve_table` does."""
        self._check_person(reservation.user, reservation.table, rules)
        return self._reserved(reservation)

    def reserve_place(
        self, reservation: Reservation, rules: HouseRules, limits: ServerLimits
    ) -> AbstractContextManager[Reservation]:
        """Reserve room in a channel for a table that moves there, as :meth:`reserve_table` does."""
        assert reservation.guild is not None  # noqa: S101 - a table is on some server
        assert reservation.channel is not None  # noqa: S101 - and moves to a channel
        self._check_channel(reservation.guild, reservation.channel, rules, limits)
        return self._reserved(reservation)

    @contextmanager
    def _reserved(self, reservation: Reservation) -> Iterator[Reservation]:
        self._reservations.append(reservation)
        try:
            yield reservation
        finally:
            self.release(reservation)

    def may_sit(self, user: int, rules: HouseRules) -> bool:
        """Whether a person sits at fewer tables than they may."""
        try:
            self._check_person(user, None, rules)
        except RefusedError:
            return False
        return True

    def release(self, reservation: Reservation | None) -> None:
        """End a reservation, because its table is listed now, or was refused."""
        if reservation in self._reservations:
            self._reservations.remove(reservation)

    def _check_guild(
        self, guild: int, channel: int | None, rules: HouseRules, limits: ServerLimits
    ) -> None:
        if len(self._channels(guild)) >= rules.tables_per_server:
            raise RefusedError(
                f"This server has {counted(rules.tables_per_server, 'table')}, "
                "and that's the limit."
            )
        if channel is not None:
            self._check_channel(guild, channel, rules, limits)

    def _check_channel(
        self, guild: int, channel: int, rules: HouseRules, limits: ServerLimits
    ) -> None:
        most = min(rules.tables_per_channel, limits.tables_per_channel or rules.tables_per_channel)
        if self._channels(guild).count(channel) >= most:
            raise RefusedError(
                f"This channel has {counted(most, 'table')}, and that's the limit. "
                "Join one, or use another channel."
            )

    def _channels(self, guild: int) -> Sequence[int | None]:
        taken: Sequence[Listing | Reservation] = (*self._ordinary(), *self._reservations)
        return [place.channel for place in taken if place.guild == guild]

    def _ordinary(self) -> Sequence[Listing]:
        return [each for each in self.listings.values() if each.table not in self._at_nights]

    def _check_person_here(self, user: int, guild: int, limits: ServerLimits) -> None:
        sits = [user in found.people for found in self._ordinary() if found.guild == guild]
        opens = [found.user == user for found in self._reservations if found.guild == guild]
        most = limits.tables_per_person
        if most and sum((*sits, *opens)) >= most:
            raise RefusedError(
                f"You're at {counted(most, 'table')} on this server, and that's the limit."
            )

    def _check_person(self, user: int, table: str | None, rules: HouseRules) -> None:
        sits: list[object] = [one.table for one in self._ordinary() if user in one.people]
        sits += [
            reservation.table or reservation
            for reservation in self._reservations
            if reservation.user == user
        ]
        if len({*sits} - {table}) >= rules.tables_per_person:
            raise RefusedError(
                f"You're at {counted(rules.tables_per_person, 'table')}, and that's the limit."
            )


FAR: Final = 3_600_000
"""Milliseconds. A later event does not keep its table in memory."""


class IdleTables:
    """The times at which idle tables must be loaded again, by table id."""

    def __init__(self) -> None:
        self._due: dict[str, int] = {}

    def put(self, table: str, at: int) -> None:
        """Set a table's timer, in milliseconds since 1970."""
        self._due[table] = at

    def drop(self, table: str) -> None:
        """Delete a table's timer."""
        self._due.pop(table, None)

    async def run(
        self,
        time: Time,
        wake: Callable[[str], Awaitable[None]],
        listings: Callable[[], Sequence[Listing]],
        reach: Reach,
    ) -> None:
        """Wake tables in time, forever; once awake, a table sets its own alarm.

        Those of servers that have been out of reach for long are woken, too: they stand still.
        """
        while True:
            await time.sleep(FAR / 2 / 1000)
            soon = time.now() + FAR
            due = [table for table, at in self._due.items() if at <= soon]
            away = [one.table for one in listings() if reach.lasts(one.guild, FAR // 2)]
            for table in {*due, *away}:
                self.drop(table)
                await wake(table)
