"""The connection for writing, which runs a whole transaction at a time, as a script.

A script is a generator that yields one statement at a time; if a statement raises, the error is
thrown into the script. So it runs in a thread as well as on an event loop.
"""

import asyncio
import contextlib
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Protocol, TypeAlias

from sqlalchemy import Delete, Dialect, Engine, Select, Update
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.engine.opening import open_sync_engine
from db.engine.statements import Answer, Prepared, Question, Row, Statement, Step, Steps

if TYPE_CHECKING:
    from sqlalchemy.pool import PoolProxiedConnection


Work: TypeAlias = Callable[[], Steps[None]]
"""Makes a part of a script that reads and writes, in the transaction of a write."""

RefusedWrites: TypeAlias = Mapping[Hashable, Exception]
"""The writes of a batch that were not made, and why."""

Script: TypeAlias = Steps[RefusedWrites]


class Connection(Protocol):
    """Opened when first used, and again after a script that failed."""

    def run(self, script: Script) -> asyncio.Future[RefusedWrites]:
        """Start a script, after those started before; the future has its result.

        The future raises what the script raises, and the driver's errors. Then the connection has
        been closed, and what was not committed is rolled back.
        """

    async def close(self) -> None:
        """Close the connection for good."""


_Job: TypeAlias = tuple[Script, asyncio.Future[RefusedWrites]]


class SqliteConnection:
    """A connection in its own thread, which runs a whole script.

    To switch between event loop and thread for each statement costs more than the statements.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._scripts: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._connection: PoolProxiedConnection | None = None

    def run(self, script: Script) -> asyncio.Future[RefusedWrites]:
        """Run a script to its end."""
        ran: asyncio.Future[RefusedWrites] = asyncio.get_running_loop().create_future()
        try:
            self._start()
        except RuntimeError as error:  # The system cannot start another thread.
            ran.set_exception(error)
        else:
            self._scripts.put((script, ran))
        return ran

    async def close(self) -> None:
        """Close the connection for good, and wait for the thread to end."""
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
        """In the thread, until :meth:`close`."""
        while (job := self._scripts.get()) is not None:
            script, ran = job
            try:
                refused = _run(script, self._cursor(), self._engine.dialect)
            except BaseException as error:  # noqa: BLE001 - the future raises it
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
            # A closed connection keeps its locks as long as anything refers to one of its cursors.
            with contextlib.suppress(Exception):
                connection.rollback()
            with contextlib.suppress(Exception):
                connection.invalidate()


def _tell(waiting: asyncio.Future[RefusedWrites], answer: RefusedWrites | BaseException) -> None:
    def tell() -> None:
        if waiting.done():
            return
        if isinstance(answer, BaseException):
            waiting.set_exception(answer)
        else:
            waiting.set_result(answer)

    # The loop may have ended meanwhile.
    with contextlib.suppress(RuntimeError):
        waiting.get_loop().call_soon_threadsafe(tell)


def _run(script: Script, cursor: DBAPICursor, dialect: Dialect) -> RefusedWrites:
    try:
        step = next(script)
        while True:
            try:
                answer = _do(cursor, _in_sql(step, dialect))
            except Exception as error:  # noqa: BLE001 - the script knows what to make of it
                step = script.throw(error)
            else:
                step = script.send(answer)
    except StopIteration as end:
        refused: RefusedWrites = end.value
        return refused


def _in_sql(step: Step, dialect: Dialect) -> Statement | Question:
    match step:
        case Statement() | Question():
            return step
        case Update() | Delete():
            return Prepared(step)({}).in_sql(dialect)
        case Select():
            return Prepared(step).ask().in_sql(dialect)
        case _:
            return step.in_sql(dialect)


def _do(cursor: DBAPICursor, step: Statement | Question) -> Answer:
    if isinstance(step, Question):
        cursor.execute(step.sql, step.values)
        return cursor.fetchall()
    if step.rows is None:
        cursor.execute(step.sql)
    else:
        cursor.executemany(step.sql, step.rows)
    return ()


class _Driver(Protocol):
    """What is used of an asyncpg connection."""

    async def execute(self, sql: str, /) -> object: ...

    async def executemany(self, sql: str, rows: Iterable[Row], /) -> object: ...

    async def fetch(self, sql: str, /, *values: object) -> Sequence[Iterable[object]]: ...


class PostgresConnection:
    """A bare asyncpg connection, without SQLAlchemy's layers, for speed."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None
        self._driver: _Driver | None = None

    def run(self, script: Script) -> asyncio.Future[RefusedWrites]:
        """Run a script to its end."""
        return asyncio.create_task(self._run(script), name="writer")

    async def close(self) -> None:
        """Close the connection."""
        connection, self._connection, self._driver = self._connection, None, None
        if connection is not None:
            with contextlib.suppress(Exception):
                await connection.invalidate()
            with contextlib.suppress(Exception):
                await connection.close()

    async def _run(self, script: Script) -> RefusedWrites:
        try:
            return await _converse(script, await self._connect(), self._engine.dialect)
        except BaseException:
            await self.close()
            raise

    async def _connect(self) -> _Driver:
        if self._driver is None:
            self._connection = await self._engine.connect()
            self._driver = (await self._connection.get_raw_connection()).driver_connection
        assert self._driver is not None  # noqa: S101 - an open connection has a driver
        return self._driver


async def _converse(script: Script, driver: _Driver, dialect: Dialect) -> RefusedWrites:
    try:
        step = next(script)
        while True:
            try:
                answer = await _ask(driver, _in_sql(step, dialect))
            except Exception as error:  # noqa: BLE001 - the script knows what to make of it
                step = script.throw(error)
            else:
                step = script.send(answer)
    except StopIteration as end:
        refused: RefusedWrites = end.value
        return refused


async def _ask(driver: _Driver, step: Statement | Question) -> Answer:
    if isinstance(step, Question):
        return [tuple(row) for row in await driver.fetch(step.sql, *step.values)]
    if step.rows is None:
        await driver.execute(step.sql)
    else:
        await driver.executemany(step.sql, step.rows)
    return ()


def writing_connection(engine: AsyncEngine, lock_timeout: float) -> Connection:
    """Return a connection for writing to an engine's database; ``lock_timeout`` is in seconds."""
    if engine.dialect.name == "sqlite":
        return SqliteConnection(open_sync_engine(engine, lock_timeout=lock_timeout))
    return PostgresConnection(engine)
