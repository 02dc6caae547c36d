"""The bot as a process: started, asked to stop, killed, started again."""

import asyncio
import json
import os
import signal
import socket
import sqlite3
import sys
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tests.helpers import PATIENCE, not_none, until
from tests.wire.launch import API, GATEWAY
from tests.wire.stand_in import StandIn
from tests.wire.stand_in.server import TOKEN

ROOT = Path(__file__).parents[2]

QUICK: Mapping[str, str] = {
    "CARDS_KAI_PACE_SECONDS": "0",
    "CARDS_EDIT_INTERVAL_SECONDS": "0",
    "CARDS_ROUND_PAUSE_SECONDS": "0",
    "CARDS_REMINDER_SHARE": "0",
    "CARDS_REVIEW_EVERY_MATCH": "false",
    "CARDS_EMOJIS_PER_MINUTE": "0",
}
"""Settings without any waiting but for people and clocks."""


class Nursery:
    """A process that forks bots, see :mod:`tests.wire.launch`."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._started: asyncio.Queue[int] = asyncio.Queue()
        self._ends: dict[int, asyncio.Future[int]] = {}
        self._listening = asyncio.create_task(self._listen())

    async def start(self, args: list[str], env: Mapping[str, str], log: Path) -> int:
        """Start a command of the bot; return the number of its process."""
        assert self._process.stdin is not None
        order = {"args": args, "env": dict(env), "log": str(log)}
        self._process.stdin.write(json.dumps(order).encode() + b"\n")
        return await self._started.get()

    async def end(self, number: int) -> int:
        """Wait for a process to end; return its exit status, a signal's number below zero."""
        return await asyncio.shield(self._end(number))

    async def close(self) -> None:
        for number, end in self._ends.items():
            if not end.done():
                with suppress(ProcessLookupError):
                    os.kill(number, signal.SIGKILL)
        not_none(self._process.stdin).close()
        await self._process.wait()
        await self._listening

    async def _listen(self) -> None:
        async for line in not_none(self._process.stdout):
            told = json.loads(line)
            if "started" in told:
                self._end(told["started"])
                self._started.put_nowait(told["started"])
            else:
                self._end(told["ended"]).set_result(told["status"])

    def _end(self, number: int) -> asyncio.Future[int]:
        if number not in self._ends:
            self._ends[number] = asyncio.get_running_loop().create_future()
        return self._ends[number]


@asynccontextmanager
async def nursery() -> AsyncIterator[Nursery]:
    """Open a nursery; leaving kills all its bots."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.wire.launch"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
    )
    opened = Nursery(process)
    try:
        yield opened
    finally:
        await opened.close()


@dataclass(slots=True)
class BotProcess:
    """One bot that can be started many times; ``folder`` has its database and its log."""

    discord: StandIn
    nursery: Nursery
    folder: Path
    settings: Mapping[str, str] = field(default_factory=dict)
    """Further settings, as environment variables."""
    command: Sequence[str] = ("run",)
    """``run``, or ``bare``, ``held``, ``trapped`` for :mod:`tests.wire.bare_bot` and so on.

    ``quick`` is the bot with reviews that take a second: :mod:`tests.review.quickly`.
    """
    name: str = "bot"
    number: int = 0

    @property
    def database_url(self) -> str:
        """The database, a file unless the settings say otherwise."""
        own = f"sqlite+aiosqlite:///{self.folder / 'cards.db'}"
        return self.settings.get("DATABASE_URL", own)

    @property
    def log(self) -> str:
        """Everything that it has logged, over all its starts."""
        file = self.folder / f"{self.name}.log"
        return file.read_text(encoding="utf-8") if file.exists() else ""

    async def start(self, *, ready: bool = True) -> None:
        """Start it; return when each guild's shard is connected, or at once."""
        env = {
            "PATH": os.environ["PATH"],
            "DISCORD_TOKEN": TOKEN,
            **QUICK,
            "DATABASE_URL": self.database_url,
            **self.settings,
            API: self.discord.api_url,
            GATEWAY: self.discord.state.gateway_url,
        }
        self.number = await self.nursery.start(
            list(self.command), env, self.folder / f"{self.name}.log"
        )
        self.discord.processes.add(self.number)
        if ready:
            await self.ready()

    async def ready(self) -> None:
        """Wait until it is connected for every guild; raises ``TimeoutError``."""
        for guild in self.discord.state.guilds:
            await self.discord.gateway.wait_for(guild.id)

    def kill(self, number: int = signal.SIGKILL) -> None:
        """Send it a signal, if it was ever started: number 0 would be this very process group."""
        if not self.number:
            return
        with suppress(ProcessLookupError):
            os.kill(self.number, number)

    async def end(self) -> int:
        """Wait for it to end; return its exit status, a signal's number below zero."""
        status = await self.nursery.end(self.number)
        self.discord.processes.discard(self.number)
        return status

    async def crash(self) -> None:
        """Kill it and wait until it is gone, and its connections with it."""
        if not self.number:
            return
        self.kill()
        await self.end()
        await self.discord.gateway.gone()

    async def stopped(self) -> int:
        """Wait, as long as a busy machine needs, for a stop to end it; return its status."""
        async with asyncio.timeout(PATIENCE):
            return await self.end()

    async def says(self, words: str) -> None:
        """Wait until it says something in its log; raises ``TimeoutError``."""
        await until(lambda: words in self.log)

    def another(self, name: str = "second", **settings: str) -> "BotProcess":
        """Return another process of the same bot, with the same database, not started."""
        return replace(self, name=name, number=0, settings={**self.settings, **settings})

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lock its database, so that it can neither read nor write it."""
        with closing(sqlite3.connect(self.folder / "cards.db", isolation_level=None)) as database:
            database.execute("BEGIN EXCLUSIVE")
            yield
            database.execute("ROLLBACK")


def read_file(file: Path, query: str, *values: str | int) -> Sequence[tuple[Any, ...]]:
    """Return what a bot's SQLite file holds, while it runs or after it was killed."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        return connection.execute(query, values).fetchall()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        found: int = probe.getsockname()[1]
        return found
