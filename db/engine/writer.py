"""The group-committing writer: all that is waiting goes into one transaction.

While a transaction is being committed, further writes gather; they are the next one. So a lonely
write never waits for company, and a crowd shares the price of a commit.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextvars import Context
from functools import partial
from time import perf_counter

from bot.tables.core.store import StoreUnavailableError
from db.engine.connection import Connection
from db.engine.failure import WriteRefusedError, unavailable
from db.engine.statements import Change, Rows
from db.engine.transaction import Batch, Refused, Transactions, Waiting
from db.engine.watcher import Unwatched, Watcher

__all__ = ["Writer"]


class Writer:
    """Writes rows through one connection of its own."""

    def __init__(
        self, connection: Connection, transactions: Transactions, watcher: Watcher | None = None
    ) -> None:
        self._connection = connection
        self._transactions = transactions
        self._watcher = watcher or Unwatched()
        self._waiting: list[Waiting] = []
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False
        # It works for everybody, so in nobody's context: not at one table, as the log would say.
        self._context = Context()

    @property
    def waiting(self) -> int:
        """How many writes wait for the next transaction."""
        return len(self._waiting)

    def write(
        self,
        rows: Rows,
        changes: Sequence[Change] = (),
        refused: Callable[[WriteRefusedError], Exception] | None = None,
    ) -> asyncio.Future[None]:
        """Write rows and make changes, all or none; the future is done after the commit.

        Raises, by the future, :class:`WriteRefusedError`, or what ``refused`` makes of it, or
        :class:`StoreUnavailableError`; then nothing was written, unless the database vanished in
        the very commit. Cancelled before its transaction begins, nothing is written; later, all
        or nothing is.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self._closed:
            done.set_exception(StoreUnavailableError("the storage is closed"))
            return done
        self._waiting.append(Waiting(rows, changes, done, refused))
        if self._idle.is_set():
            self._idle.clear()
            # Not at once: others who are about to write are company.
            done.get_loop().call_soon(self._write_next, context=self._context)
        return done

    async def close(self) -> None:
        """Take nothing more, finish what is waiting, and let go of the connection."""
        self._closed = True
        await self._idle.wait()
        await self._connection.close()

    def _write_next(self) -> None:
        """Set the next transaction going, if there is anything to write."""
        batch = [waiting for waiting in self._waiting if not waiting.done.cancelled()]
        self._waiting.clear()
        if not batch:
            self._idle.set()
            return
        ran = self._connection.run(self._transactions.commit(batch))
        settle = partial(self._settle, batch, perf_counter())
        ran.add_done_callback(settle, context=self._context)

    def _settle(self, batch: Batch, began: float, ran: asyncio.Future[Refused]) -> None:
        """Release everybody in a batch, whatever came of it, and go on."""
        error = asyncio.CancelledError() if ran.cancelled() else ran.exception()
        if error is None:
            refused = ran.result()
            self._watcher.committed(len(batch), len(refused), perf_counter() - began)
            for waiting in batch:
                _release(waiting, refused.get(waiting))
        else:
            self._watcher.failed(len(batch))
            for waiting in batch:
                _release(waiting, unavailable(error))
        self._write_next()


def _release(waiting: Waiting, error: Exception | None) -> None:
    if waiting.done.done():
        return
    if error is None:
        waiting.done.set_result(None)
    elif isinstance(error, WriteRefusedError) and waiting.refused is not None:
        waiting.done.set_exception(waiting.refused(error))
    else:
        waiting.done.set_exception(error)
