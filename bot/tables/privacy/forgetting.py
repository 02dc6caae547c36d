"""Deleting a person's data: they leave their tables, and become a former player everywhere else.

It is the only thing that ever changes entries of a log. That is safe: a name and an id decide
nothing. Cards come from the secret and the cuts, actions name seats; so the log leads to the same
positions with other names in it, and a record to the same proof. What a person cut with stays,
for it is part of that proof, and is not theirs any more: nobody's name is beside it.
"""

import asyncio
import json
from collections.abc import Sequence
from functools import partial
from typing import Final

from pydantic import JsonValue

from bot.tables.core import lobby
from bot.tables.core.command import Command
from bot.tables.core.entries import FORMER, Entry, HandedOver
from bot.tables.core.outcome import effects, outcome
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
from bot.tables.privacy.store import Privacy

__all__ = ["NAMING", "Forgetting", "leaving_for_good", "without"]

NAMING: Final = (
    *("opened", "joined", "left", "cut", "agreed", "withdrew"),
    *("started", "paused", "closed"),
)
"""The kinds of entries that can say who somebody is."""

EMPTIED: Final = "{}"
"""What a damaged entry becomes: it stays damaged, and names nobody."""

ATTEMPTS: Final = 5
"""How often a table is read again because another process was quicker."""


class Forgetting:
    """Deletes what is stored about people, table by table."""

    def __init__(self, host: Host, store: Store, privacy: Privacy, time: Time) -> None:
        self._host = host
        self._store = store
        self._privacy = privacy
        self._time = time

    async def forget(self, user: int) -> int:
        """Delete what is stored about a person; return at how many tables.

        Lobbies are left, and seats of running matches go to Kai for good. Cut short, by a crash
        or a ``StoreUnavailableError``, it can be asked for again, and goes on.
        """
        traces = await self._privacy.traces(user)
        for trace in traces:
            if trace.closed:
                await self._privacy.erase(trace.table, user)
            elif self._host.hosts(trace.table):
                await self._host.reread(trace.table, partial(self._forget_at, trace.table, user))
            else:
                await self._forget_at(trace.table, user)
        # Last: leaving a lobby may have given some back.
        await self._privacy.erase_chips(user, self._time.now())
        return len(traces)

    async def _forget_at(self, table: str, user: int) -> None:
        for _ in range(ATTEMPTS):
            try:
                await self._leave(table, user)
            except SequenceTakenError:
                continue
            await self._privacy.erase(table, user)
            return
        raise StoreUnavailableError("another process hosts the table and is busy with it")

    async def _leave(self, table: str, user: int) -> None:
        """Let a person leave a table, whoever hosts it.

        A process that hosts it meanwhile finds the place in the log taken with its next move, and
        reads it anew, before it can store a name that it still knows. Where the log is damaged
        nobody plays any more, so there is nothing to leave.
        """
        try:
            entries = await self._store.load(table)
            if not entries:
                return
            before = await asyncio.to_thread(rebuild, table, entries, self._host.games)
        except StoreCorruptError:
            return
        left, after = outcome(before, leaving_for_good(user), self._time.now())
        if left:
            await self._store.append(table, before.seq, left, effects(before, after))


def leaving_for_good(user: int) -> Command:
    """Leave a lobby, or give one's seat to Kai for good; nothing where the person has no seat."""

    def command(table: TableState, now: int) -> Sequence[Entry]:
        if table.closed:
            return []
        if not table.seats and user in {guest.person.id for guest in table.guests}:
            return lobby.leave(user)(table, now)
        seats = [number for number, seat in enumerate(table.seats) if seat.user == user]
        return [HandedOver(at=now, seat=seat, because="gone") for seat in seats]

    return command


def without(body: str, user: int, stand_in: int) -> str | None:
    """Return an entry, as JSON, with a former player in a person's place; None if it has them not.

    ``stand_in`` is the former player's id, not above zero: within one log, the same for all
    entries about one person and another for others, or the log could not be read any more. An entry
    that is no JSON is emptied: nobody can play on from it, but a name may still be made out in it.
    """
    try:
        before = json.loads(body)
    except ValueError:
        return EMPTIED
    after = _without(before, user, stand_in)
    if after == before:
        return None
    return json.dumps(after, ensure_ascii=False, separators=(",", ":"))  # As entries are written.


def _without(value: JsonValue, user: int, stand_in: int) -> JsonValue:
    if isinstance(value, list):
        return [_without(item, user, stand_in) for item in value]
    if not isinstance(value, dict):
        return value
    if value.keys() == {"id", "name"} and value["id"] == user:
        return {"id": stand_in, "name": FORMER.name}
    if value.get("user") == user:
        value = {**value, "user": stand_in}
    return {key: _without(item, user, stand_in) for key, item in value.items()}
