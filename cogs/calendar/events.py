"""League nights in a server's own calendar: Discord's scheduled events."""

import logging
from datetime import UTC, datetime, timedelta
from typing import Final

import discord

from bot.face.markdown import shorten
from bot.tables.nights.store import StoredNight
from cogs.causes import ALLOW, Cause, cause, code_of
from cogs.layouts.night_rules import NOUNS
from cogs.layouts.room import EVENT_PLACE
from cogs.services import Services
from cogs.trouble import DISCORD_ERRORS, is_gone

__all__ = ["DELETED", "Events", "add_event", "remove_event"]

logger = logging.getLogger(__name__)

DELETED: Final = 0
"""The event of a night that somebody took out of the calendar: it stays out."""

SELDOM: Final = 600_000
"""Milliseconds, at least, between two attempts at an event that Discord refuses."""

_A_ROUND: Final = timedelta(minutes=20)
"""About how long a round takes: an event needs an end."""

_EVENT_GONE: Final = 10070

_FORBIDDEN: Final = Cause("I need **Create Events** on this server.", ALLOW)


class Events:
    """Looks after the events of the nights of one process. Calls raise ``StoreUnavailableError``.

    To be told of events by Discord, we'd need an intent for every server's calendar.
    """

    def __init__(self, client: discord.Client, services: Services) -> None:
        self._client = client
        self._services = services
        self._tried: dict[str, int] = {}
        """When it was last tried to put each night into the calendar."""

    async def look_after(self, stored: StoredNight) -> bool:
        """Note an event that was deleted, and make one that couldn't be made before.

        Returns whether something is to be told. Nothing is looked for once a night has begun.
        """
        plan, night = stored.plan, stored.night
        guild, now = self._client.get_guild(plan.guild), self._services.time.now()
        if guild is None or night.rounds or night.form == "round robin" or now >= plan.starts_at:
            self._tried.pop(plan.id, None)
            return False
        event = stored.event
        if event is None:
            event = await self._made_now(guild, stored, now)
        elif event != DELETED and await is_gone(guild.fetch_scheduled_event(event), _EVENT_GONE):
            event = DELETED
        if event == stored.event or stored.message is None:
            return False
        await self._services.nights.nights.show(plan.id, plan.channel, stored.message, event)
        return True

    async def _made_now(self, guild: discord.Guild, stored: StoredNight, now: int) -> int | None:
        """Make a night's event if we may by now; not each minute where Discord refuses it."""
        night = stored.plan.id
        if guild.me is None or not _may(guild.me.guild_permissions):
            return None
        if now - self._tried.get(night, 0) < SELDOM:
            return None
        self._tried[night] = now
        event, _ = await add_event(guild, stored, self._title(stored))
        return event

    def _title(self, stored: StoredNight) -> str:
        game = stored.plan.setup.game
        return self._services.games[game].title if game in self._services.games else game


async def add_event(
    guild: discord.Guild | None, stored: StoredNight, title: str
) -> tuple[int | None, str]:
    """Put a night into a server's calendar; return the event, or why there is none."""
    plan = stored.plan
    if guild is None or guild.me is None or not _may(guild.me.guild_permissions):
        return None, _FORBIDDEN.text
    begins = datetime.fromtimestamp(plan.starts_at / 1000, UTC)
    channel = guild.get_channel_or_thread(plan.channel)
    try:
        event = await guild.create_scheduled_event(
            name=f"{NOUNS[stored.night.form].capitalize()}: {title}",
            description="Press I'm in below the message in the channel.",
            start_time=begins,
            end_time=begins + plan.rounds * _A_ROUND,
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
            location=shorten(f"#{channel.name}", EVENT_PLACE) if channel is not None else "Discord",
        )
    except DISCORD_ERRORS as error:
        logger.info("night %s is in no calendar: %s", plan.id, type(error).__name__)
        found = cause(error)
        return None, _FORBIDDEN.text if code_of(error) == 50013 else found.text
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


def _may(allowed: discord.Permissions) -> bool:
    return allowed.administrator or allowed.create_events or allowed.manage_events
