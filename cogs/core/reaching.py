"""Who can be reached: what the gateway, the servers and Discord's answers tell about it."""

import asyncio
import contextlib
import logging
from dataclasses import dataclass
from time import monotonic, perf_counter
from typing import Final

import discord
from discord.ext import commands
from discord.gateway import DiscordWebSocket, KeepAliveHandler
from discord.http import Route

from bot.tables.clock import Time
from bot.tables.reach import Reach, server, shard
from cogs.core.requests import DISCORD_ERRORS
from cogs.core.work import cancelled
from cogs.services import Services

logger = logging.getLogger(__name__)

BEAT: Final = 5.0
"""Seconds between two heartbeats. Discord takes 120 messages a minute, and we send hardly any."""

PATIENCE: Final = 3.0
"""Seconds that the answer to a heartbeat may take; clicks that took longer could not be answered,
so the line counts as silent.
"""

GIVEN_UP: Final = 30.0
"""Seconds without a sign of life after which discord.py connects again, by a resume."""

BETWEEN_LOOKS: Final = 1.0
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

    async def beat(self, least: float = BETWEEN_LOOKS) -> None:
        """Send a heartbeat, unless one was sent fewer than this many seconds ago."""
        if perf_counter() - self.beaten_at < least:
            return
        self.beaten_at = perf_counter()
        if self.heard_at >= self.waits_since:
            self.waits_since = self.beaten_at
        with contextlib.suppress(*DISCORD_ERRORS, RuntimeError):
            async with asyncio.timeout(BETWEEN_LOOKS):
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
        await cancelled(self._task)

    def alive_until(self, number: int) -> int:
        """Return until when a shard's lost line was alive, in milliseconds since 1970."""
        line, now = self._lines.get(number), perf_counter()
        if (
            line is None
            or line.waits_since <= line.heard_at
            or now - line.waits_since < BETWEEN_LOOKS
        ):
            return self._reach.now()
        return self._reach.now() - round((now - line.heard_at) * 1000)

    async def prove(self, number: int) -> None:
        """Ask for a sign of life; return when it has come, or when the shard counts as lost."""
        asked = perf_counter()
        while (line := self._line(number)) and line.answered_at <= asked:
            if self._closing or shard(number) in self._reach.failed:
                return
            if perf_counter() - asked > PATIENCE:
                self._fall_silent(number, line)
            else:
                await line.beat()
                await self._time.sleep(0.02)

    async def _work(self) -> None:
        while True:
            looked_at = perf_counter()
            await self._time.sleep(BETWEEN_LOOKS)
            # The process was stopped, or held up: whatever has come since waited in vain.
            stood = perf_counter() - looked_at > BETWEEN_LOOKS + PATIENCE
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
        await line.beat(BETWEEN_LOOKS if stood_since else BEAT)

    def _fall_silent(self, number: int, line: _Line, since: float | None = None) -> None:
        if line.silent_since is None:
            logger.warning("nothing comes from the gateway for shard %s", number)
            line.silent_since = line.heard_at
        age = perf_counter() - (line.heard_at if since is None else min(since, line.heard_at))
        self._reach.lost(shard(number), self._reach.now() - round(age * 1000))

    def _line(self, number: int) -> _Line | None:
        """Return a shard's line; None without one, and where Discord is simulated above it."""
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


LOOK: Final = 5
"""Seconds between two looks at whether Discord answers, once it has failed to."""

QUIET: Final = 90.0
"""Seconds without any request of play after which one is not waited for, if Discord answers others:
messages that failed are tried again within a minute.
"""


class Reaching(commands.Cog):
    """Listens to what comes and goes between the bot and people."""

    def __init__(self, client: discord.AutoShardedClient, services: Services) -> None:
        self._client = client
        self._reach = services.host.reach
        self._down: set[int] = set()
        self._time = services.time
        self._pulse = Pulse(client, self._reach, self._time)
        self._answers = services.answers
        self._task: asyncio.Task[None] | None = None
        self._answers.doubted = self._doubted

    async def cog_unload(self) -> None:
        """Look no more."""
        await self._pulse.close()
        await cancelled(self._task)

    @commands.Cog.listener()
    async def on_shard_disconnect(self, number: int) -> None:
        """No click comes from this shard's servers."""
        self._down.add(number)
        self._reach.lost(shard(number), self._pulse.alive_until(number))

    @commands.Cog.listener()
    async def on_shard_connect(self, number: int) -> None:
        """The line is there, and the servers soon."""
        self._down.discard(number)
        self._pulse.start(number)

    @commands.Cog.listener()
    async def on_shard_resumed(self, number: int) -> None:
        """Clicks come again."""
        self._down.discard(number)
        self._reach.found(shard(number))

    @commands.Cog.listener()
    async def on_shard_ready(self, number: int) -> None:
        """Clicks come, said some seconds late: by then the line may be down again."""
        for guild in self._client.guilds:
            if guild.shard_id == number:
                self._look_at(guild)
        if number not in self._down and not self._client.shards[number].is_closed():
            self._reach.found(shard(number))

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Nobody can play on this server."""
        self._reach.lost(server(guild.id))

    @commands.Cog.listener("on_guild_available")
    @commands.Cog.listener("on_guild_join")
    async def on_guild_there(self, guild: discord.Guild) -> None:
        """People can play on it, or can again."""
        self._look_at(guild)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """It has removed the bot, which is something else: its matches pause."""
        self._reach.found(server(guild.id))

    def _look_at(self, guild: discord.Guild) -> None:
        if guild.unavailable:
            self._reach.lost(server(guild.id))
        else:
            self._reach.found(server(guild.id))

    def _doubted(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._look_after(), name="looking after answers")

    async def _look_after(self) -> None:
        while self._answers.doubtful:
            await self._time.sleep(LOOK if self._answers.lost else 1)
            try:
                await self._client.http.request(Route("GET", "/users/@me"))
            except DISCORD_ERRORS as error:
                logger.debug("Discord does not answer: %s", type(error).__name__)
                self._answers.failed()
            else:
                if not self._answers.lost or monotonic() - self._answers.asked_at > QUIET:
                    self._answers.succeeded()
