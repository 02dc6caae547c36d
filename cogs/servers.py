"""What becomes of tables when their servers and channels go or come back."""

import logging
from collections.abc import Collection, Iterable
from typing import Final

import discord
from discord.ext import commands

from bot.game.contract import GameError
from bot.league.settings import GuildSettings, SettingValue
from bot.tables import match
from bot.tables.command import Command, RefusedError, RestartingError
from bot.tables.host import Host
from bot.tables.store import Listing, StoreCorruptError, StoreUnavailableError
from cogs.core.requests import CHANNEL_GONE, is_gone
from cogs.services import Services
from db.repositories.league import League


async def clear(league: League, guild: int, gone: Collection[int]) -> GuildSettings:
    """Take deleted channels out of a server's settings; ``StoreUnavailableError``."""
    settings = await league.settings(guild)
    changes = _without(settings, gone)
    return await league.change_settings(guild, changes) if changes else settings


async def without_lost(
    client: discord.Client, league: League, guild: int, settings: GuildSettings
) -> GuildSettings:
    """Clear deleted channels of a server's settings; ``StoreUnavailableError``."""
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
    """Say what was cleared, if anything; ``here``: whether others can be chosen on that page."""
    told = []
    if "recap" in settings.lost:
        told.append("The channel of the weekly recap was deleted, so there's no recap now.")
    if "channels" in settings.lost and settings.channels:
        told.append("One of the channels for tables was deleted.")
    elif "channels" in settings.lost:
        told.append("All channels for tables were deleted, so tables can be opened anywhere.")
    where = "Choose another one below." if here else "`/settings` lets you choose another one."
    return " ".join([*told, where]) if told else ""


def _without(settings: GuildSettings, gone: Collection[int]) -> dict[str, SettingValue]:
    changes: dict[str, SettingValue] = {}
    if settings.recap in gone:
        changes["recap"] = 0
    left = tuple(channel for channel in settings.channels if channel not in gone)
    if left != settings.channels:
        changes["channels"] = left
    if changes:
        changes["lost"] = tuple(sorted({*settings.lost, *changes}))
    return changes


logger = logging.getLogger(__name__)

_FAILURES: Final = (RefusedError, GameError, StoreUnavailableError, StoreCorruptError)


class Servers(commands.Cog):
    """Listens to what happens to servers, channels and roles."""

    def __init__(self, client: discord.Client, services: Services) -> None:
        self._client = client
        self._host = services.host
        self._surface = services.surface
        self._hitches = services.nights.hitches
        self._league = services.storage.league

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Find out what was missed while nobody was connected: servers, channels, permissions."""
        for guild in self._client.guilds:
            self._look_again(guild.id)
        await self._host.awake.wait()
        await self._check_servers()
        await self._check_channels()

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Pause the matches of a server that has removed the bot."""
        await self._pause(self._host.tables_in(guild.id))

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Go on with the matches of a server that has the bot again."""
        self._look_again(guild.id)
        await self._go_on(self._host.tables_in(guild.id))
        try:
            await self._hitches.welcome(guild.id)
        except StoreUnavailableError as error:
            logger.warning("server %s: its nights are shown later: %s", guild.id, error)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close the tables there and in its threads, which go with it; clear settings."""
        guild = channel.guild.id
        for thread in [one for one in channel.guild.threads if one.parent_id == channel.id]:
            await self._lose(guild, thread.id)
        await self._lose(guild, channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Close the table that was there; a night goes on in the thread's channel."""
        await self._lose(thread.guild_id, thread.thread_id, thread.parent_id)

    @commands.Cog.listener()
    async def on_channel_gone(self, guild: int, channel: int) -> None:
        """Close the tables of a channel or thread; our own event, where Discord tells it late."""
        here = [found for found in self._host.tables_in(guild) if found.channel == channel]
        await _do(self._host, here, match.lose_channel, "closed: its channel is gone")

    @commands.Cog.listener("on_guild_channel_update")
    @commands.Cog.listener("on_guild_role_update")
    async def on_change(self, _: object, changed: discord.abc.GuildChannel | discord.Role) -> None:
        """Try again: the channel may be open to us now, or a role may allow us more."""
        self._look_again(changed.guild.id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """Try again: the thread may be unlocked or open now."""
        self._look_again(thread.guild_id)

    @commands.Cog.listener("on_thread_join")
    @commands.Cog.listener("on_guild_channel_create")
    async def on_new(self, there: discord.Thread | discord.abc.GuildChannel) -> None:
        """Try again: a channel that the bot may see again comes as a new one."""
        self._look_again(there.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        """Try again if the bot itself was changed; of others Discord tells nothing."""
        if member.id == member.guild.me.id:
            self._look_again(member.guild.id)

    async def _lose(self, guild: int, channel: int, parent: int | None = None) -> None:
        await self.on_channel_gone(guild, channel)
        try:
            await self._hitches.lose_channel(guild, channel, parent)
            await clear(self._league, guild, [channel])
        except StoreUnavailableError as error:  # It is noticed again where it is used.
            logger.warning(
                "server %s: channel %s is gone, and not noted: %s", guild, channel, error
            )

    def _look_again(self, guild: int) -> None:
        self._surface.look_again(guild)
        self._hitches.look_again(guild)

    async def _check_servers(self) -> None:
        tables, in_memory = self._host.listings(), frozenset(self._host.in_memory())
        there = {listing.guild for listing in tables if self._client.get_guild(listing.guild)}
        await self._pause([listing for listing in tables if listing.guild not in there])
        await self._go_on([t for t in tables if t.table in in_memory and t.guild in there])

    async def _check_channels(self) -> None:
        """Close the tables in memory whose channels were deleted while nobody was connected."""
        in_memory = frozenset(self._host.in_memory())
        for listing in self._host.listings():
            if listing.table in in_memory and await self._is_gone(listing.channel):
                await self.on_channel_gone(listing.guild, listing.channel)

    async def _is_gone(self, channel: int) -> bool:
        """Whether a channel is gone; Discord does not tell of archived threads, so it is asked."""
        there = self._client.get_channel(channel)
        if there is not None and not (isinstance(there, discord.Thread) and there.parent is None):
            return False
        return await is_gone(self._client.fetch_channel(channel), CHANNEL_GONE)

    async def _pause(self, tables: Iterable[Listing]) -> None:
        await _do(self._host, tables, match.cut_off, "paused: its server is gone")

    async def _go_on(self, tables: Iterable[Listing]) -> None:
        await _do(self._host, tables, match.reconnect, "goes on: its server is back")


async def _do(host: Host, tables: Iterable[Listing], command: Command, what: str) -> None:
    for listing in tables:
        try:
            table = await host.table(listing.table)
            before = table.state.seq
            if (await table.do(command)).seq > before:
                logger.info("table %s %s", listing.table, what)
        except RestartingError:
            return
        except _FAILURES as error:
            logger.warning("table %s: not %s: %s", listing.table, what, error)
