"""The group-committing writer: all that is waiting goes into one transaction.

While a transaction is being committed, further writes gather; they are the next one. So a lonely
write never waits for company, and a crowd shares the price of a commit.
"""

import asyncio
import contextlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.tables.store import StoreUnavailableError
from db.failure import concerns_all, failure, unavailable
from db.statements import Row, Rows, writing_sql

__all__ = ["Writer"]


class _Driver(Protocol):
    """What a connection of aiosqlite and one of asyncpg have in common."""

    async def execute(self, sql: str, /) -> object: ...

    async def executemany(self, sql: str, rows: Iterable[Row], /) -> object: ...


@dataclass(frozen=True, slots=True, eq=False)
class _Waiting:
    rows: Rows
    done: asyncio.Future[None]


class Writer:
    """Writes rows through one connection of its own, opened when first needed."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._sql = writing_sql(engine.dialect)
        self._begin = "BEGIN IMMEDIATE" if engine.dialect.name == "sqlite" else "BEGIN"
        self._connection: AsyncConnection | None = None
        self._driver: _Driver | None = None
        self._waiting: list[_Waiting] = []
        self._work: asyncio.Task[None] | None = None
        self._closed = False

    async def write(self, rows: Rows) -> None:
        """Write rows, all or none; return after the commit.

        Raises :class:`WriteRefusedError` or :class:`StoreUnavailableError`; then nothing was
        written, unless the database vanished in the very commit. Cancelled before its
        transaction begins, nothing is written; later, all or nothing is.
        """
        if self._closed:
            raise StoreUnavailableError("the storage is closed")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(rows, done))
        if self._work is None:
            self._work = asyncio.create_task(self._write_all(), name="writer")
        await done

    async def close(self) -> None:
        """Take nothing more, finish what is waiting, and let go of the connection."""
        self._closed = True
        if self._work is not None:
            await asyncio.wait([self._work])
        await self._disconnect()

    async def _write_all(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                wanted = [waiting for waiting in batch if not waiting.done.cancelled()]
                if wanted:
                    await self._write(wanted)
        finally:
            self._work = None

    async def _write(self, batch: Sequence[_Waiting]) -> None:
        """Write a batch and release everybody in it. Does not raise."""
        try:
            refused = await self._commit(batch)
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait are told
            # Without its connection, the transaction is undone.
            await self._disconnect()
            for waiting in batch:
                _release(waiting, unavailable(error))
            return
        for waiting in batch:
            _release(waiting, refused.get(waiting))

    async def _commit(self, batch: Sequence[_Waiting]) -> dict[_Waiting, Exception]:
        """Commit a batch but for those in it that are refused; return these."""
        driver = await self._connect()
        await driver.execute(self._begin)
        try:
            await self._insert(driver, batch)
        except Exception as error:
            if concerns_all(error):
                raise
            await driver.execute("ROLLBACK")
            return await self._commit_apart(driver, batch)
        await driver.execute("COMMIT")
        return {}

    async def _commit_apart(
        self, driver: _Driver, batch: Sequence[_Waiting]
    ) -> dict[_Waiting, Exception]:
        """Commit in one transaction all that can be written, tried one by one."""
        refused: dict[_Waiting, Exception] = {}
        await driver.execute(self._begin)
        for waiting in batch:
            await driver.execute("SAVEPOINT one")
            try:
                await self._insert(driver, [waiting])
            except Exception as error:
                if concerns_all(error):
                    raise
                refused[waiting] = failure(error)
                await driver.execute("ROLLBACK TO SAVEPOINT one")
            await driver.execute("RELEASE SAVEPOINT one")
        await driver.execute("COMMIT")
        return refused

    async def _insert(self, driver: _Driver, batch: Sequence[_Waiting]) -> None:
        for table, sql in self._sql.items():
            rows = [row for waiting in batch for row in waiting.rows.get(table, ())]
            if rows:
                keys = len(table.primary_key)
                # Two processes that take their locks in the same order cannot block each other.
                rows.sort(key=lambda row: row[:keys])
                await driver.executemany(sql, rows)

    async def _connect(self) -> _Driver:
        """Return the open connection, without the layers that a statement of ours can spare."""
        if self._driver is None:
            self._connection = await self._engine.connect()
            self._driver = (await self._connection.get_raw_connection()).driver_connection
        assert self._driver is not None  # noqa: S101 - a connection that is open has a driver
        return self._driver

    async def _disconnect(self) -> None:
        connection, self._connection, self._driver = self._connection, None, None
        if connection is not None:
            with contextlib.suppress(Exception):
                await connection.invalidate()
            with contextlib.suppress(Exception):
                await connection.close()


def _release(waiting: _Waiting, error: Exception | None) -> None:
    if waiting.done.done():
        return
    if error is None:
        waiting.done.set_result(None)
    else:
        waiting.done.set_exception(error)
