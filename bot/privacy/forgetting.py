"""Delete a person's data: they leave their tables, and their name and id are taken out of all logs.

:mod:`bot.privacy.entries` says what of a log is changed.
"""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Final

from bot.privacy.entries import Trace
from bot.tables import lobby
from bot.tables.apply import apply_command, effects
from bot.tables.clock import Time
from bot.tables.command import Command
from bot.tables.entries import Entry, HandedOver
from bot.tables.host import Host
from bot.tables.loading import state_from
from bot.tables.state import TableState
from bot.tables.store import SequenceTakenError, Store, StoreCorruptError, StoreUnavailableError
from db.repositories.privacy import Privacy

ATTEMPTS: Final = 5
"""How often to try again when another process writes to the same log."""


class Forgetting:
    """Deletes what is stored about people, table by table."""

    def __init__(self, host: Host, store: Store, privacy: Privacy, time: Time) -> None:
        self._host = host
        self._store = store
        self._privacy = privacy
        self._time = time

    async def forget(self, user: int) -> int:
        """Delete what is stored about a person; return the number of tables concerned.

        They leave lobbies, and Kai takes over their seats for good. After a crash or a
        ``StoreUnavailableError``, another call does the rest.
        """
        # First, so that no puzzle is made of what is being forgotten.
        await self._privacy.puzzles.erase(user, self._time.now())
        traces = await self._privacy.traces(user)
        former = await self._privacy.lives.begin(user, self._time.now(), new=bool(traces))
        # Before the tables: a match that ends from then on finds what a former player has there.
        await self._privacy.league.erase(user, former)
        if former is not None:
            await self._forget_tables(traces, user, former)
            await self._privacy.lives.end(former)
        await self._privacy.dailies.erase(user)
        await self._privacy.pings.erase(user)
        await self._privacy.nights.erase(user)
        # Last, because leaving a lobby may return an ante.
        await self._privacy.chips.leave(user, self._time.now())
        return len(traces)

    async def _forget_tables(self, traces: Sequence[Trace], user: int, former: int) -> None:
        for trace in traces:
            if trace.closed:
                await self._privacy.erase(trace.table, user, former)
            elif self._host.listing(trace.table) is not None:
                leave = partial(self._forget_at, trace.table, user, former)
                await self._host.reread(trace.table, leave)
            else:
                await self._forget_at(trace.table, user, former)
        # Once more, for a match that has ended before they left it.
        await self._privacy.league.erase(user, former)

    async def _forget_at(self, table: str, user: int, former: int) -> None:
        for _ in range(ATTEMPTS):
            try:
                await self._leave(table, user)
            except SequenceTakenError:
                continue
            await self._privacy.erase(table, user, former)
            return
        raise StoreUnavailableError("another process hosts the table and is busy with it")

    async def _leave(self, table: str, user: int) -> None:
        """Let a person leave a table, whichever process hosts it.

        Another process's next write fails then, so it reads the log again before it could store a
        name that it has in memory. At a table whose log is damaged, there is nothing to leave.
        """
        try:
            entries = await self._store.load(table)
            if not entries:
                return
            before = await asyncio.to_thread(state_from, table, entries, self._host.games)
        except StoreCorruptError:
            return
        left, after = apply_command(before, leaving_for_good(user), self._time.now())
        if left:
            await self._store.append(table, before.seq, left, effects(before, after))


def leaving_for_good(user: int) -> Command:
    """Leave a lobby, or give one's seat to Kai for good; no entries without a seat."""

    def command(table: TableState, now: int) -> Sequence[Entry]:
        if table.closed:
            return []
        if not table.seats and user in {guest.person.id for guest in table.guests}:
            return lobby.leave(user)(table, now)
        seats = [number for number, seat in enumerate(table.seats) if seat.user == user]
        return [HandedOver(at=now, seat=seat, because="gone") for seat in seats]

    return command
