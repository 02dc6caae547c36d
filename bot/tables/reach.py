"""Which servers, and whether the storage, can be reached."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from bot.tables.clock import Time
from bot.tables.store import ALL_SERVERS, Shards, shard_of

logger = logging.getLogger(__name__)


class Way(NamedTuple):
    """Something between the bot and people that can fail."""

    kind: str
    number: int = 0


ANSWERS: Final = Way("answers")
"""Discord takes what the bot posts and answers; on all servers alike."""


def shard(number: int) -> Way:
    """Return the gateway's connection for a shard's servers."""
    return Way("shard", number)


def server(guild: int) -> Way:
    """Return a server itself, which may be unavailable while others are there."""
    return Way("server", guild)


class Reach:
    """Knows since when which ways have failed (ms since 1970).

    Everything counts as reachable until :meth:`watch`; then a shard does not before it is
    connected.
    """

    def __init__(self, time: Time, shards: Shards = ALL_SERVERS) -> None:
        self._time = time
        self._shards = shards
        self.failed: dict[Way, int] = {}
        """Since when each way has failed that is not open."""
        self._changed = asyncio.Event()
        self._listeners: list[Callable[[], None]] = []
        self._ask: Callable[[int], Awaitable[None]] | None = None

    def ask_by(self, ask: Callable[[int], Awaitable[None]]) -> None:
        """Have a shard's line proven by a function, which returns once that is known."""
        self._ask = ask

    async def proven(self, guild: int) -> bool:
        """Whether people on a server can be heard right now.

        Ask before anything is taken from them because they have not acted: a line may have fallen
        silent.
        """
        if self._ask is not None and self.since(guild) is None:
            await self._ask(shard_of(guild, self._shards.count))
        return self.since(guild) is None

    def tell(self, listener: Callable[[], None]) -> None:
        """Have a function called when something was lost or found; it must not block or raise."""
        self._listeners.append(listener)

    def watch(self) -> None:
        """Count the shards of this process as lost from now on, until each is found."""
        for number in self._shards.numbers:
            self.lost(shard(number))

    def now(self) -> int:
        """Return the time."""
        return self._time.now()

    def since(self, guild: int) -> int | None:
        """Return since when a server can't be reached; None if it can."""
        if not self.failed:
            return None
        ways = (ANSWERS, shard(shard_of(guild, self._shards.count)), server(guild))
        return min((self.failed[way] for way in ways if way in self.failed), default=None)

    def everywhere(self) -> bool:
        """Whether all servers can be reached, but for those that are unavailable themselves."""
        return all(way.kind == "server" for way in self.failed)

    def lasts(self, guild: int, milliseconds: int) -> bool:
        """Whether a server has been out of reach for so long."""
        since = self.since(guild)
        return since is not None and self._time.now() - since >= milliseconds

    def lost(self, way: Way, since: int | None = None) -> None:
        """Take note that a way has failed, since now if not told; once is enough."""
        if way not in self.failed:
            self.failed[way] = self._time.now() if since is None else since
            self._tell()

    def found(self, way: Way) -> None:
        """Take note that a way is open."""
        if self.failed.pop(way, None) is not None:
            self._tell()

    def heard_from(self, guild: int) -> None:
        """Take note of an event that came from a server: the gateway is there, and so is it."""
        self.found(shard(shard_of(guild, self._shards.count)))
        self.found(server(guild))

    async def back(self, guild: int, within: float | None = None) -> bool:
        """Wait until a server can be reached, at most for some seconds; return whether it can."""
        if within is None:
            await self._back(guild)
        elif within > 0 and self.since(guild) is not None:
            waits = [
                asyncio.ensure_future(self._back(guild)),
                asyncio.ensure_future(self._time.sleep(max(0, within))),
            ]
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for wait in waits:
                    wait.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await asyncio.gather(*waits, return_exceptions=True)
        return self.since(guild) is None

    async def _back(self, guild: int) -> None:
        while self.since(guild) is not None:
            await self._changed.wait()

    def _tell(self) -> None:
        self._changed.set()  # Wakes those who wait now; the next ones wait for the next change.
        self._changed = asyncio.Event()
        for listener in self._listeners:
            listener()


class StorageFaults:
    """Logs each storage error once, until a move is saved again."""

    def __init__(self) -> None:
        self._logged: set[str] = set()
        self._refused = 0

    def failed(self, table: str, error: Exception) -> None:
        """Count a move that was not saved, and log the error if it is new."""
        self._refused += 1
        self._log_once("moves can't be saved, so none is taken", table, error)

    def unreadable(self, table: str, error: Exception) -> None:
        """Log that a table could not be read, if the error is new."""
        self._log_once("tables can't be read", table, error)

    def saved(self) -> None:
        """Log that moves are saved again, if they were not before."""
        if self._logged:
            logger.warning("moves are saved again; %d were not taken meanwhile", self._refused)
            self._logged.clear()
            self._refused = 0

    def _log_once(self, consequence: str, table: str, error: Exception) -> None:
        message = f"{consequence}: {error}"
        if message not in self._logged:
            self._logged.add(message)
            logger.error("%s (first at table %s)", message, table)
