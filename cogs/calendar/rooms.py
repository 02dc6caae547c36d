"""Where a league night is played: threads for its tables, and what keeps it from going on there."""

import asyncio
import logging
from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, TypeAlias

import discord

from bot.tables.core.errors import RefusedError
from bot.tables.nights.store import NightPlan
from cogs.causes import ALLOW, Cause, Where, cause, lacking, standing
from cogs.commands.threads import NO_PRIVATE_THREADS, PRIVATE_THREADS, has_threads
from cogs.surface.presence import has_left
from cogs.trouble import BLOCKED_TITLE, DISCORD_ERRORS

__all__ = ["ThreadRooms"]

logger = logging.getLogger(__name__)

_ArchivesAfter: TypeAlias = Literal[60, 1440, 4320, 10080]

_ARCHIVES_AFTER: Final[Mapping[str, _ArchivesAfter]] = {"live": 60, "slow": 4320}
"""Minutes without a message after which Discord hides a table's thread, by its clock."""

_AWAY: Final = "I'm no longer on this night's server, or can't reach it."

_AT_ONCE: Final = 5
"""So many people are looked for together."""

_PATIENCE: Final = 10.0
"""Seconds after which those who have not been looked for are thought to be there."""


class ThreadRooms:
    """Gives each table a thread of the night's channel, where there can be one."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def lacks(self, plan: NightPlan, *, private: bool) -> str:
        """Return why no round can begin there now, in sentences; nothing if one can."""
        guild = self._client.get_guild(plan.guild)
        if guild is None or guild.unavailable:
            return _AWAY
        there = await self._channel(guild, plan.channel)
        if there is None:
            return ""
        found = there if isinstance(there, Cause) else standing(there)
        if found is None and private:
            found = _without_private_threads(there)
        return found.text if found is not None else ""

    async def gone(self, plan: NightPlan, users: Sequence[int]) -> Collection[int]:
        """Return those of these people who have left the server, as far as Discord says so."""
        guild = self._client.get_guild(plan.guild)
        gone: list[int] = []
        if guild is None:
            return gone
        try:
            async with asyncio.timeout(_PATIENCE):
                for first in range(0, len(users), _AT_ONCE):
                    some = users[first : first + _AT_ONCE]
                    left = await asyncio.gather(*(has_left(guild, user) for user in some))
                    gone += [user for user, one in zip(some, left, strict=True) if one]
        except TimeoutError:
            logger.info("night %s: not everyone was looked for", plan.id)
        return gone

    async def room(self, plan: NightPlan, round_number: int, table: int) -> int:
        """Return the thread for a table, or the channel itself."""
        channel = self._client.get_channel(plan.channel)
        if not isinstance(channel, discord.TextChannel) or not has_threads(channel):
            return plan.channel
        try:
            thread = await _thread(channel, plan, "Round", round_number, table)
        except DISCORD_ERRORS as error:
            logger.info("no thread for a table of night %s: %s", plan.id, error)
            return plan.channel
        return thread.id

    async def private_room(
        self, plan: NightPlan, round_number: int, table: int, people: Sequence[int]
    ) -> int:
        """Return a private thread for a table, with its people in it; raises ``RefusedError``."""
        channel = self._client.get_channel(plan.channel)
        if not isinstance(channel, discord.TextChannel):
            raise RefusedError(NO_PRIVATE_THREADS)
        try:
            thread = await _thread(channel, plan, "Board", round_number, table, private=True)
        except DISCORD_ERRORS as error:
            logger.info("no private thread for a table of night %s: %s", plan.id, error)
            raise RefusedError(cause(error, channel, PRIVATE_THREADS).text) from None
        for user in people:
            try:
                await thread.add_user(discord.Object(user))
            except DISCORD_ERRORS as error:
                # Somebody who has left the server; the others play.
                logger.info("night %s: nobody new in a thread: %s", plan.id, type(error).__name__)
        return thread.id

    async def _channel(self, guild: discord.Guild, channel: int) -> Where | Cause | None:
        """Return a channel, or why it can't be used; None if nothing is known of it.

        Discord tells nothing of archived threads, so it is asked for those.
        """
        there = guild.get_channel_or_thread(channel)
        if there is not None and not (isinstance(there, discord.Thread) and there.parent is None):
            return there
        try:
            found = await self._client.fetch_channel(channel)
        except (discord.NotFound, discord.Forbidden) as error:
            return cause(error)
        except DISCORD_ERRORS:
            return None
        return found if isinstance(found, discord.abc.GuildChannel | discord.Thread) else None


async def _thread(  # noqa: PLR0913 - what it is called, and for whom it is
    channel: discord.TextChannel,
    plan: NightPlan,
    noun: str,
    round_number: int,
    table: int,
    *,
    private: bool = False,
) -> discord.Thread:
    """Make a thread for a table; by its numbers alone, where AutoMod blocks a word in its name."""
    kind = discord.ChannelType.private_thread if private else discord.ChannelType.public_thread

    async def make(name: str) -> discord.Thread:
        archived = _ARCHIVES_AFTER[plan.setup.clock.kind]
        return await channel.create_thread(
            name=name, type=kind, auto_archive_duration=archived, invitable=not private
        )

    try:
        return await make(f"{noun} {round_number} · Table {table + 1}")
    except discord.HTTPException as error:
        if error.code != BLOCKED_TITLE:
            raise
    return await make(f"{round_number} · {table + 1}")


def _without_private_threads(there: Where | Cause) -> Cause | None:
    """Return why there can be no private threads; None if there can."""
    if not isinstance(there, discord.TextChannel) or not has_threads(there):
        return Cause("There are no private threads in this channel.", "please use a text channel")
    names = lacking(there.permissions_for(there.guild.me), PRIVATE_THREADS)
    return Cause(f"I need **{'** and **'.join(names)}** there.", ALLOW) if names else None
