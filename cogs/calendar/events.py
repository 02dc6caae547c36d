"""League nights in a server's own calendar: Discord's scheduled events."""

import logging
from datetime import UTC, datetime, timedelta
from typing import Final

import discord

from bot.tables.nights.store import StoredNight
from cogs.answers.click import Click
from cogs.layouts.night_rules import NOUNS
from cogs.trouble import DISCORD_ERRORS

__all__ = ["add_event", "remove_event"]

logger = logging.getLogger(__name__)

_A_ROUND: Final = timedelta(minutes=20)
"""About how long a round takes: an event needs an end."""


async def add_event(click: Click, stored: StoredNight, title: str) -> int | None:
    """Put a night into the server's calendar; return the event, None where that is not allowed."""
    guild, plan = click.guild, stored.plan
    if guild is None or guild.me is None or not _may(guild.me.guild_permissions):
        return None
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
            location=f"#{channel.name}" if channel is not None else "Discord",
        )
    except DISCORD_ERRORS as error:
        logger.info("night %s is in no calendar: %s", plan.id, type(error).__name__)
        return None
    return event.id


async def remove_event(click: Click, stored: StoredNight) -> None:
    """Take a night that is called off out of the server's calendar."""
    if stored.event is None or stored.night.rounds or click.guild is None:
        return
    try:
        event = await click.guild.fetch_scheduled_event(stored.event)
        await event.delete()
    except DISCORD_ERRORS as error:
        logger.info("night %s stays in the calendar: %s", stored.plan.id, type(error).__name__)


def _may(allowed: discord.Permissions) -> bool:
    return allowed.administrator or allowed.create_events or allowed.manage_events
