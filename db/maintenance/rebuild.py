"""Recount the league: book all results again, in order, as if they were stored one by one."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, NamedTuple

from sqlalchemy import Table, bindparam, exists, or_, select, union, update

from bot.game.contract import AnyGame
from bot.league.book import VERSION
from bot.league.results import match_result
from bot.tables.loading import state_from
from bot.tables.store import MatchResult, Phase, StoreCorruptError, StoreUnavailableError
from db import schema
from db.engine.connection import Connection, Script, writing_connection
from db.engine.failure import unavailable
from db.engine.reading import fetch
from db.engine.statements import Change, Prepared
from db.maintenance.hosting import HostedError, leases_of, leases_query
from db.maintenance.recount import AT_ONCE, RECOUNT, Recount, recount_due
from db.maintenance.upgrade import SchemaTooNewError, must_be_known, revision
from db.repositories.tables import result_rows
from db.schema import matches, results, tables
from db.storage import Storage, open_storage

_AT_ONCE: Final = 50

_OF_MATCH: Final = ("started_at", "options", "clock", "full_length", "kind")
_OF_SEAT: Final = ("own_turns", "kai_turns", "timeouts", "thought", "levels", "facts", "held")
_FILL_MATCH: Final = Prepared(
    update(matches)
    .where(matches.c.table_id == bindparam("t"), matches.c.started_at.is_(None))
    .values({name: bindparam(f"new_{name}") for name in _OF_MATCH})
)
_FILL_SEAT: Final = Prepared(
    update(results)
    .where(
        results.c.table_id == bindparam("t"),
        results.c.seat == bindparam("n"),
        results.c.own_turns.is_(None),
    )
    .values({name: bindparam(f"new_{name}") for name in _OF_SEAT})
)


class Filled(NamedTuple):
    """How many matches' results say more now, and how many logs could not be read."""

    matches: int
    unreadable: int


async def fill(
    storage: Storage,
    games: Mapping[str, AnyGame],
    guild: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Filled:
    """Replay the logs of matches whose results lack something, on one server or on all.

    ``progress`` is called now and then, with how many were replayed, and of how many. What a log
    cannot tell stays null. Raises ``StoreUnavailableError``; another run goes on from there.
    """
    lacking = await _lacking(storage, guild)
    waiting = iter(lacking)
    done = unreadable = 0
    while some := list(islice(waiting, _AT_ONCE)):
        changes: list[Change] = []
        for table in some:
            result = await _replayed(storage, games, table)
            if result is None:
                unreadable += 1
                continue
            done += 1
            rows = result_rows(result)
            changes.append(_FILL_MATCH(*_values(matches, rows[matches], _OF_MATCH)))
            changes.append(_FILL_SEAT(*_values(results, rows[results], _OF_SEAT)))
        if changes:
            await storage.writer.write({}, changes)
        if progress is not None:
            progress(done + unreadable, len(lacking))
    return Filled(done, unreadable)


async def _lacking(storage: Storage, guild: int | None) -> list[str]:
    of_match = results.c.table_id == matches.c.table_id
    query = (
        select(matches.c.table_id)
        .join(tables, tables.c.id == matches.c.table_id)
        .where(
            tables.c.phase == Phase.CLOSED.value,
            exists().where(of_match, results.c.own_turns.is_(None)),
        )
        .order_by(matches.c.finished_at, matches.c.table_id)
    )
    if guild is not None:
        query = query.where(matches.c.guild == guild)
    return [table for (table,) in await fetch(storage.engine, query)]


async def _replayed(
    storage: Storage, games: Mapping[str, AnyGame], table: str
) -> MatchResult | None:
    """Return a match's result as its log has it; None if that cannot be read."""
    try:
        entries = await storage.store.load(table)
        return match_result(await asyncio.to_thread(state_from, table, entries, games))
    except StoreCorruptError:
        return None


def _values(table: Table, rows: Any, names: tuple[str, ...]) -> Iterator[Mapping[str, Any]]:  # noqa: ANN401 - as read
    for row in rows:
        by_name = dict(zip(table.c.keys(), row, strict=True))
        filled = {f"new_{name}": by_name[name] for name in names}
        yield {"t": by_name["table_id"], "n": by_name.get("seat"), **filled}


logger = logging.getLogger(__name__)

BOOK: Final = "book"
"""The milestone that says by which version of the book the league is counted."""

EVERY: Final = 5
"""Seconds between two lines about progress."""

LOCK_TIMEOUT: Final = 60.0
"""Seconds to wait for a lock; nobody plays meanwhile."""


class RebuildError(Exception):
    """The league was not recounted, or not all of it; ``str`` says why, in a sentence."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What was done."""

    servers: int
    matches: int
    filled: int
    """About which more is stored now, from their logs."""
    unreadable: int
    """Whose logs cannot be read."""


async def rebuild(
    url: str, games: Mapping[str, AnyGame], guild: int | None = None, *, at_once: int = AT_ONCE
) -> Rebuilt:
    """Recount the league of all servers, or of one.

    What results lack is first read from the logs that are still there. Each server has a
    transaction of its own: if it fails, the old figures stay. ``at_once``: matches in memory.

    Raises :class:`RebuildError`, also while a bot hosts tables of these servers.
    """
    await check(url)
    try:
        async with open_storage(url, lock_timeout=LOCK_TIMEOUT) as storage:
            return await _rebuild(storage, games, guild, at_once)
    except StoreUnavailableError as error:
        raise RebuildError(f"The league was not recounted: {error}.") from error


async def catch_up(
    url: str, games: Mapping[str, AnyGame], *, tell: Callable[[str], None] = logger.info
) -> None:
    """Recount what an upgrade has left, while no bot hosts; raises :class:`RebuildError`."""
    try:
        async with open_storage(url, lock_timeout=LOCK_TIMEOUT) as storage:
            await count_due(storage, games, tell=tell)
    except StoreUnavailableError as error:
        raise RebuildError(f"The league was not recounted: {error}.") from error


async def count_due(
    storage: Storage,
    games: Mapping[str, AnyGame],
    *,
    ours: str | None = None,
    covers: Callable[[int], bool] = bool,
    tell: Callable[[str], None] = logger.info,
) -> None:
    """Recount the league of the servers whose figures are from before an upgrade, and say so.

    Each server has a transaction that notes it, so whatever ends this, the next call goes on from
    there. ``ours`` is the name of this process if it has the leases of the servers that it
    ``covers``. Raises :class:`RebuildError`, ``StoreUnavailableError``.
    """
    if due := [guild for guild in await _due(storage) if covers(guild)]:
        await _count(storage, games, due, ours, tell)


async def _due(storage: Storage) -> Sequence[int]:
    """Return the servers that are to be counted again: all of them if the book is another one."""
    kept = schema.milestones.c
    book = or_(kept.name == BOOK, kept.name.startswith(RECOUNT))
    noted = dict(await fetch(storage.engine, select(kept.name, kept.value).where(book)))
    if noted.pop(BOOK, None) != VERSION:
        noted |= {recount_due(guild): VERSION for guild in await _guilds(storage, ())}
        rows = [(name, VERSION, time.time_ns() // 1_000_000) for name in (BOOK, *noted)]
        await storage.writer.write({schema.milestones: rows})
    return sorted(int(name.removeprefix(RECOUNT)) for name in noted)


async def _count(
    storage: Storage,
    games: Mapping[str, AnyGame],
    due: Sequence[int],
    ours: str | None,
    tell: Callable[[str], None],
) -> None:
    tell(f"the league is being counted again after an upgrade; servers: {len(due)}")
    recount = Recount(storage.engine.dialect)
    connection = writing_connection(storage.engine, LOCK_TIMEOUT)
    try:
        for done, guild in enumerate(due):
            where = f"the league: server {done + 1} of {len(due)}"
            told = _Told(tell, f"{where}, matches completed from their logs")
            await fill(storage, games, guild, told.progress)
            users = (await _users(storage, guild)).get(guild, ())
            await _recount(connection, recount.script(guild, users, ours), done)
            tell(f"{where} is counted, {recount.matches} matches so far")
    except asyncio.CancelledError:
        recount.stopped = True
        raise
    finally:
        await connection.close()
    tell("the league is counted")


class _Told:
    """Tells of progress, at most every few seconds."""

    def __init__(self, tell: Callable[[str], None], what: str) -> None:
        self._tell, self._what = tell, what
        self._next = time.monotonic() + EVERY

    def progress(self, done: int, of: int) -> None:
        if time.monotonic() > self._next:
            self._next = time.monotonic() + EVERY
            self._tell(f"{self._what}: {done} of {of}")


async def check(url: str) -> None:
    """Raise :class:`RebuildError` unless there is a database of this version's schema."""
    try:
        found = await revision(url)
        must_be_known(found)
    except SchemaTooNewError as error:
        raise RebuildError(str(error)) from error
    except (StoreUnavailableError, OSError) as error:
        raise RebuildError(f"The database can't be used: {error}.") from error
    if found.current is None:
        raise RebuildError("There is no database of this bot yet.")
    if not found.up_to_date:
        raise RebuildError(
            f"The database's schema is {found.current}, and this version of the bot wants "
            f"{found.head}. Run `python -m bot db upgrade` first."
        )


async def _rebuild(
    storage: Storage, games: Mapping[str, AnyGame], guild: int | None, at_once: int
) -> Rebuilt:
    users = await _users(storage, guild)
    guilds = await _guilds(storage, {*users}) if guild is None else [guild]
    await _check_leases(storage, guilds)
    filled = await fill(storage, games, guild)
    recount = Recount(storage.engine.dialect, at_once)
    connection = writing_connection(storage.engine, LOCK_TIMEOUT)
    try:
        for done, number in enumerate(guilds):
            await _recount(connection, recount.script(number, users.get(number, ())), done)
    finally:
        await connection.close()
    return Rebuilt(len(guilds), recount.matches, filled.matches, filled.unreadable)


async def _recount(connection: Connection, script: Script, done: int) -> None:
    try:
        await connection.run(script)
    except Exception as error:
        # The drivers' own errors have nothing in common.
        why = str(error) if isinstance(error, HostedError) else f"{unavailable(error)}."
        before = f"Servers that are recounted: {done}; all others are as they were. "
        raise RebuildError(f"{before if done else ''}{why}") from error


async def _check_leases(storage: Storage, guilds: Iterable[int]) -> None:
    found = await fetch(storage.engine, leases_query(storage.engine.dialect.name))
    for guild in guilds:
        try:
            leases_of(guild, found)
        except HostedError as error:
            raise RebuildError(str(error)) from error


async def _guilds(storage: Storage, more: Iterable[int]) -> Sequence[int]:
    lines = (schema.totals, schema.bests, schema.ratings, schema.versus, schema.facts)
    kept = (schema.matches, *lines)
    every = union(*(select(table.c.guild) for table in kept)).subquery()
    rows = await fetch(storage.engine, select(every.c.guild))
    return sorted({*more, *(guild for (guild,) in rows)})


async def _users(storage: Storage, guild: int | None) -> Mapping[int, Sequence[int]]:
    """Return who has a history, by server: a single look at a table that has no index for it."""
    query = select(schema.history.c.guild, schema.history.c.user_id).distinct()
    if guild is not None:
        query = query.where(schema.history.c.guild == guild)
    found: dict[int, list[int]] = {}
    for number, user in await fetch(storage.engine, query):
        found.setdefault(number, []).append(user)
    return found
