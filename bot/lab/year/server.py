"""The server of the year: the real host and storage, whose clock is moved and which can crash."""

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Final, ParamSpec, Self, TypeVar

from bot.game.contract import Seat
from bot.games.players import player_for
from bot.games.registry import GAMES
from bot.tables.core.due import next_due
from bot.tables.core.rules import HouseRules
from bot.tables.core.state import TableState
from bot.tables.hosting.host import Host
from bot.tables.hosting.ports import Ports
from bot.tables.hosting.reach import Reach
from bot.tables.hosting.table import Table
from bot.tables.hosting.thinking import Thinking
from bot.tables.leases.keeper import LeaseTerms
from bot.tables.privacy.forgetting import Forgetting
from db.maintenance.upgrade import upgrade
from db.storage import Storage, open_storage
from tests.tables.house import HandClock

__all__ = ["GUILD", "RULES", "START", "Server"]

P = ParamSpec("P")
T = TypeVar("T")

GUILD: Final = 1

START: Final = round(datetime(2027, 1, 1, 19, tzinfo=UTC).timestamp() * 1000)
"""The first evening, in milliseconds since 1970."""

RULES: Final = HouseRules(
    tables_per_channel=1000,
    tables_per_server=1000,
    tables_per_person=1000,
    kai_pace=0,
    round_pause=5,
    reminder=0,
)

_TERMS: Final = LeaseTerms(seconds=10 * 366 * 86_400, ended=lambda _: True)
"""No lease runs out within the year, and whoever had it before has crashed."""

_DOWN: Final = 300.0
"""Seconds that pass between a crash and the next start."""

_LONGEST_WAIT: Final = 0.01
"""Seconds of real time until the tables are looked at again, if none has changed."""


class Clock(HandClock):
    """The clock of one process."""

    def end(self) -> None:
        """End everything that still sleeps, with the process."""
        for _, _, waking in self._idle_tables:
            waking.cancel()


class Server:
    """A host on a SQLite file, from one crash to the next; a context manager."""

    def __init__(self, file: Path, seed: int) -> None:
        self.clock = Clock(START)
        self._drawn = random.Random(seed)  # noqa: S311 - each year goes as it went before
        self._url = f"sqlite+aiosqlite:///{file}"
        self._moved = asyncio.Event()
        self._stack = AsyncExitStack()
        self._starts = 0
        self.storage: Storage
        self.host: Host

    async def __aenter__(self) -> Self:
        """Make the database, and start."""
        await upgrade(self._url)
        await self._open()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop as it should."""
        await self.host.close()
        await self._stack.aclose()

    async def crash(self) -> None:
        """Stop in the middle of everything; another process goes on some minutes later."""
        await self.host.finish()
        await self._stack.aclose()
        self.clock.end()
        self.clock = Clock(self.clock.now())
        self.clock.jump(_DOWN)
        await self._open()

    async def settle(self, tables: Sequence[str]) -> Mapping[str, TableState]:
        """Wait until nothing is due at any of these tables; return their states."""
        while True:
            self._moved.clear()
            states = {table: (await self.host.table(table)).state for table in tables}
            if not any(map(self._is_late, states.values())):
                return states
            self.clock.advance(0)
            try:
                async with asyncio.timeout(_LONGEST_WAIT):
                    await self._moved.wait()
            except TimeoutError:
                continue

    async def table(self, table: str) -> Table:
        """Return a table."""
        return await self.host.table(table)

    async def forget(self, user: int) -> None:
        """Delete a person's data."""
        storage = self.storage
        await Forgetting(self.host, storage.store, storage.privacy, self.clock).forget(user)

    def changed(self, _table: TableState) -> None:
        """Note that a table has changed, as its surface."""
        self._moved.set()

    async def reminds(self, table: str) -> bool:  # noqa: ARG002 - the protocol's
        """Say that all reminders arrive."""
        return True

    def remind(self, table: TableState, seats: Sequence[Seat]) -> None:
        """Do nothing."""

    async def _open(self) -> None:
        self._starts += 1
        opened = open_storage(self._url, house=f"process {self._starts}")
        self.storage = await self._stack.enter_async_context(opened)
        thinking = Thinking(player_for, AtOnce())
        ports = Ports(
            self.storage.store,
            self,
            thinking,
            self.clock,
            self.storage.leases,
            self.storage.quiet_hours,
            Reach(self.clock),
        )
        self.host = Host(GAMES, ports, RULES, terms=_TERMS, draw_secret=self._drawn.randbytes)
        await self.host.wake()
        await self.host.awake.wait()

    def _is_late(self, state: TableState) -> bool:
        due = next_due(state, RULES)
        return due is not None and due.at <= self.clock.now()


class AtOnce(Executor):
    """Does everything at once, in the same thread: so a year goes the same way each time."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call a function; return a future that is done."""
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - whoever waits for the future is told
            done.set_exception(error)
        return done
