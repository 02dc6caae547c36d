"""The writer: group commit, that is, all queued writes go into one transaction.

Writes that come during a commit make up the next one. So a single write is not delayed, and many
share the cost of a commit.
"""

import asyncio
from collections.abc import Callable, Hashable, Sequence
from contextvars import Context
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from time import perf_counter
from typing import Final, TypeAlias

from sqlalchemy import Dialect, Table

from bot.tables.entries import Entry
from bot.tables.store import LeaseLostError, SchemaChangedError, StoreUnavailableError
from db.engine.connection import Connection, RefusedWrites, Script, Work
from db.engine.failure import WriteRefusedError, is_database_failure, unavailable, write_error
from db.engine.statements import Change, Question, Row, Rows, Statement, Steps, writing_sql


@dataclass(slots=True, eq=False)
class QueuedWrite:
    """Rows and changes to write together, and the future of the caller."""

    rows: Rows
    changes: Sequence[Change]
    done: asyncio.Future[None]
    refused: Callable[[WriteRefusedError], Exception] | None = None
    """Makes the error to raise if a constraint refuses the rows."""
    work: Work | None = None
    """What to do after the rows and the changes, by what is stored then."""


Batch: TypeAlias = Sequence[QueuedWrite]

REVISION: Final = "SELECT version_num FROM alembic_version"
"""Asks for the schema's revision, which Alembic has written."""

_STATE: Final = "SELECT version_num, (SELECT count(*) FROM ({held}) AS held) FROM alembic_version"

_HELD: Final = {
    "sqlite": "SELECT 1 FROM leases WHERE house = ?",
    # They can't be taken away before the transaction ends. Renewing them waits for nothing.
    "postgresql": "SELECT 1 FROM leases WHERE house = $1 FOR KEY SHARE",
}


def check_schema(revision: str) -> Steps[None]:
    """Raise ``SchemaChangedError`` if the schema is another one; until the end nobody upgrades."""
    if (yield Question(REVISION, ())) != [(revision,)]:
        raise SchemaChangedError


class Transactions:
    """Makes the scripts, in the SQL of a dialect, for a database with a certain schema.

    Each looks first whether the schema and the leases are what they were. An upgrade, and who takes
    the leases, wait for those who have looked; after it this process writes nothing more, however
    long it was suspended.
    """

    def __init__(self, dialect: Dialect, revision: str, house: str) -> None:
        """``house`` is this process's name in its leases."""
        self.held = 0
        """How many leases it must hold to write: none before it has claimed any."""
        self._revision = revision
        self._state = Question(_STATE.format(held=_HELD[dialect.name]), (house,))
        self._sql = writing_sql(dialect)
        self._begin = Statement("BEGIN IMMEDIATE" if dialect.name == "sqlite" else "BEGIN")

    def commit(self, batch: Batch) -> Script:
        """Commit a batch, without the writes that are refused; return those.

        Raises if the database itself fails; then the state of the transaction is unknown.
        """
        yield from self._open()
        try:
            yield from self._insert(batch)
        except Exception as error:
            if is_database_failure(error):
                raise
            yield Statement("ROLLBACK")
            return (yield from self._commit_apart(batch))
        yield Statement("COMMIT")
        return {}

    def _commit_apart(self, batch: Batch) -> Script:
        """Try the writes one by one, in savepoints, and commit those that succeed."""
        refused: dict[Hashable, Exception] = {}
        yield from self._open()
        for write in batch:
            yield Statement("SAVEPOINT one")
            try:
                yield from self._insert([write])
            except Exception as error:
                if is_database_failure(error):
                    raise
                refused[write] = write_error(error)
                yield Statement("ROLLBACK TO SAVEPOINT one")
            yield Statement("RELEASE SAVEPOINT one")
        yield Statement("COMMIT")
        return refused

    def _open(self) -> Steps[None]:
        yield self._begin
        [(revision, held)] = yield self._state
        if revision != self._revision:
            raise SchemaChangedError
        if held < self.held:
            raise LeaseLostError

    def _insert(self, batch: Batch) -> Steps[None]:
        rows: dict[Table, list[Row]] = {}
        for write in batch:
            for table, some in write.rows.items():
                rows.setdefault(table, []).extend(some)
        for table, sql in self._sql.items():
            if table in rows:
                keys = len(table.primary_key)
                # Processes that take locks in the same order cannot deadlock.
                rows[table].sort(key=itemgetter(slice(keys)))
                yield Statement(sql, rows[table])
        yield from (change for write in batch for change in write.changes)
        for write in batch:
            if write.work is not None:
                yield from write.work()


class Watcher:
    """Called by the storage; this one does nothing. No call may block or raise."""

    def stored(self, table: str, entries: Sequence[Entry]) -> None:
        """Entries of a table have been committed."""

    def committed(self, writes: int, refused: int, seconds: float) -> None:
        """A transaction of ``writes`` writes was committed, without the ``refused`` ones."""

    def failed(self, writes: int) -> None:
        """A transaction of ``writes`` writes failed."""


class Writer:
    """Writes rows through its own connection."""

    def __init__(
        self, connection: Connection, transactions: Transactions, watcher: Watcher | None = None
    ) -> None:
        self._connection = connection
        self._transactions = transactions
        self._watcher = watcher or Watcher()
        self._queue: list[QueuedWrite] = []
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False
        # An empty context, because a batch is not about one table: see log_context.
        self._context = Context()

    @property
    def queued(self) -> int:
        """How many writes are queued for the next transaction."""
        return len(self._queue)

    def write(
        self,
        rows: Rows,
        changes: Sequence[Change] = (),
        refused: Callable[[WriteRefusedError], Exception] | None = None,
        work: Work | None = None,
    ) -> asyncio.Future[None]:
        """Queue rows and changes to write, all or none; the future is done after the commit.

        ``work`` is done after them in the same transaction, by what is stored then.

        The future raises :class:`WriteRefusedError`, or what ``refused`` makes of it, or
        :class:`StoreUnavailableError`. Then nothing was written, unless the database vanished
        during the commit. If it is cancelled before the transaction begins, nothing is written;
        after that, all or nothing.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self._closed:
            done.set_exception(StoreUnavailableError("the storage is closed"))
            return done
        self._queue.append(QueuedWrite(rows, changes, done, refused, work))
        if self._idle.is_set():
            self._idle.clear()
            # Not at once, so that writes of the same loop iteration share the transaction.
            done.get_loop().call_soon(self._write_next, context=self._context)
        return done

    async def close(self) -> None:
        """Refuse new writes, finish queued writes, and close the connection."""
        self._closed = True
        await self._idle.wait()
        await self._connection.close()

    def _write_next(self) -> None:
        batch = [write for write in self._queue if not write.done.cancelled()]
        self._queue.clear()
        if not batch:
            self._idle.set()
            return
        ran = self._connection.run(self._transactions.commit(batch))
        settle = partial(self._settle, batch, perf_counter())
        ran.add_done_callback(settle, context=self._context)

    def _settle(self, batch: Batch, began: float, ran: asyncio.Future[RefusedWrites]) -> None:
        error = asyncio.CancelledError() if ran.cancelled() else ran.exception()
        if error is None:
            refused = ran.result()
            self._watcher.committed(len(batch), len(refused), perf_counter() - began)
            for write in batch:
                _release(write, refused.get(write))
        else:
            self._watcher.failed(len(batch))
            for write in batch:
                _release(write, unavailable(error))
        self._write_next()


def _release(write: QueuedWrite, error: Exception | None) -> None:
    if write.done.done():
        return
    if error is None:
        write.done.set_result(None)
    elif isinstance(error, WriteRefusedError) and write.refused is not None:
        write.done.set_exception(write.refused(error))
    else:
        write.done.set_exception(error)
