"""The server of the year: the real host and storage, whose clock is moved and which can crash."""

import random
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot.games.registry import GAMES
from bot.privacy.forgetting import Forgetting
from bot.tables.clock import next_due
from bot.tables.host import Host
from bot.tables.leases import LeaseTerms
from bot.tables.state import TableState
from db.maintenance.upgrade import upgrade
from db.storage import Storage, open_storage
from lab import simulated
from lab.simulated import Unseen, settled
from tests.tables.house import HandClock

GUILD: Final = 1

START: Final = round(datetime(2027, 1, 1, 19, tzinfo=UTC).timestamp() * 1000)
"""The first evening, in milliseconds since 1970."""

RULES: Final = replace(simulated.RULES, round_pause=5, reminder=0)

_TERMS: Final = LeaseTerms(seconds=10 * 366 * 86_400, ended=lambda _: True)
"""No lease runs out within the year, and the process that had it before has crashed."""

_DOWN: Final = 300.0
"""Seconds that pass between a crash and the next start."""


class Server:
    """A host on a SQLite file, from one crash to the next."""

    def __init__(self, file: Path, seed: int) -> None:
        self.clock = HandClock(START)
        self._drawn = random.Random(seed)  # noqa: S311 - each year goes as it went before
        self._url = f"sqlite+aiosqlite:///{file}"
        self._surface = Unseen()
        self._stack = AsyncExitStack()
        self._starts = 0
        self.storage: Storage
        self.host: Host

    async def start(self) -> None:
        """Make the database, and begin to host."""
        await upgrade(self._url)
        await self._open()

    async def stop(self) -> None:
        """Stop as it should."""
        await self.host.close()
        await self._stack.aclose()

    async def crash(self) -> None:
        """Stop in the middle of everything; another process goes on some minutes later."""
        await self.host.finish()
        await self._stack.aclose()
        self.clock.end()
        self.clock = HandClock(self.clock.now())
        self.clock.jump(_DOWN)
        await self._open()

    async def settle(self, tables: Sequence[str]) -> Mapping[str, TableState]:
        """Wait until nothing is due at any of these tables; return their states."""

        async def read() -> Sequence[TableState]:
            return [(await self.host.table(table)).state for table in tables]

        states = await settled(read, _next_due, self.clock, self._surface.moved)
        return dict(zip(tables, states, strict=True))

    async def forget(self, user: int) -> None:
        """Delete a person's data."""
        storage = self.storage
        await Forgetting(self.host, storage.store, storage.privacy, self.clock).forget(user)

    async def _open(self) -> None:
        self._starts += 1
        opened = open_storage(self._url, house=f"process {self._starts}")
        self.storage = await self._stack.enter_async_context(opened)
        ports = simulated.ports_of(self.storage, self._surface, self.clock)
        self.host = Host(GAMES, ports, RULES, terms=_TERMS, draw_secret=self._drawn.randbytes)
        await self.host.wake()
        await self.host.awake.wait()


@asynccontextmanager
async def open_server(file: Path, seed: int) -> AsyncIterator[Server]:
    """Open a server with a new database."""
    server = Server(file, seed)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


def _next_due(state: TableState) -> int | None:
    """Return when something is due at a table by the clock."""
    due = next_due(state, RULES)
    return None if due is None else due.at
