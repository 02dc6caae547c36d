"""Heavy reads: those that look through much, such as standings, away from all others.

They have connections of their own, so that nothing at a table ever waits for one of them. Each
line, a server's or a person's, has one read under way at most, and the lines take turns: so
nobody's heavy reads hold up those of another server either.
"""

import asyncio
from collections.abc import AsyncIterator, Hashable, Sequence
from contextlib import asynccontextmanager
from typing import Final, TypeVarTuple

from sqlalchemy import Row, Select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.tables.hosting.round_robin import RoundRobin
from db.engine.reading import fetch

__all__ = ["AT_ONCE", "HeavyReads", "Turns"]

AT_ONCE: Final = 4
"""Heavy reads of different lines that are under way at once, each on a connection."""

Ts = TypeVarTuple("Ts")


class Turns:
    """So many turns at once, one a line at most; the lines take turns."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._busy: set[Hashable] = set()
        self._waiting: RoundRobin[tuple[Hashable, asyncio.Future[None]]] = RoundRobin()

    def __len__(self) -> int:
        """Return how many wait for their turn."""
        return len(self._waiting)

    @asynccontextmanager
    async def turn(self, line: Hashable) -> AsyncIterator[None]:
        """Wait for a turn of a line, and have it for the body."""
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
        """Give turns to those who wait, as long as there are any to be had."""
        while self._free and (found := self._waiting.take(self._busy)):
            line, turn = found
            if turn.cancelled():  # Its task is about to learn of it.
                continue
            self._busy.add(line)
            self._free -= 1
            turn.set_result(None)


class HeavyReads:
    """Reads in turns, on connections of their own: the engine has :data:`AT_ONCE` of them."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._turns = Turns(AT_ONCE)

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return len(self._turns)

    async def fetch(self, line: Hashable, query: Select[*Ts]) -> Sequence[Row[*Ts]]:
        """Return a query's rows, in the turn of a line; raises ``StoreUnavailableError``."""
        async with self._turns.turn(line):
            return await fetch(self.engine, query)
