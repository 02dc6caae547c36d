"""The writer: group commit, that is, all queued writes go into one transaction.

Writes are queued while a transaction is being committed, and make up the next one. So a single
write is not delayed, and many writes share the cost of a commit.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextvars import Context
from functools import partial
from time import perf_counter
from typing import Protocol

from bot.tables.entries import Entry
from bot.tables.store import StoreUnavailableError
from db.engine.connection import Connection
from db.engine.failure import WriteRefusedError, unavailable
from db.engine.statements import Change, Rows
from db.engine.transaction import Batch, QueuedWrite, RefusedWrites, Transactions, Work


class Watcher(Protocol):
    """Called by the storage. No call may block or raise."""

    def stored(self, table: str, entries: Sequence[Entry]) -> None:
        """Entries of a table have been committed."""

    def committed(self, writes: int, refused: int, seconds: float) -> None:
        """A transaction of ``writes`` writes was committed, without the ``refused`` ones."""

    def failed(self, writes: int) -> None:
        """A transaction of ``writes`` writes failed."""


class NullWatcher:
    """A watcher that does nothing."""

    def stored(self, table: str, entries: Sequence[Entry]) -> None:
        """Do nothing."""

    def committed(self, writes: int, refused: int, seconds: float) -> None:
        """Do nothing."""

    def failed(self, writes: int) -> None:
        """Do nothing."""


class Writer:
    """Writes rows through its own connection."""

    def __init__(
        self, connection: Connection, transactions: Transactions, watcher: Watcher | None = None
    ) -> None:
        self._connection = connection
        self._transactions = transactions
        self._watcher = watcher or NullWatcher()
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
        during the commit. If the future is cancelled before the transaction begins, nothing is
        written; after that, all or nothing.
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
        """Start the next transaction, if any writes are queued."""
        batch = [write for write in self._queue if not write.done.cancelled()]
        self._queue.clear()
        if not batch:
            self._idle.set()
            return
        ran = self._connection.run(self._transactions.commit(batch))
        settle = partial(self._settle, batch, perf_counter())
        ran.add_done_callback(settle, context=self._context)

    def _settle(self, batch: Batch, began: float, ran: asyncio.Future[RefusedWrites]) -> None:
        """Set the result of each write of a batch, and go on with the next batch."""
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
