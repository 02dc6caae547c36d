"""The driver's connections to SQLite, and the threads in which they work: none is left behind.

Whoever reads may be cancelled at any moment, twice even. The driver then lets go of a connection
without waiting for its thread, which still wants to tell the event loop of its end; where the loop
has ended before, it dies in the attempt. And a connection that is told to stop when it has stopped
already would wait for ever.

Two private names of the driver's are used, ``_thread`` and ``_execute``: it has no public ones for
them. ``tests/db/engine/test_threads.py`` fails if a new version has them no longer.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from threading import Thread
from typing import Any
from weakref import WeakSet

import aiosqlite

__all__ = ["Threads"]

CLOSED = "connection closed"


class Threads:
    """Opens connections to one SQLite file, each in a thread of its own."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        # Weak: what was lost unclosed is to be told, as the driver does when it is collected.
        self._connections: WeakSet[_Connection] = WeakSet()
        self._threads: list[Thread] = []

    async def open(self) -> aiosqlite.Connection:
        """Open a connection; raises what the driver raises."""
        connection = _Connection(self._connect, iter_chunk_size=64)
        self._connections.add(connection)
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        self._threads.append(connection.thread)
        return await connection.opened()

    async def end(self) -> None:
        """Stop all connections, those in use too, and wait for their threads to end.

        What they are doing is done first. Whoever uses one after that gets the driver's error.
        """
        for connection in tuple(self._connections):
            connection.end()
        threads, self._threads = self._threads, []
        for thread in threads:
            # Not one that could not even be started.
            if thread.is_alive():
                await asyncio.to_thread(thread.join)


class _Connection(aiosqlite.Connection):
    """One that can be told to stop more than once."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], iter_chunk_size: int) -> None:
        super().__init__(self._open, iter_chunk_size)
        self._connect_file = connect
        self._file: sqlite3.Connection | None = None
        self._is_lost = self._is_open = self._is_unwanted = self._stopped = False
        # It must not keep a process alive that has not disposed of its engine. SQLAlchemy does the
        # same for connections that it opens itself.
        self.thread.daemon = True

    @property
    def thread(self) -> Thread:
        return self._thread

    def _open(self) -> sqlite3.Connection:
        """Open the file, in the thread."""
        self._file = self._connect_file()
        self._close_if_lost()
        return self._file

    def _close_if_lost(self) -> None:
        """Called by the loop and by the thread: whichever comes second closes."""
        if self._is_lost and self._file is not None:
            self._file.close()

    async def opened(self) -> aiosqlite.Connection:
        """Open it, unless its end is wanted meanwhile."""
        try:
            await self
        except BaseException:
            # The driver forgets what its thread may have opened, and would leave it unclosed.
            self._is_lost = True
            self._close_if_lost()
            raise
        self._is_open = True
        if self._is_unwanted:
            await self.close()
            raise sqlite3.OperationalError(CLOSED)
        return self

    def end(self) -> None:
        """Stop after what is being done, which may be opening it."""
        self._is_unwanted = True
        if self._is_open:
            self.stop()

    async def close(self) -> None:
        """Finish what is being done, and close."""
        if not self._stopped:
            await super().close()

    async def _execute(self, *work: Any, **named: Any) -> Any:  # noqa: ANN401 - the driver's own
        """Do some work in the thread: everything that a connection does comes through here."""
        if self._stopped:
            # The driver raises a ValueError, which SQLAlchemy does not translate everywhere.
            raise sqlite3.OperationalError(CLOSED)
        execute: Callable[..., Awaitable[Any]] = super()._execute
        return await execute(*work, **named)

    def stop(self) -> asyncio.Future[None] | None:
        """Stop after what is being done; the future is done then, and there is one at most."""
        if self._stopped:
            return None
        self._stopped = True
        return super().stop()
