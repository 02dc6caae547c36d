"""Run a query and fetch its rows; queries over many rows have a pool of connections of their own.

So no move ever waits for such a heavy read. Each line (a server or a person) has at most one in
progress, and the lines take turns, so that one server's reads cannot hold up another's.
"""

import asyncio
from collections.abc import AsyncIterator, Hashable, Sequence
from contextlib import asynccontextmanager
from typing import Final, TypeVarTuple

from sqlalchemy import Row, Select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.tables.quotas import RoundRobin
from db.engine.failure import DATABASE_ERRORS, unavailable

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


async def fetch(engine: AsyncEngine, query: Select[*Ts]) -> Sequence[Row[*Ts]]:
    """Run a query, and return its rows; raises ``StoreUnavailableError``."""
    try:
        async with connected(engine) as connection:
            return (await connection.execute(query)).all()
    except DATABASE_ERRORS as error:
        raise unavailable(error) from error


AT_ONCE: Final = 4
"""Heavy reads in progress at once, each on its own connection."""


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
        """Hand out free slots to those who wait."""
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
