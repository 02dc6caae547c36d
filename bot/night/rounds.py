"""A night's rounds: seated, opened at their tables, taken in, and ended when their time is up.

**Late tables.** Kai finishes a match whose time is up, at once, an equal for each seat: to take the
scores of that moment would help the leader, and an average those with points from before.

**Hitches** keep nights from going on, or from being shown. None is stored. **Elsewhere:** nobody
plays at two tables that run by a live clock.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeAlias

from bot.face.markdown import escape
from bot.game.contract import Seat
from bot.game.record import NightTable
from bot.league.counting import Attendance
from bot.league.results import seat_attendance
from bot.night import night as log
from bot.night.night import FEWEST, Because, Event, Night, Table
from bot.night.plan import StoredNight
from bot.night.seating import seat
from bot.night.tables import NightTables, board_of, people_at
from bot.tables.clock import Time
from bot.tables.command import RefusedError, RestartingError
from bot.tables.entries import Person
from bot.tables.host import Host
from bot.tables.state import TableState
from bot.tables.store import Phase
from db.repositories.nights import Nights

BREAK: Final = 60_000
"""Milliseconds between two rounds."""

FINISHING: Final = 300_000
"""Milliseconds that Kai has to finish the match; then its table is given up."""

BEFOREHAND: Final = 2 * 3_600_000
"""Milliseconds before a night in which people who sit down at a match are told of it."""

_WENT: Final = ("left", "away", "gone")
"""Why Kai plays for people who are not there, and were not removed."""

Append: TypeAlias = Callable[[StoredNight, Sequence[Event]], Awaitable[StoredNight]]


class Hitch(NamedTuple):
    """Why a night waits, or why its message can't be shown."""

    guild: int
    why: str
    """In sentences."""
    until: int = 0
    """When it isn't waited for any more, in milliseconds since 1970."""
    tables: Collection[str] = ()
    """That play and have no message of their night."""


class Hitches:
    """Of the nights of one process. Calls raise ``StoreUnavailableError``."""

    def __init__(self, nights: Nights, touch: Callable[[str], None]) -> None:
        """``touch`` has a night looked at, and shown, soon."""
        self._nights = nights
        self._touch = touch
        self.held: dict[str, Hitch] = {}
        """By night, why it waits."""
        self.unshown: dict[str, Hitch] = {}
        """By night, why its message can't be shown."""

    def hold(self, stored: StoredNight, why: str = "", until: int = 0) -> None:
        """Note why a night waits, or that it doesn't."""
        hitch = Hitch(stored.plan.guild, why, until) if why else None
        if noted(self.held, stored.plan.id, hitch):
            self._touch(stored.plan.id)

    def why_unshown(self, table: str) -> str:
        """Return why the message of a table's night can't be shown; nothing if it can."""
        return next((one.why for one in self.unshown.values() if table in one.tables), "")

    def look_again(self, guild: int) -> None:
        """Look again at the nights of a server that have a hitch: it may be over."""
        for night, hitch in [*self.held.items(), *self.unshown.items()]:
            if hitch.guild == guild:
                self._touch(night)

    async def welcome(self, guild: int) -> None:
        """Show all nights of a server that has the bot again."""
        for night in await self._nights.of_server(guild):
            self._touch(night)

    async def lose_channel(self, guild: int, channel: int, parent: int | None = None) -> None:
        """Note that a channel was deleted, or a thread, whose nights go on in its ``parent``."""
        for night in await self._nights.of_server(guild):
            stored = await self._nights.load(night)
            if stored is not None and stored.plan.channel == channel:
                if parent is not None:
                    await self._nights.show(night, parent, stored.message or 0, stored.event)
                self._touch(night)


def noted(hitches: dict[str, Hitch], night: str, now: Hitch | None) -> bool:
    """Note a hitch of a night, or none; return whether it was otherwise before."""
    before = hitches.pop(night, None)
    if now is not None:
        hitches[night] = now
    return before != now


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What people are in at, beside a night. Calls raise ``StoreUnavailableError``."""

    _nights: Nights
    _host: Host
    _time: Time

    async def must_not_clash(self, stored: StoredNight, user: int) -> None:
        """Raise ``RefusedError`` for someone who is in at another evening of the same time."""
        for other in await self._evenings(user):
            plan = other.plan
            if plan.id != stored.plan.id and _live(stored) and _overlap(stored, other):
                raise RefusedError(
                    "You're in at another night at that time. "
                    f"Press **I'm out** there first: https://discord.com/channels/{plan.guild}/"
                    f"{plan.channel}/{other.message or ''}"
                )

    async def must_be_free(self, people: Collection[Person], asker: int, table: TableState) -> None:
        """Raise ``RefusedError`` if a match runs by a live clock and one of them is at a night."""
        for person in people if _runs(table) else ():
            for night in await self._evenings(person.id):
                if night.night.rounds or night.plan.starts_at <= self._time.now():
                    who = "You're" if person.id == asker else f"{escape(person.name)} is"
                    raise RefusedError(
                        f"{who} at a league night, and this match has a clock. "
                        "Press **I'm out** on the night's message first."
                    )

    async def plays_at(self, table: TableState, user: int) -> bool:
        """Whether someone is or was in at the night that a table belongs to."""
        if table.night is not None:
            night = NightTable.read(table.night).night
        elif table.board is not None:
            night, _ = board_of(table.board)
        else:
            return False
        stored = await self._nights.load(night)
        return stored is not None and stored.number_of(user) is not None

    async def later(self, user: int, table: TableState) -> str:
        """Return what someone who sits down at a match should know of a night that is near."""
        if not _runs(table):
            return ""
        now = self._time.now()
        starts = [each.plan.starts_at for each in await self._evenings(user)]
        near = min((start for start in starts if now < start <= now + BEFOREHAND), default=0)
        return f"Your league night starts <t:{near // 1000}:R>. Don't be late." if near else ""

    async def busy(self, stored: StoredNight) -> frozenset[int]:
        """Return who of those who are here still plays a match with a live clock."""
        if not _live(stored):
            return frozenset()
        users = {stored.people[number].user: number for number in stored.night.here}
        found: set[int] = set()
        for listing in self._host.listings():
            among = users.keys() & {*listing.people}
            if among and listing.phase is Phase.PLAYING:
                with suppress(RefusedError):  # A damaged table runs no more.
                    state = (await self._host.table(listing.table)).state
                    found |= {users[user] for user in among if user and _plays(state, user)}
        return frozenset(found)

    async def _evenings(self, user: int) -> Collection[StoredNight]:
        """Return the nights with a live clock that someone is in at, on all servers."""
        found = [await self._nights.load(night) for night in await self._nights.of_person(user)]
        return [
            stored
            for stored in found
            if stored and _live(stored) and stored.number_of(user) in stored.night.here
        ]


def _live(stored: StoredNight) -> bool:
    return stored.pace.clock.kind == "live"


def _runs(table: TableState) -> bool:
    """Whether it is a match of one's own with a live clock."""
    return table.setup.clock.kind == "live" and not table.night and not table.board


def _overlap(one: StoredNight, other: StoredNight) -> bool:
    """Whether two evenings may go on at the same time; a round takes an hour at most."""
    first, second = sorted((one, other), key=lambda stored: stored.plan.starts_at)
    ends = first.plan.starts_at + first.plan.rounds * first.pace.longest_round
    return second.plan.starts_at < ends


def _plays(state: TableState, user: int) -> bool:
    seat = state.seat_of(user)
    runs = state.setup.clock.kind == "live" and not state.paused
    return runs and seat is not None and state.seats[seat].held is None


@dataclass(frozen=True, slots=True)
class Rounds:
    """The rounds of the nights of a process. Calls raise ``StoreUnavailableError``."""

    _tables: NightTables
    _elsewhere: Elsewhere
    _hitches: Hitches
    _time: Time
    _append: Append

    async def advance(self, stored: StoredNight) -> None:
        """Do what is due at a night."""
        if stored.cut_short:
            await self.close(stored, stored.cut_short)
        elif stored.night.running:
            await self._play(stored)
        elif not stored.night.rounds or self._is_past(stored, stored.over_at, BREAK):
            await self._next_round(stored)

    def _is_past(self, stored: StoredNight, since: int, length: int) -> bool:
        """Whether people could have played for this many milliseconds since then."""
        return self._time.now() >= stored.ends(since, length)

    async def _next_round(self, stored: StoredNight) -> None:
        since = max(stored.over_at, stored.plan.starts_at)
        waited = stored.ends(since, stored.pace.longest_round)
        is_late = self._time.now() >= waited
        why = "" if _is_over(stored) else await self._tables.lacks(stored)
        if not why and not _is_over(stored):
            left = [log.Left(person=number) for number in await self._tables.gone(stored)]
            stored = await self._append(stored, left) if left else stored
        busy = frozenset() if why or _is_over(stored) else await self._elsewhere.busy(stored)
        free = _without(stored.night, busy)
        if busy and len(free.here) < FEWEST[free.form]:
            why = "Too few people are free. Some are still in another match."
        self._hitches.hold(stored, why, waited)
        if why and not is_late:
            return
        if why or _is_over(stored):
            await self.close(stored)
            return
        found = await asyncio.to_thread(seat, free)
        # Those who are left of a round robin may have a round without a table, but meet later.
        if found is None or not (found.tables or free.form == "round robin"):
            await self.close(stored)
            return
        seated = found.model_copy(update={"busy": tuple(sorted(busy))})
        await self._play(await self._append(stored, [seated]))

    async def close(self, stored: StoredNight, why: Because = "") -> StoredNight:
        """Close a night: tables that still play are given up, and who is away gets nothing."""
        here, given = {*stored.night.here}, list[Event]()
        for number, each in enumerate(stored.night.rounds, 1):
            for at, table in enumerate(each.tables):
                if table.running:
                    state = await self._tables.known(stored, number, at)
                    event = given_up(stored, number, at, state)
                    away = {*event.away} | ({*table.seats} - here)
                    given.append(event.model_copy(update={"away": tuple(sorted(away))}))
        closed = await self._append(stored, [*given, log.NightClosed(because=why)])
        self._hitches.hold(closed)
        return closed

    async def _play(self, stored: StoredNight) -> None:
        number, why = len(stored.night.rounds), ""
        for at, table in enumerate(stored.night.rounds[-1].tables):
            if table.running:
                try:
                    event = await self._done(stored, number, at, table)
                except RestartingError:
                    raise
                except RefusedError as error:
                    why = str(error)
                else:
                    stored = await self._append(stored, [event]) if event else stored
        self._hitches.hold(stored, why, stored.ends(stored.seated_at, stored.pace.longest_round))

    async def _done(self, stored: StoredNight, number: int, at: int, table: Table) -> Event | None:
        """Return the end of a table; None while it plays; ``RefusedError``: it can't be opened."""
        if not people_at(stored, table):
            return log.TableGivenUp(round=number, table=at, away=table.seats)
        longest = stored.pace.longest_round
        is_late = self._is_past(stored, stored.seated_at, longest)
        try:
            state = await self._tables.state(stored, at, table)
            event = finished(stored, number, at, state)
            if event is None and is_late:
                state = await self._tables.hurry(stored, number, at)
                event = finished(stored, number, at, state)
        except RefusedError:
            if not is_late:
                raise
            return given_up(stored, number, at, await self._tables.known(stored, number, at))
        if event is None and self._is_past(stored, stored.seated_at, longest + FINISHING):
            return given_up(stored, number, at, state)
        return event


def _is_over(stored: StoredNight) -> bool:
    night = stored.night
    return len(night.rounds) >= stored.rounds or len(night.here) < FEWEST[night.form]


def _without(night: Night, busy: Collection[int]) -> Night:
    members = (replace(one, here=one.here and one.person not in busy) for one in night.members)
    return replace(night, members=tuple(members))


def finished(
    stored: StoredNight, number: int, at: int, state: TableState
) -> log.TableFinished | log.TableGivenUp | None:
    """Return the event of a table of a round that has closed; None while it plays.

    A table that its people ended together gives nothing: an average would help those ahead. People
    without a seat, because their data were deleted, come last, whatever Kai does for them.
    """
    if state.closed is None:
        return None
    outcome = state.game.outcome(state.position) if state.seats else None
    if state.closed.because != "finished" or outcome is None:
        return given_up(stored, number, at, state)
    own = _seats(stored, number, at, state)
    last = len(state.seats) + 1
    ranks = [last if seat is None else outcome.ranks[seat] for seat in own.values()]
    judged = {
        one: Attendance.GONE if seat is None else seat_attendance(state, seat)
        for one, seat in own.items()
    }
    sign = 1 if state.game.scoring.best == "highest" else -1
    boards = stored.night.form == "duplicate"
    return log.TableFinished(
        round=number,
        table=at,
        ranks=tuple(1 + sum(other < rank for other in ranks) for rank in ranks),
        away=tuple(one for one, how in judged.items() if how is Attendance.GONE),
        absent=tuple(one for one, how in judged.items() if how is Attendance.ABSENT),
        scores=tuple(sign * score for score in outcome.scores) if boards else (),
        sat=tuple(own.values()) if boards else (),
    )


def given_up(
    stored: StoredNight, number: int, at: int, state: TableState | None
) -> log.TableGivenUp:
    """Return the event of a table that can't finish; without ``state`` it can't be read."""
    away = list[int]()
    if state is not None:
        # Who ended it together with the others was away, too.
        together = state.closed is not None and state.closed.together
        for one, seat in _seats(stored, number, at, state).items():
            if together or seat is None or state.seats[seat].held in _WENT:
                away.append(one)
    return log.TableGivenUp(round=number, table=at, away=tuple(away))


def _seats(stored: StoredNight, number: int, at: int, state: TableState) -> dict[int, Seat | None]:
    seats = {seat.user: place for place, seat in enumerate(state.seats) if seat.user is not None}
    members = stored.night.rounds[number - 1].tables[at].seats
    return {one: seats.get(stored.people[one].user or 0) for one in members}
