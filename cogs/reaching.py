"""Who can be reached: what the gateway, the servers and Discord's answers tell about it."""

import asyncio
import contextlib
import logging
from time import monotonic
from typing import Final

import discord
from discord.ext import commands
from discord.http import Route

from bot.tables.hosting.reach import server, shard
from cogs.pulse import Pulse
from cogs.services import Services
from cogs.trouble import DISCORD_ERRORS

__all__ = ["Reaching"]

logger = logging.getLogger(__name__)

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
        """Shards that were connected and are not."""
        self._time = services.time
        self._pulse = Pulse(client, self._reach, self._time)
        self._answers = services.answers
        self._task: asyncio.Task[None] | None = None
        self._answers.doubted = self._doubted

    async def cog_unload(self) -> None:
        """Look no more."""
        await self._pulse.close()
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

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
        """Clicks come, but not from servers that are unavailable.

        discord.py says it some seconds after it has connected; by then the line may be down again.
        """
        for guild in self._client.guilds:
            if guild.shard_id == number:
                self._look_at(guild)
        if number not in self._down and not self._client.shards[number].is_closed():
            self._reach.found(shard(number))

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Nobody can play on this server."""
        self._reach.lost(server(guild.id))

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """People can play on it again."""
        self._look_at(guild)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """People can play on it."""
        self._look_at(guild)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """It has removed the bot, which is something else: its matches pause."""
        self._reach.found(server(guild.id))

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Whoever clicks can be reached."""
        if interaction.guild_id is not None:
            self._reach.heard_from(interaction.guild_id)

    def _look_at(self, guild: discord.Guild) -> None:
        if guild.unavailable:
            self._reach.lost(server(guild.id))
        else:
            self._reach.found(server(guild.id))

    def _doubted(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._look_after(), name="looking after answers")

    async def _look_after(self) -> None:
        """Ask Discord something as long as it is doubtful whether it answers."""
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
