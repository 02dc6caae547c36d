"""Connections of tests: whose threads they are, and reads that are held up."""

import asyncio
import threading
from collections.abc import Sequence

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.util import await_only


def connection_threads() -> Sequence[threading.Thread]:
    """Return those of the driver that there are, in the whole process."""
    return [thread for thread in threading.enumerate() if "connection_worker" in thread.name]


class Held:
    """Blocks reads about some servers, once they have a connection of the engine."""

    def __init__(self, engine: AsyncEngine, *guilds: int) -> None:
        self.begun: asyncio.Queue[int] = asyncio.Queue()
        """The server of each read that has begun."""
        self.most = 0
        """The greatest number of reads in progress at once."""
        self._under_way = 0
        self._go_on = {guild: asyncio.Event() for guild in guilds}
        event.listen(engine.sync_engine, "before_cursor_execute", self._hold)

    def release(self, guild: int) -> None:
        """Let all reads about a server go on."""
        self._go_on[guild].set()

    def _hold(
        self, _c: object, _d: object, _sql: str, values: tuple[object, ...], *_more: object
    ) -> None:
        for guild in self._go_on.keys() & set(values):
            self._under_way += 1
            self.most = max(self.most, self._under_way)
            self.begun.put_nowait(int(str(guild)))
            try:
                await_only(self._go_on[guild].wait())
            finally:
                self._under_way -= 1
