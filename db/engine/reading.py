"""Run a query and fetch its rows; queries over many rows have connections of their own.

So no move waits for such a heavy read. Each line (a server or a person) has at most one in
progress, and lines take turns.

aiosqlite gives each connection a thread, and none is left running after the engine is closed. A
task that reads may be cancelled at any moment, even twice. aiosqlite then drops the connection
without waiting for its thread, which fails if the event loop has ended before; and stopping a
connection a second time would wait forever. A query goes to the thread once, rather than five
times: each time costs more than most queries.

This uses private names of aiosqlite, ``_thread``, ``_execute``, ``_conn`` and ``_cursor``, as there
are no public ones. ``tests/db/engine/test_threads.py`` fails if a new version lacks them.
"""

import asyncio
import sqlite3
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Hashable,
    Iterable,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager
from functools import lru_cache
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, TypeVarTuple
from weakref import WeakSet

import aiosqlite
from aiosqlite.context import contextmanager
from sqlalchemy import ColumnElement, Row, Select, literal_column
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.league.ledger import account_of
from bot.tables.quotas import RoundRobin
from bot.tables.store import Shards
from db.engine.failure import DATABASE_ERRORS, WriteRefusedError, unavailable
from db.engine.statements import Change, Rows

if TYPE_CHECKING:
    from db.engine.connection import Work
    from db.engine.writer import Writer

CLOSED = "connection closed"

ROWS_AT_ONCE: Final = 200
"""How many rows are read with the execution of their query."""


class ConnectionThreads:
    """Opens connections to a SQLite file, each with its own thread."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        # Weak references, so that aiosqlite still warns of unclosed connections when collected.
        self._connections: WeakSet[_Connection] = WeakSet()
        self._threads: list[Thread] = []
        self._ended = False

    async def open(self) -> aiosqlite.Connection:
        """Open a connection; after :meth:`end` raises ``sqlite3.OperationalError``."""
        if self._ended:
            raise sqlite3.OperationalError(CLOSED)
        connection = _Connection(self._connect, iter_chunk_size=64)
        self._connections.add(connection)
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        self._threads.append(connection.thread)
        return await connection.opened()

    async def end(self) -> None:
        """Close all connections, even those in use, once their calls and threads have ended."""
        self._ended = True
        for connection in tuple(self._connections):
            connection.end()
        threads, self._threads = self._threads, []
        for thread in threads:
            # A thread that could not be started cannot be joined.
            if thread.is_alive():
                await asyncio.to_thread(thread.join)


class _Connection(aiosqlite.Connection):
    def __init__(self, connect: Callable[[], sqlite3.Connection], iter_chunk_size: int) -> None:
        super().__init__(self._open, iter_chunk_size)
        self._connect_file = connect
        self._file: sqlite3.Connection | None = None
        self._is_lost = self._is_open = self._is_unwanted = self._stopped = False
        # The thread must not keep a process alive that has not disposed of its engine. SQLAlchemy
        # does the same for connections that it opens itself.
        self.thread.daemon = True

    @property
    def thread(self) -> Thread:
        return self._thread

    def _open(self) -> sqlite3.Connection:
        self._file = self._connect_file()
        self._close_if_lost()
        return self._file

    def _close_if_lost(self) -> None:
        """Called by the loop and by the thread; the second call closes the file."""
        if self._is_lost and self._file is not None:
            self._file.close()

    async def opened(self) -> aiosqlite.Connection:
        """Open the connection, unless :meth:`end` was called meanwhile."""
        try:
            await self
        except BaseException:
            # aiosqlite would not close a file that its thread has opened already.
            self._is_lost = True
            self._close_if_lost()
            raise
        self._is_open = True
        if self._is_unwanted:
            await self.close()
            raise sqlite3.OperationalError(CLOSED)
        return self

    def end(self) -> None:
        """Stop after the call in progress, which may be opening it."""
        self._is_unwanted = True
        if self._is_open:
            self.stop()

    async def close(self) -> None:
        if not self._stopped:
            await super().close()

    async def _execute(self, *work: Any, **named: Any) -> Any:  # noqa: ANN401 - the driver's own
        """Run a call in the thread; all of a connection's calls come through here."""
        if self._stopped:
            # aiosqlite raises a ValueError, which SQLAlchemy does not translate everywhere.
            raise sqlite3.OperationalError(CLOSED)
        execute: Callable[..., Awaitable[Any]] = super()._execute
        return await execute(*work, **named)

    def stop(self) -> asyncio.Future[None] | None:
        """Stop after the call in progress; return a future for that, None if stopped before."""
        if self._stopped:
            return None
        self._stopped = True
        return super().stop()

    @contextmanager
    async def cursor(self) -> aiosqlite.Cursor:
        if self._stopped:
            raise sqlite3.OperationalError(CLOSED)
        return _Cursor(self, self._conn.cursor())

    async def rollback(self) -> None:
        """Roll back a transaction if there is one, which readers never begin."""
        if self._stopped or self._conn.in_transaction:
            await super().rollback()


class _Cursor(aiosqlite.Cursor):
    """A cursor that reads the first rows, which mostly are all, when it executes a query."""

    _rows: Sequence[Any] = ()
    _is_whole = True
    """Whether no row is left in the file; then its statement is over, and holds no lock."""

    async def execute(self, sql: str, parameters: Iterable[Any] | None = None) -> "_Cursor":
        execute: Callable[..., Awaitable[Sequence[Any]]] = self._execute
        self._rows = await execute(self._read, sql, parameters or ())
        self._is_whole = len(self._rows) < ROWS_AT_ONCE
        return self

    def _read(self, sql: str, parameters: Any) -> Sequence[Any]:  # noqa: ANN401 - the driver's own
        """Called in the thread."""
        return self._cursor.execute(sql, parameters).fetchmany(ROWS_AT_ONCE)

    async def fetchmany(self, size: int | None = None) -> Sequence[Any]:
        if self._rows or self._is_whole:
            size = size or self.arraysize
            rows, self._rows = self._rows[:size], self._rows[size:]
            return rows
        return [*await super().fetchmany(size)]

    async def fetchone(self) -> Any:  # noqa: ANN401 - a row of any kind
        return next(iter(await self.fetchmany(1)), None)

    async def fetchall(self) -> Sequence[Any]:
        rows, self._rows = self._rows, ()
        return rows if self._is_whole else [*rows, *await super().fetchall()]

    async def close(self) -> None:
        self._rows = ()
        if not self._is_whole:
            await super().close()


Ts = TypeVarTuple("Ts")


@asynccontextmanager
async def connected(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Take a connection from the pool, and return it even if the task is cancelled."""
    connection = await engine.connect()
    try:
        yield connection
    finally:
        # SQLAlchemy's own context manager does this in a task, which may be cancelled unstarted.
        await connection.close()


async def fetch(
    engine: AsyncEngine, query: Select[*Ts], values: Mapping[str, Any] | None = None
) -> Sequence[Row[*Ts]]:
    """Return a query's rows, with its parameters if any; raises ``StoreUnavailableError``."""
    try:
        async with connected(engine) as connection:
            return (await connection.execute(query, values)).all()
    except DATABASE_ERRORS as error:
        raise unavailable(error) from error


AT_ONCE: Final = 4
"""Heavy reads in progress, each on its own connection."""


class FairSemaphore:
    """A semaphore with at most one slot per line, whose waiting lines take turns."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._busy: set[Hashable] = set()
        self._waiting: RoundRobin[tuple[Hashable, asyncio.Future[None]]] = RoundRobin()

    def __len__(self) -> int:
        """Return how many are waiting for a slot."""
        return len(self._waiting)

    @asynccontextmanager
    async def slot(self, line: Hashable) -> AsyncIterator[None]:
        """Wait for a slot for a line, and hold it for the body."""
        mine = (line, asyncio.get_running_loop().create_future())
        self._waiting.add(line, mine)
        self._begin()
        try:
            await mine[1]
            yield
        finally:
            if mine[1].cancelled():
                self._waiting.discard(line, mine)
            else:
                self._busy.remove(line)
                self._free += 1
                self._begin()

    def _begin(self) -> None:
        while self._free and (next_one := self._waiting.take(self._busy)):
            line, granted = next_one
            if granted.cancelled():  # Its task is about to be cancelled.
                continue
            self._busy.add(line)
            self._free -= 1
            granted.set_result(None)


class HeavyReads:
    """Runs heavy reads on an engine with :data:`AT_ONCE` connections."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._semaphore = FairSemaphore(AT_ONCE)

    @property
    def queued(self) -> int:
        """How many reads are queued."""
        return len(self._semaphore)

    async def fetch(self, line: Hashable, query: Select[*Ts]) -> Sequence[Row[*Ts]]:
        """Run a query in a slot of a line; raises ``StoreUnavailableError``."""
        async with self._semaphore.slot(line):
            return await fetch(self.engine, query)


class Repository:
    """What a feature has in the database: it asks, asks for much in a line, and writes."""

    def __init__(self, engine: AsyncEngine, heavy: HeavyReads, writer: "Writer") -> None:
        self._engine = engine
        self._heavy = heavy
        self._writer = writer

    async def _fetch(self, query: Select[*Ts], **values: Any) -> Sequence[Row[*Ts]]:  # noqa: ANN401 - of any column's type
        """Run a query with these parameters; raises ``StoreUnavailableError``."""
        return await fetch(self._engine, query, values)

    async def _own_rows(self, user: int, query: Select[*Ts]) -> list[dict[str, Any]]:
        """Return rows about a person by the names of their columns, without the person's id."""
        rows = await self._heavy.fetch(account_of(user), query)
        return [{k: v for k, v in row._asdict().items() if k != "user_id"} for row in rows]

    async def _change(self, *changes: Change) -> None:
        await self._writer.write({}, changes)

    async def _is_written(
        self, rows: Rows, changes: Sequence[Change] = (), work: "Work | None" = None
    ) -> bool:
        """Write rows and changes, all or none; return False, with nothing changed, if refused."""
        try:
            await self._writer.write(rows, changes, work=work)
        except WriteRefusedError:
            return False
        return True


@lru_cache
def on_shards(guild: ColumnElement[int], shards: Shards) -> ColumnElement[bool]:
    """Return the condition for rows of these shards' servers."""
    shard = guild.bitwise_rshift(literal_column("22")) % shards.count
    return shard.in_(shards.numbers)
