"""Delete a person's data: they leave their tables, and their name and id are taken out of all logs.

Nothing else ever changes entries of a log. It is safe, because names and ids decide nothing: cards
come from the secret and the cuts, and actions name seats. So a changed log leads to the same
positions, and a record can still be proved. The words that people cut the deck with stay, because
the proof needs them; nothing tells whose they were.
"""

import asyncio
import json
from collections.abc import Sequence
from functools import partial
from typing import Final

from pydantic import JsonValue

from bot.tables.core import lobby
from bot.tables.core.apply import apply_command, effects
from bot.tables.core.command import Command
from bot.tables.core.entries import FORMER, Entry, HandedOver
from bot.tables.core.state import TableState
from bot.tables.core.store import (
    SequenceTakenError,
    Store,
    StoreCorruptError,
    StoreUnavailableError,
)
from bot.tables.hosting.host import Host
from bot.tables.hosting.ports import Time
from bot.tables.hosting.reading import rebuild
from bot.tables.privacy.store import Privacy, Trace

__all__ = ["KINDS_NAMING_PEOPLE", "Forgetting", "anonymised", "leaving_for_good"]

KINDS_NAMING_PEOPLE: Final = (
    *("opened", "joined", "left", "cut", "agreed", "withdrew"),
    *("started", "handed over", "paused", "end wanted", "closed"),
)
"""The kinds of entries that can name a person."""

EMPTIED: Final = "{}"
"""Replaces a damaged entry: still damaged, but without any name."""

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

        The person leaves lobbies, and Kai takes over their seats for good. After a crash or a
        ``StoreUnavailableError``, another call does the rest.
        """
        # First, so that no puzzle is made of what is being forgotten.
        await self._privacy.erase_puzzles(user, self._time.now())
        traces = await self._privacy.traces(user)
        former = await self._privacy.begin(user, self._time.now(), new=bool(traces))
        # Before the tables: a match that ends from then on finds what a former player has there.
        await self._privacy.erase_league(user, former)
        if former is not None:
            await self._forget_tables(traces, user, former)
            await self._privacy.end(former)
        await self._privacy.erase_dailies(user)
        await self._privacy.erase_nights(user)
        # Last, because leaving a lobby may return an ante.
        await self._privacy.erase_chips(user, self._time.now())
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
        await self._privacy.erase_league(user, former)

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

        If another process hosts it, that process's next write fails, so it reads the log again
        before it could store a name that it has in memory. Nobody can play at a table whose log is
        damaged, so there is nothing to leave.
        """
        try:
            entries = await self._store.load(table)
            if not entries:
                return
            before = await asyncio.to_thread(rebuild, table, entries, self._host.games)
        except StoreCorruptError:
            return
        left, after = apply_command(before, leaving_for_good(user), self._time.now())
        if left:
            await self._store.append(table, before.seq, left, effects(before, after))


def leaving_for_good(user: int) -> Command:
    """Leave a lobby, or give one's seat to Kai for good; no entries if the person has no seat."""

    def command(table: TableState, now: int) -> Sequence[Entry]:
        if table.closed:
            return []
        if not table.seats and user in {guest.person.id for guest in table.guests}:
            return lobby.leave(user)(table, now)
        seats = [number for number, seat in enumerate(table.seats) if seat.user == user]
        return [HandedOver(at=now, seat=seat, because="gone") for seat in seats]

    return command


def anonymised(body: str, user: int, former_id: int) -> str | None:
    """Return an entry (JSON) with a former player in a person's place; None if it needs no change.

    ``former_id``, below zero, must be the same in all entries of a log about this person, and
    another for each other person, or the log cannot be replayed. An entry that is not JSON is
    emptied: it cannot be replayed anyway, and might contain a name.
    """
    try:
        before = json.loads(body)
    except ValueError:
        return EMPTIED
    after = _anonymised(before, user, former_id)
    if after == before:
        return None
    return json.dumps(after, ensure_ascii=False, separators=(",", ":"))  # As write_entry does.


def _anonymised(value: JsonValue, user: int, former_id: int) -> JsonValue:
    if isinstance(value, list):
        return [_anonymised(item, user, former_id) for item in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {"id", "name"} and value["id"] == user:
        return {"id": former_id, "name": FORMER.name}
    if value.get("user") == user:
        value = {**value, "user": former_id}
    return {key: _anonymised(item, user, former_id) for key, item in value.items()}
