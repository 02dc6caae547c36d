"""Processes that host tables, see :mod:`tests.db.tenant`, as the tests handle them."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.helpers import PATIENCE, until


@dataclass(slots=True)
class Process:
    """One of the processes; ``log`` is what it writes to its log."""

    running: asyncio.subprocess.Process
    log: Path

    async def says(self) -> str:
        """Return its next line, or nothing after its end."""
        assert self.running.stdout is not None
        async with asyncio.timeout(PATIENCE):
            return (await self.running.stdout.readline()).decode().strip()

    async def hosts(self) -> None:
        assert await self.says() == "hosting", self.log.read_text()

    async def moves(self, orders: int, told: int | None = None) -> list[str]:
        """Let it make this many moves; return the first lines about them, all if not told."""
        assert self.running.stdin is not None
        self.running.stdin.write(f"{orders}\n".encode())
        await self.running.stdin.drain()
        return [await self.says() for _ in range(orders if told is None else told)]

    async def plays_to_the_end(self) -> list[str]:
        """Let it play its one match to its end; return what it said about its moves."""
        lines = await self.moves(100_000, 1)
        while not lines[-1].startswith("over"):
            lines.append(await self.says())
        return lines[:-1]

    def signal(self, number: signal.Signals) -> None:
        self.running.send_signal(number)

    async def is_waiting(self) -> None:
        """Wait until it says in its log that it waits for someone's leases."""
        await until(lambda: "waiting for shard" in self.log.read_text())

    async def rest(self) -> list[str]:
        """Return all it still says until its end."""
        assert self.running.stdout is not None
        async with asyncio.timeout(PATIENCE):
            return (await self.running.stdout.read()).decode().splitlines()

    async def ended(self) -> int:
        async with asyncio.timeout(PATIENCE):
            return await self.running.wait()


@dataclass(slots=True)
class Landlord:
    """Starts processes on one database."""

    url: str
    folder: Path
    processes: list[Process]

    async def start(self, count: int, numbers: str, *options: str, seconds: float = 15) -> Process:
        """Start a process for some shards; it may have to wait before it hosts."""
        log = self.folder / f"process{len(self.processes)}.log"
        arguments = (self.url, str(count), numbers, str(seconds), *options)
        with log.open("wb") as errors:
            running = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.db.tenant", *arguments),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=errors,
            )
        self.processes.append(Process(running, log))
        return self.processes[-1]


@asynccontextmanager
async def letting(url: str, folder: Path) -> AsyncIterator[Landlord]:
    """Have processes on a database; whatever is left of them is killed."""
    landlord = Landlord(url, folder, [])
    try:
        yield landlord
    finally:
        for process in landlord.processes:
            if process.running.returncode is None:
                process.running.kill()
            await process.running.communicate()
