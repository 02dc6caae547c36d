"""The tables of a night's round: opened and started once each, and found again after a crash.

Each has an id that follows from the night, the round and its number.
"""

import asyncio
import hmac
from collections.abc import Collection, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Final, Protocol

from bot.games.players import USUAL_LEVEL
from bot.night.night import Table
from bot.tables.core import lobby
from bot.tables.core.command import Asker
from bot.tables.core.entries import Person, Place
from bot.tables.core.errors import NoSuchTableError, RefusedError
from bot.tables.core.hurrying import hurry
from bot.tables.core.state import TableState
from bot.tables.core.store import Phase
from bot.tables.hosting.host import Host
from bot.tables.hosting.table import Table as HostedTable
from bot.tables.league.store import League
from bot.tables.nights.cutting import deal_of
from bot.tables.nights.hour import slow
from bot.tables.nights.store import NightPlan, StoredNight

__all__ = ["NightTables", "Rooms", "people_at", "table_id"]


MOST_SOUGHT: Final = 1000
"""Nights of which that is remembered, the newest."""


class Rooms(Protocol):
    """Where the tables of a round are shown; a single one is in the night's own channel."""

    async def lacks(self, plan: NightPlan, *, private: bool) -> str:
        """Return why no round can begin there now, in sentences; nothing if one can.

        ``private``: whether the tables need threads that only their people see.
        """

    async def gone(self, plan: NightPlan, users: Sequence[int]) -> Collection[int]:
        """Return those of these people who have left the server."""

    async def room(self, plan: NightPlan, round_number: int, table: int) -> int:
        """Return a channel or thread for a table; raises ``RefusedError``."""

    async def private_room(
        self, plan: NightPlan, round_number: int, table: int, people: Sequence[int]
    ) -> int:
        """Return a thread that only these people see; raises ``RefusedError``."""


class NightTables:
    """Opens, starts and finds the tables of nights. Calls raise ``StoreUnavailableError``."""

    def __init__(self, host: Host, league: League, rooms: Rooms) -> None:
        self._host = host
        self._league = league
        self._rooms = rooms
        self._sought: dict[str, int] = {}
        """After how many rounds each night's people were last looked for."""

    async def state(self, stored: StoredNight, at: int, table: Table) -> TableState:
        """Return a table of the newest round as it is, opened and started if need be.

        ``RefusedError`` says why that is not possible now.
        """
        hosted = await self._found(stored, at, table)
        if hosted.state.phase is Phase.LOBBY:
            await self._start(stored, table, hosted)
        return hosted.state

    async def known(self, stored: StoredNight, number: int, at: int) -> TableState | None:
        """Return a table of any round as it is; None if it was never opened, or can't be read."""
        with suppress(RefusedError):
            return (await self._host.table(table_id(stored, number, at))).state
        return None

    async def hurry(self, stored: StoredNight, number: int, at: int) -> TableState:
        """Let Kai finish a table of a round whose time is up; who was slow is away."""
        hosted = await self._host.table(table_id(stored, number, at))
        if hosted.state.hurried or hosted.state.closed:
            return hosted.state
        entries, now = await self._host.log(hosted.id), hosted.clock.now()
        late = await asyncio.to_thread(
            slow, hosted.id, entries, self._host.games, now, stored.pace.longest_round
        )
        return await hosted.do(hurry(late))

    async def _found(self, stored: StoredNight, at: int, table: Table) -> HostedTable:
        plan, number = stored.plan, len(stored.night.rounds)
        name = table_id(stored, number, at)
        with suppress(NoSuchTableError):
            return await self._host.table(name)
        people = people_at(stored, table)
        lacking = await self.lacks(stored)
        if lacking:
            raise RefusedError(lacking)
        place = Place(guild=plan.guild, channel=await self._channel(stored, at, people))
        dealt = deal_of(stored, at)
        return await self._host.open(people[0], place, plan.setup, table=name, dealt=dealt)

    async def lacks(self, stored: StoredNight) -> str:
        """Return why no round can begin now, in sentences; nothing if one can."""
        return await self._rooms.lacks(stored.plan, private=stored.night.form == "duplicate")

    async def gone(self, stored: StoredNight) -> Sequence[int]:
        """Return who is in but has left the server, or is a former player.

        Everyone is looked for before the first round, later those who were away from the last one;
        once each time.
        """
        night, rounds = stored.night, len(stored.night.rounds)
        if self._sought.get(stored.plan.id) == rounds:
            return ()
        newest = night.rounds[-1].tables if night.rounds else None
        users = {stored.people[number].user: number for number in night.here}
        former = [number for number in night.here if stored.people[number].user is None]
        asked = [
            user
            for user, number in users.items()
            if user is not None and (newest is None or any(number in one.away for one in newest))
        ]
        found = await self._rooms.gone(stored.plan, asked) if asked else ()
        self._sought[stored.plan.id] = rounds
        while len(self._sought) > MOST_SOUGHT:
            self._sought.pop(next(iter(self._sought)))
        return [*former, *(users[user] for user in found)]

    async def _channel(self, stored: StoredNight, at: int, people: Sequence[Person]) -> int:
        plan, number = stored.plan, len(stored.night.rounds)
        if stored.night.form == "duplicate":
            # Who looks on at another table learns the cards that come at their own.
            return await self._rooms.private_room(plan, number, at, [one.id for one in people])
        if len(stored.night.rounds[-1].tables) > 1:
            return await self._rooms.room(plan, number, at)
        return plan.channel

    async def _start(self, stored: StoredNight, table: Table, hosted: HostedTable) -> None:
        """Seat everybody, and Kai for those who can't be, and start the match."""
        here = {guest.person.id for guest in hosted.state.guests}
        for person in people_at(stored, table):
            if person.id not in here:
                with suppress(RefusedError):  # Kai plays.
                    await self._host.join(hosted.id, person)
        state = hosted.state
        seats = stored.night.rounds[-1].seats or len(table.seats)
        missing = seats - len(state.guests) - len(state.kai)
        if missing > 0:
            await hosted.do(lobby.add_kai(state.host.id, *[USUAL_LEVEL] * missing))
        settings = await self._league.settings(stored.plan.guild)
        await hosted.do(
            lobby.start(Asker(state.host, house=True), short_counts=settings.count_short)
        )


def table_id(stored: StoredNight, round_number: int, table: int) -> str:
    """Return the id of a night's table; the same each time.

    It follows from the seed, which nobody knows, so that nobody can ask for a table by its id.
    """
    night = stored.night
    if not night.keyed:
        return sha256(f"night {stored.plan.id} {round_number} {table}".encode()).hexdigest()[:10]
    return hmac.digest(night.seed, f"table {round_number} {table}".encode(), "sha256").hex()[:10]


def people_at(stored: StoredNight, table: Table) -> Sequence[Person]:
    """Return who sits at a table, without former players."""
    found = (stored.people[number] for number in table.seats)
    return [Person(id=one.user, name=one.name) for one in found if one.user is not None]
