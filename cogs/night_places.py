"""Where a league night is played: threads for its tables, and what keeps it from going on there."""

import asyncio
import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final, Literal, TypeAlias

import discord

from bot.face.markdown import shorten
from bot.night.plan import NightPlan, StoredNight
from bot.tables.command import RefusedError
from cogs.core.page import EVENT_PLACE
from cogs.core.permissions import ALLOW, Cause, Where, cause, code_of, lacking, needs, standing
from cogs.core.requests import BLOCKED_TITLE, DISCORD_ERRORS, is_gone
from cogs.night_page import game_title
from cogs.play.opening import NO_PRIVATE_THREADS, PRIVATE_THREADS, has_threads
from cogs.play.surface import has_left
from cogs.services import Services

logger = logging.getLogger(__name__)

_ArchivesAfter: TypeAlias = Literal[60, 1440, 4320, 10080]

_ARCHIVES_AFTER: Final[Mapping[str, _ArchivesAfter]] = {"live": 60, "slow": 4320}
"""Minutes without a message after which Discord hides a table's thread, by its clock."""

_AT_ONCE: Final = 5
"""The number of people who are looked for together."""

_PATIENCE: Final = 10.0
"""Seconds after which those who have not been looked for are thought to be there."""

DELETED: Final = 0
"""The event of a night that someone took out of the calendar: it stays out."""

SELDOM: Final = 600_000
"""Milliseconds, at least, between two attempts at an event that Discord refuses."""

_A_ROUND: Final = timedelta(minutes=20)
"""About how long a round takes: an event needs an end."""

_EVENT_GONE: Final = 10070

_FORBIDDEN: Final = Cause("I need **Create Events** on this server.", ALLOW)


class ThreadRooms:
    """Gives each table a thread of the night's channel, where there can be one."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def lacks(self, plan: NightPlan, *, private: bool) -> str:
        """Return why no round can begin there now, in sentences; nothing if one can."""
        guild = self._client.get_guild(plan.guild)
        if guild is None or guild.unavailable:
            return "I can't reach this night's server."
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

    async def room(
        self, plan: NightPlan, round_number: int, table: int, people: Sequence[int] | None = None
    ) -> int:
        """Return a table's thread, private with ``people``, or the channel; ``RefusedError``."""
        channel, private = self._client.get_channel(plan.channel), people is not None
        if not isinstance(channel, discord.TextChannel) or not (private or has_threads(channel)):
            if private:
                raise RefusedError(NO_PRIVATE_THREADS)
            return plan.channel
        try:
            thread = await _thread(channel, plan, round_number, table, private=private)
        except DISCORD_ERRORS as error:
            logger.info("no thread for a table of night %s: %s", plan.id, error)
            if private:
                raise RefusedError(cause(error, channel, PRIVATE_THREADS).text) from None
            return plan.channel
        for user in people or ():
            try:
                await thread.add_user(discord.Object(user))
            except DISCORD_ERRORS as error:
                # Someone who has left the server; the others play.
                logger.info("night %s: nobody new in a thread: %s", plan.id, type(error).__name__)
        return thread.id

    async def _channel(self, guild: discord.Guild, channel: int) -> Where | Cause | None:
        """Return a channel, or why it can't be used; None if nothing is known of it."""
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


@dataclass(frozen=True, slots=True)
class Events:
    """Looks after the nights' events. Raises ``StoreUnavailableError``.

    To be told of events by Discord, we'd need an intent for every server's calendar.
    """

    _client: discord.Client
    _services: Services
    _tried: dict[str, int] = field(init=False, default_factory=dict)
    """When it was last tried to put each night into the calendar."""

    async def look_after(self, stored: StoredNight) -> bool:
        """Note an event that was deleted, or make a missing one; return whether to tell of it."""
        plan, night = stored.plan, stored.night
        guild, now = self._client.get_guild(plan.guild), self._services.time.now()
        if guild is None or night.rounds or night.form == "round robin" or now >= plan.starts_at:
            self._tried.pop(plan.id, None)
            return False
        event = stored.event
        if event is None and now - self._tried.get(plan.id, 0) >= SELDOM and _may(guild):
            self._tried[plan.id] = now
            event, _ = await add_event(guild, stored)
        elif event and await is_gone(guild.fetch_scheduled_event(event), _EVENT_GONE):
            event = DELETED
        if event == stored.event or stored.message is None:
            return False
        await self._services.nights.nights.show(plan.id, plan.channel, stored.message, event)
        return True


async def _thread(
    channel: discord.TextChannel, plan: NightPlan, round_number: int, table: int, *, private: bool
) -> discord.Thread:
    """Make a thread for a table; by its numbers alone, where AutoMod blocks a word in its name."""
    kind = discord.ChannelType.private_thread if private else discord.ChannelType.public_thread
    noun = "Board" if private else "Round"

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
    if not isinstance(there, discord.TextChannel) or not has_threads(there):
        return Cause("There are no private threads in this channel.", "please use a text channel")
    names = lacking(there.permissions_for(there.guild.me), PRIVATE_THREADS)
    return needs(names) if names else None


async def add_event(guild: discord.Guild | None, stored: StoredNight) -> tuple[int | None, str]:
    """Put a night into a server's calendar; return the event, or why there is none."""
    plan = stored.plan
    if guild is None or not _may(guild):
        return None, _FORBIDDEN.text
    begins = datetime.fromtimestamp(plan.starts_at / 1000, UTC)
    channel = guild.get_channel_or_thread(plan.channel)
    try:
        event = await guild.create_scheduled_event(
            name=f"{stored.noun.capitalize()}: {game_title(stored.plan.setup.game)}",
            description="Press I'm in below the message in the channel.",
            start_time=begins,
            end_time=begins + plan.rounds * _A_ROUND,
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
            location=shorten(f"#{channel.name}", EVENT_PLACE) if channel is not None else "Discord",
        )
    except DISCORD_ERRORS as error:
        logger.info("night %s is in no calendar: %s", plan.id, type(error).__name__)
        return None, _FORBIDDEN.text if code_of(error) == 50013 else cause(error).text
    return event.id, ""


async def remove_event(guild: discord.Guild | None, stored: StoredNight) -> None:
    """Take a night that is called off out of the server's calendar."""
    if not stored.event or stored.night.rounds or guild is None:
        return
    try:
        event = await guild.fetch_scheduled_event(stored.event)
        await event.delete()
    except DISCORD_ERRORS as error:
        logger.info("night %s stays in the calendar: %s", stored.plan.id, type(error).__name__)


def _may(guild: discord.Guild) -> bool:
    allowed = guild.me.guild_permissions if guild.me is not None else discord.Permissions()
    return allowed.administrator or allowed.create_events or allowed.manage_events
