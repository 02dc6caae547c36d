"""Whether the gateway's lines are alive: heartbeats of our own, and their answers.

A line can fall silent without being closed. discord.py beats every 41 seconds, so it would find out
after a minute or two.
"""

import asyncio
import contextlib
import logging
from dataclasses import dataclass
from time import perf_counter
from typing import Final

import discord
from discord.gateway import DiscordWebSocket, KeepAliveHandler

from bot.tables.hosting.ports import Time
from bot.tables.hosting.reach import Reach, shard
from cogs.trouble import DISCORD_ERRORS

__all__ = ["GIVEN_UP", "Pulse"]

logger = logging.getLogger(__name__)

BEAT: Final = 5.0
"""Seconds between two heartbeats. Discord takes 120 messages a minute, and we send hardly any."""

PATIENCE: Final = 3.0
"""Seconds that the answer to a heartbeat may take; clicks that took longer could not be answered,
so the line counts as silent.
"""

GIVEN_UP: Final = 30.0
"""Seconds without a sign of life after which discord.py connects anew, by a resume."""

LOOK: Final = 1.0
"""Seconds between two looks at all lines, and at least between two heartbeats on one."""


@dataclass(slots=True)
class _Line:
    """One connection, in seconds of ``perf_counter``, by which discord.py goes."""

    socket: DiscordWebSocket
    keeper: KeepAliveHandler
    beaten_at: float = 0.0
    waits_since: float = 0.0
    """The first heartbeat after which nothing came, if nothing has come since."""
    silent_since: float | None = None
    """What came last before it counted as silent; None while it doesn't."""

    @property
    def is_silent(self) -> bool:
        """Whether nothing at all has come since a heartbeat that has waited long enough."""
        return self.heard_at < self.waits_since < perf_counter() - PATIENCE

    @property
    def heard_at(self) -> float:
        """When anything came last."""
        return self.keeper._last_recv  # noqa: SLF001 - the library tells it in no other way

    @property
    def answered_at(self) -> float:
        """When a heartbeat was answered last; whatever was sent before that has come, too."""
        return self.keeper._last_ack  # noqa: SLF001 - as above

    async def beat(self, least: float = LOOK) -> None:
        """Send a heartbeat, unless one was sent less than so many seconds ago."""
        if perf_counter() - self.beaten_at < least:
            return
        self.beaten_at = perf_counter()
        if self.heard_at >= self.waits_since:
            self.waits_since = self.beaten_at
        with contextlib.suppress(*DISCORD_ERRORS, RuntimeError):
            async with asyncio.timeout(LOOK):
                await self.socket.send_heartbeat(self.keeper.beat())


class Pulse:
    """Feels the lines of all shards, and tells the reach of those that are dead."""

    def __init__(self, client: discord.AutoShardedClient, reach: Reach, time: Time) -> None:
        self._client = client
        self._time = time
        self._reach = reach
        self._lines: dict[int, _Line] = {}
        self._task: asyncio.Task[None] | None = None
        self._closing = False
        reach.ask_by(self.prove)

    def start(self, number: int) -> None:
        """Begin to feel the lines, now that a shard is connected; not in a simulated Discord."""
        if self._task is None and self._line(number) is not None:
            self._task = asyncio.create_task(self._work(), name="the gateway's pulse")

    async def close(self) -> None:
        """Cancel the task, and ask for nothing any more."""
        self._closing = True
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def alive_until(self, number: int) -> int:
        """Return until when a shard's line that is lost now was alive, in milliseconds since 1970.

        That is now, unless it had left a heartbeat unanswered.
        """
        line, now = self._lines.get(number), perf_counter()
        if line is None or line.waits_since <= line.heard_at or now - line.waits_since < LOOK:
            return self._reach.now()
        return self._reach.now() - round((now - line.heard_at) * 1000)

    async def prove(self, number: int) -> None:
        """Ask for a sign of life; return when it has come, or when the shard counts as lost.

        A line that is made anew meanwhile has shown one.
        """
        asked = perf_counter()
        while (line := self._line(number)) and line.answered_at <= asked:
            if self._closing or self._reach.is_lost(shard(number)):
                return
            if perf_counter() - asked > PATIENCE:
                self._fall_silent(number, line)
            else:
                await line.beat()
                await self._time.sleep(0.02)

    async def _work(self) -> None:
        while True:
            looked_at = perf_counter()
            await self._time.sleep(LOOK)
            # The process was stopped, or held up: whatever has come since waited in vain.
            stood = perf_counter() - looked_at > LOOK + PATIENCE
            for number in self._client.shards:
                try:
                    await self._feel(number, looked_at if stood else None)
                except Exception:  # Without heartbeats every line would be given up.
                    logger.exception("the line of shard %s could not be felt", number)

    async def _feel(self, number: int, stood_since: float | None) -> None:
        if self._client.shards[number].is_closed():
            self._reach.lost(shard(number), self.alive_until(number))
            return
        line = self._line(number)
        if line is None:
            return
        if line.silent_since is not None and line.heard_at > line.silent_since:
            line.silent_since = None
            self._reach.found(shard(number))
        if line.is_silent or stood_since is not None:
            self._fall_silent(number, line, stood_since)
        await line.beat(LOOK if stood_since else BEAT)

    def _fall_silent(self, number: int, line: _Line, since: float | None = None) -> None:
        """Count a line as lost since something came last, or earlier; until something comes."""
        if line.silent_since is None:
            logger.warning("nothing comes from the gateway for shard %s", number)
            line.silent_since = line.heard_at
        age = perf_counter() - (line.heard_at if since is None else min(since, line.heard_at))
        self._reach.lost(shard(number), self._reach.now() - round(age * 1000))

    def _line(self, number: int) -> _Line | None:
        """Return a shard's line; None without one, and where Discord is simulated above it.

        What is remembered of a line ends with it.
        """
        if number not in self._client.shards:
            return None
        socket = self._client._get_websocket(shard_id=number)  # noqa: SLF001 - no other way to beat
        if not isinstance(socket, DiscordWebSocket) or not socket.open:
            return None
        keeper = socket._keep_alive  # noqa: SLF001 - as above
        if keeper is None:
            return None
        line = self._lines.get(number)
        if line is None or line.keeper is not keeper:
            line = self._lines[number] = _Line(socket, keeper)
        return line
