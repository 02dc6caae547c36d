"""The connection that writes: it runs a whole transaction at a time."""

import asyncio
import contextlib
from collections.abc import Iterable
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Protocol

from sqlalchemy import Engine
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.engine.statements import Row
from db.engine.transaction import Refused, Script, Statement

if TYPE_CHECKING:
    from sqlalchemy.pool import PoolProxiedConnection

__all__ = ["Connection", "PostgresConnection", "SqliteConnection"]


class Connection(Protocol):
    """Opened when first needed, and again after a script that failed."""

    def run(self, script: Script) -> asyncio.Future[Refused]:
        """Run a script to its end, after those before it; it is under way at once.

        Raises, by the future, what it raises, and the driver's errors. Then the connection has
        been let go, and with it all that was not committed.
        """

    async def close(self) -> None:
        """Let go of it for good."""


class SqliteConnection:
    """A connection in a thread of its own, which runs a script in one go.

    A driver that is asked from the event loop for each statement wakes its thread, and is woken by
    it, so many times a transaction: that costs more than the statements.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._scripts: SimpleQueue[tuple[Script, asyncio.Future[Refused]] | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._connection: PoolProxiedConnection | None = None

    def run(self, script: Script) -> asyncio.Future[Refused]:
        """Run a script to its end."""
        ran: asyncio.Future[Refused] = asyncio.get_running_loop().create_future()
        try:
            self._start()
        except RuntimeError as error:  # The system has no thread for us.
            ran.set_exception(error)
        else:
            self._scripts.put((script, ran))
        return ran

    async def close(self) -> None:
        """Let go of it for good, and wait for the thread to end."""
        if self._thread is not None:
            self._scripts.put(None)
            await asyncio.to_thread(self._thread.join)
            self._thread = None

    def _start(self) -> None:
        if self._thread is None:
            thread = Thread(target=self._work, name="writer", daemon=True)
            thread.start()
            self._thread = thread

    def _work(self) -> None:
        """Run scripts, in the thread, until there are no more."""
        while (job := self._scripts.get()) is not None:
            script, ran = job
            try:
                refused = _run(script, self._cursor())
            except BaseException as error:  # noqa: BLE001 - whoever waits is told
                self._drop()
                _tell(ran, error)
            else:
                _tell(ran, refused)
        self._drop()

    def _cursor(self) -> DBAPICursor:
        if self._connection is None:
            self._connection = self._engine.raw_connection()
        return self._connection.cursor()

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                connection.invalidate()


def _tell(waiting: asyncio.Future[Refused], answer: Refused | BaseException) -> None:
    """Tell the event loop, from another thread, what came of a script."""

    def tell() -> None:
        if waiting.done():
            return
        if isinstance(answer, BaseException):
            waiting.set_exception(answer)
        else:
            waiting.set_result(answer)

    # Where the loop has ended meanwhile, nobody waits any more.
    with contextlib.suppress(RuntimeError):
        waiting.get_loop().call_soon_threadsafe(tell)


def _run(script: Script, cursor: DBAPICursor) -> Refused:
    try:
        statement = next(script)
        while True:
            try:
                _do(cursor, statement)
            except Exception as error:  # noqa: BLE001 - the script knows what to make of it
                statement = script.throw(error)
            else:
                statement = next(script)
    except StopIteration as end:
        refused: Refused = end.value
        return refused


def _do(cursor: DBAPICursor, statement: Statement) -> None:
    if statement.rows is None:
        cursor.execute(statement.sql)
    else:
        cursor.executemany(statement.sql, statement.rows)


class _Driver(Protocol):
    """What we need of a connection of asyncpg."""

    async def execute(self, sql: str, /) -> object: ...

    async def executemany(self, sql: str, rows: Iterable[Row], /) -> object: ...


class PostgresConnection:
    """A connection of asyncpg, without the layers that a statement of ours can spare."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None
        self._driver: _Driver | None = None

    def run(self, script: Script) -> asyncio.Future[Refused]:
        """Run a script to its end."""
        return asyncio.create_task(self._run(script), name="writer")

    async def close(self) -> None:
        """Let go of the connection."""
        connection, self._connection, self._driver = self._connection, None, None
        if connection is not None:
            with contextlib.suppress(Exception):
                await connection.invalidate()
            with contextlib.suppress(Exception):
                await connection.close()

    async def _run(self, script: Script) -> Refused:
        try:
            return await _converse(script, await self._connect())
        except BaseException:
            await self.close()
            raise

    async def _connect(self) -> _Driver:
        if self._driver is None:
            self._connection = await self._engine.connect()
            self._driver = (await self._connection.get_raw_connection()).driver_connection
        assert self._driver is not None  # noqa: S101 - a connection that is open has a driver
        return self._driver


async def _converse(script: Script, driver: _Driver) -> Refused:
    try:
        statement = next(script)
        while True:
            try:
                await _ask(driver, statement)
            except Exception as error:  # noqa: BLE001 - the script knows what to make of it
                statement = script.throw(error)
            else:
                statement = next(script)
    except StopIteration as end:
        refused: Refused = end.value
        return refused


async def _ask(driver: _Driver, statement: Statement) -> None:
    if statement.rows is None:
        await driver.execute(statement.sql)
    else:
        await driver.executemany(statement.sql, statement.rows)
