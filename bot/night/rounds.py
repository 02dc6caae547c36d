"""A night's rounds: seated, opened at their tables, taken in, and ended when their time is up.

What keeps nights from going on, or from being shown, is noted and told by what still works. Nothing
of it is stored: after a restart it is met again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias, TypeVar

from bot.night.elsewhere import Elsewhere
from bot.night.events import Because, Event, Left, NightClosed, RoundSeated, TableGivenUp
from bot.night.night import FEWEST, Night, Table
from bot.night.plan import StoredNight, cut_short, ends
from bot.night.seating import seat
from bot.night.tables import FINISHING, NightTables, finished, given_up, people_at
from bot.tables.clock import Time
from bot.tables.command import RefusedError, RestartingError
from db.repositories.nights import Nights

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

    def beside(self, table: str) -> str:
        """Return why the message of a table's night can't be shown; nothing if it can."""
        return next((one.why for one in self._unshown.values() if table in one.tables), "")

    def look_again(self, guild: int) -> None:
        """Look again at the nights of a server that have a hitch: it may be over."""
        held = [night for night, one in self._held.items() if one.guild == guild]
        unshown = [night for night, one in self._unshown.items() if one.guild == guild]
        for night in (*held, *unshown):
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


class Rounds:
    """The rounds of the nights of a process. Calls raise ``StoreUnavailableError``."""

    def __init__(
        self,
        tables: NightTables,
        elsewhere: Elsewhere,
        hitches: Hitches,
        time: Time,
        append: Append,
    ) -> None:
        self._tables = tables
        self._elsewhere = elsewhere
        self._hitches = hitches
        self._time = time
        self._append = append

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
        late = tuple(sorted(busy))
        seated = RoundSeated(tables=found.tables, byes=found.byes, seats=found.seats, busy=late)
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
