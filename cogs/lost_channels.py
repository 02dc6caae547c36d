"""Settings that point at channels which were deleted: cleared, and said to those who choose them.

It is noticed by Discord's event, or where such a channel is used. An id that we know nothing of may
be one that we may not see, so Discord is asked.
"""

from collections.abc import Collection, Sequence

import discord

from bot.tables.league.settings import GuildSettings, SettingValue
from bot.tables.league.store import League
from cogs.trouble import CHANNEL_GONE, is_gone

__all__ = ["clear", "lost_text", "without_lost"]


async def clear(league: League, guild: int, gone: Collection[int]) -> GuildSettings:
    """Take deleted channels out of a server's settings, and return these.

    Raises ``StoreUnavailableError``.
    """
    settings = await league.settings(guild)
    changes = _without(settings, gone)
    return await league.change_settings(guild, changes) if changes else settings


async def without_lost(
    client: discord.Client, league: League, guild: int, settings: GuildSettings
) -> GuildSettings:
    """Look whether the channels of a server's settings are there; clear those that are not.

    Raises ``StoreUnavailableError``.
    """
    server = client.get_guild(guild)
    if server is None or server.unavailable:
        return settings
    wanted = {*settings.channels, *([settings.recap] if settings.recap else [])}
    unknown = [channel for channel in wanted if server.get_channel(channel) is None]
    gone = [
        channel for channel in unknown if await is_gone(client.fetch_channel(channel), CHANNEL_GONE)
    ]
    return await clear(league, guild, gone) if gone else settings


def lost_text(settings: GuildSettings, *, here: bool = False) -> str:
    """Say what was cleared because its channel was deleted; nothing if nothing was.

    ``here``: whether others can be chosen on the same page.
    """
    told: Sequence[str] = []
    if "recap" in settings.lost:
        told = [*told, "The channel of the weekly recap was deleted, so there's no recap now."]
    if "channels" in settings.lost and settings.channels:
        told = [*told, "One of the channels for tables was deleted."]
    elif "channels" in settings.lost:
        told = [*told, "All channels for tables were deleted, so tables can be opened anywhere."]
    where = "Choose another one below." if here else "`/settings` lets you choose another one."
    return " ".join([*told, where]) if told else ""


def _without(settings: GuildSettings, gone: Collection[int]) -> dict[str, SettingValue]:
    """Return what changes in settings whose channels are gone."""
    changes: dict[str, SettingValue] = {}
    if settings.recap in gone:
        changes["recap"] = 0
    left = tuple(channel for channel in settings.channels if channel not in gone)
    if left != settings.channels:
        changes["channels"] = left
    if changes:
        changes["lost"] = tuple(sorted({*settings.lost, *changes}))
    return changes
