"""A night's rounds: seated, opened at their tables, taken in, and ended when their time is up.

What keeps nights from going on, or from being shown, is noted and told by what still works. Nothing
of it is stored: after a restart it is met again.

Nobody plays at two tables that run at once: a second night, or a match of one's own. Only what has
a live clock runs. A round robin, and a match without a clock or with hours for a turn, may be
played beside anything.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeAlias, TypeVar

from bot.face.markdown import escape
from bot.game.record import NightTable
from bot.night.deals import board_of
from bot.night.night import (
    FEWEST,
    Because,
    Event,
    Left,
    Night,
    NightClosed,
    Table,
    TableGivenUp,
)
from bot.night.plan import StoredNight, cut_short, ends
from bot.night.seating import seat
from bot.night.tables import FINISHING, NightTables, finished, given_up, people_at
from bot.tables.clock import Time
from bot.tables.command import RefusedError, RestartingError
from bot.tables.entries import Person
from bot.tables.host import Host
from bot.tables.state import TableState
from bot.tables.store import Phase
from db.repositories.nights import Nights

CLASH: Final = (
    "You're in at another night at that time, <t:{}:R>: "
    "https://discord.com/channels/{}/{}/{}. Press **I'm out** there first."
)

LATER: Final = (
    "You're in at a league night <t:{}:R>. If this match still runs then, you'll be late."
)

BEFOREHAND: Final = 2 * 3_600_000
"""Milliseconds before a night for which those who sit down at a match are told of it."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What people are in at, beside a night. Calls raise ``StoreUnavailableError``."""

    _nights: Nights
    _host: Host
    _time: Time

    async def must_not_clash(self, stored: StoredNight, user: int) -> None:
        """Raise ``RefusedError`` for someone who is in at another evening of the same time."""
        for other in await self._evenings(user):
            if other.plan.id != stored.plan.id and _live(stored) and _overlap(stored, other):
                plan = other.plan
                place = (plan.guild, plan.channel, other.message or "")
                raise RefusedError(CLASH.format(plan.starts_at // 1000, *place))

    async def must_be_free(self, people: Collection[Person], asker: int, table: TableState) -> None:
        """Raise ``RefusedError`` if a match runs by a live clock and one of them is at a night."""
        if not _runs(table):
            return
        for person in people:
            if any(self._has_begun(each) for each in await self._evenings(person.id)):
                who = "You're" if person.id == asker else f"{escape(person.name)} is"
                raise RefusedError(
                    f"{who} at a league night until it's over, and this match has a clock. "
                    "**I'm out**, below the night's message, ends that."
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
        near = [start for start in starts if now < start <= now + BEFOREHAND]
        return LATER.format(min(near) // 1000) if near else ""

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

    def _has_begun(self, stored: StoredNight) -> bool:
        return bool(stored.night.rounds) or stored.plan.starts_at <= self._time.now()


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


BREAK: Final = 60_000
"""Milliseconds between two rounds."""

Append: TypeAlias = Callable[[StoredNight, Sequence[Event]], Awaitable[StoredNight]]
"""Stores events of a night, and returns the night with them."""


class Held(NamedTuple):
    """Why a night waits."""

    guild: int
    why: str
    """In sentences."""
    until: int
    """When it isn't waited for any more, in milliseconds since 1970."""


class Unshown(NamedTuple):
    """Why a night's message can't be shown."""

    guild: int
    why: str
    """In sentences."""
    tables: Collection[str] = ()
    """The tables that play meanwhile."""


N = TypeVar("N", Held, Unshown)


class Hitches:
    """Of the nights of one process. Calls raise ``StoreUnavailableError``."""

    def __init__(self, nights: Nights, touch: Callable[[str], None]) -> None:
        """``touch`` has a night looked at, and shown, soon."""
        self._nights = nights
        self._touch = touch
        self._held: dict[str, Held] = {}
        self._unshown: dict[str, Unshown] = {}

    def held(self, night: str) -> Held | None:
        """Return why a night waits; None if it doesn't."""
        return self._held.get(night)

    def hold(self, stored: StoredNight, why: str = "", until: int = 0) -> None:
        """Note why a night waits, or that it doesn't."""
        night = stored.plan.id
        if _note(self._held, night, Held(stored.plan.guild, why, until) if why else None):
            self._touch(night)

    def unshown(self, night: str) -> Unshown | None:
        """Return why a night's message can't be shown; None if it can, as far as is known."""
        return self._unshown.get(night)

    def hide(self, night: str, unshown: Unshown | None) -> bool:
        """Note whether a night's message can be shown; return whether it was otherwise before."""
        return _note(self._unshown, night, unshown)

    def why_unshown(self, table: str) -> str:
        """Return why the message of a table's night can't be shown; nothing if it can."""
        return next((one.why for one in self._unshown.values() if table in one.tables), "")

    def look_again(self, guild: int) -> None:
        """Look again at the nights of a server that have a hitch: it may be over."""
        found: list[tuple[str, Held | Unshown]] = [*self._held.items(), *self._unshown.items()]
        for night in (night for night, one in found if one.guild == guild):
            self._touch(night)

    async def welcome(self, guild: int) -> None:
        """Show all nights of a server that has the bot again."""
        for night in await self._nights.of_server(guild):
            self._touch(night)

    async def lose_channel(self, guild: int, channel: int, parent: int | None = None) -> None:
        """Note that a channel, or a thread in a ``parent``, was deleted.

        The nights of a thread go on in its channel. Others wait for a moderator who finds a place.
        """
        for night in await self._nights.of_server(guild):
            stored = await self._nights.load(night)
            if stored is None or stored.plan.channel != channel:
                continue
            if parent is not None:
                await self._nights.show(night, parent, stored.message or 0, stored.event)
            self._touch(night)


def _note(notes: dict[str, N], night: str, now: N | None) -> bool:
    before = notes.pop(night, None)
    if now is not None:
        notes[night] = now
    return before != now


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
        night, why = stored.night, cut_short(stored)
        if why:
            await self.close(stored, why)
        elif night.running:
            await self._play(stored)
        elif not night.rounds or self._time.now() >= ends(stored, stored.over_at, BREAK):
            await self._next_round(stored)

    async def _next_round(self, stored: StoredNight) -> None:
        """Seat the next round, or close the night after the last one, or without people."""
        over = _is_over(stored)
        lacking = "" if over else await self._tables.lacks(stored)
        since = max(stored.over_at, stored.plan.starts_at)
        waited = ends(stored, since, stored.pace.longest_round)
        is_late = self._time.now() >= waited
        self._hitches.hold(stored, lacking, waited)
        if lacking and not is_late:
            return
        over = over or bool(lacking)
        if not over:
            left = [Left(person=number) for number in await self._tables.gone(stored)]
            stored = await self._append(stored, left) if left else stored
            over = _is_over(stored)
        night = stored.night
        busy = frozenset[int]() if over else await self._elsewhere.busy(stored) & {*night.here}
        free = _without(night, busy)
        if busy and len(free.here) < FEWEST[night.form]:
            if not is_late:
                return  # They are waited for: without them there is no round.
            over = True
        found = None if over else await asyncio.to_thread(seat, free)
        # Those who are left of a round robin may have a round without a table, but meet later.
        if found is None or not (found.tables or night.form == "round robin"):
            await self.close(stored)
            return
        seated = found.model_copy(update={"busy": tuple(sorted(busy))})
        await self._play(await self._append(stored, [seated]))

    async def close(self, stored: StoredNight, why: Because = "") -> StoredNight:
        """Close a night: tables that still play are given up, and who is away gets nothing."""
        given = await self._given_up(stored)
        closed = await self._append(stored, [*given, NightClosed(because=why)])
        self._hitches.hold(closed)
        return closed

    async def _given_up(self, stored: StoredNight) -> Sequence[TableGivenUp]:
        """Return that the tables which still play are given up."""
        here, found = {*stored.night.here}, list[TableGivenUp]()
        for number, each in enumerate(stored.night.rounds, 1):
            for at, table in enumerate(each.tables):
                if table.running:
                    state = await self._tables.known(stored, number, at)
                    event = given_up(stored, number, at, state)
                    away = {*event.away} | ({*table.seats} - here)
                    found.append(event.model_copy(update={"away": tuple(sorted(away))}))
        return found

    async def _play(self, stored: StoredNight) -> None:
        """Open the tables of the newest round that are not there, and take in their results."""
        number, why = len(stored.night.rounds), ""
        for at, table in enumerate(stored.night.rounds[-1].tables):
            if not table.running:
                continue
            try:
                event = await self._done(stored, number, at, table)
            except RestartingError:
                raise
            except RefusedError as error:
                event, why = None, str(error)
            if event is not None:
                stored = await self._append(stored, [event])
        until = ends(stored, stored.seated_at, stored.pace.longest_round)
        self._hitches.hold(stored, why, until)

    async def _done(self, stored: StoredNight, number: int, at: int, table: Table) -> Event | None:
        """Return the end of a table; None while it plays; ``RefusedError``: it can't be opened.

        Once the round's time is up, Kai finishes the match.
        """
        if not people_at(stored, table):
            return TableGivenUp(round=number, table=at, away=table.seats)
        longest = stored.pace.longest_round
        is_late = self._time.now() >= ends(stored, stored.seated_at, longest)
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
        last = ends(stored, stored.seated_at, longest + FINISHING)
        too_late = event is None and self._time.now() >= last
        return given_up(stored, number, at, state) if too_late else event


def _is_over(stored: StoredNight) -> bool:
    """Whether a night has had all its rounds, or has too few people for another one."""
    night = stored.night
    return len(night.rounds) >= stored.rounds or len(night.here) < FEWEST[night.form]


def _without(night: Night, busy: Collection[int]) -> Night:
    """Return a night as if those who are busy had left, to seat the others."""
    members = (
        replace(one, here=one.here and one.person not in busy) if busy else one
        for one in night.members
    )
    return replace(night, members=tuple(members))
