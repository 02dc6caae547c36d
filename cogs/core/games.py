"""The game that a command is about: the one named, else the one last played in the channel."""

import asyncio
import logging
from collections.abc import Collection, Mapping, Sequence
from typing import Final

import discord
from cachetools import LRUCache
from discord import app_commands

from bot.game.contract import AnyGame
from bot.tables.command import RefusedError
from bot.tables.host import Host
from bot.tables.store import StoreUnavailableError
from cogs.core.click import Click
from cogs.services import Services
from db.repositories.boards import Boards

GAME_HELP: Final = "Which game. Leave it out for the one last played in this channel."

_MOST_THREADS: Final = 50


def game_choices(games: Mapping[str, AnyGame]) -> list[app_commands.Choice[str]]:
    """Return the games to choose from."""
    return [app_commands.Choice(name=game.title, value=name) for name, game in games.items()]


def named_game(games: Mapping[str, AnyGame], name: str) -> AnyGame:
    """Return the game of this name; ``RefusedError`` if there is none."""
    game = games.get(name)
    if game is None:
        raise RefusedError("There is no such game here.")
    return game


async def pick_game(services: Services, click: Click, name: str | None) -> AnyGame:
    """Return the game named, else the last one opened or played in the channel of a click.

    Where nothing was played yet, it is the server's usual game, else the first game of all.
    """
    games = services.games
    if name is not None:
        return named_game(games, name)
    guild = click.guild_id
    if guild is None:
        return next(iter(games.values()))
    last = await services.last_games.of(guild, channels_of(click.channel))
    if last is not None and last in games:
        return games[last]
    settings = await services.storage.league.settings(guild)
    usual = settings.default_game
    return games[usual] if usual in games else next(iter(games.values()))


def channels_of(channel: object) -> tuple[int, ...]:
    """Return the ids of a channel and its threads, or of a thread and the channel that it is in.

    A table in a thread of its own counts for the channel, and the other way round.
    """
    if isinstance(channel, discord.Thread):
        return (channel.id, channel.parent_id)
    if isinstance(channel, discord.TextChannel):
        return (channel.id, *(thread.id for thread in channel.threads[-_MOST_THREADS:]))
    return (channel.id,) if isinstance(channel, discord.abc.GuildChannel) else ()


logger = logging.getLogger(__name__)

REMEMBERED: Final = 5_000
"""Channels."""

PATIENCE: Final = 0.5
"""Seconds. Heavy reads of a server wait for each other, and opening a table is not to wait too."""


class LastGames:
    """Knows each channel's last game: from what was opened here, else from the finished matches."""

    def __init__(self, host: Host, boards: Boards) -> None:
        self._host = host
        self._boards = boards
        self._known: LRUCache[int, str | None] = LRUCache(REMEMBERED)
        """The names of games by channel; None where nothing was played."""

    def opened(self, channels: Collection[int | None], game: str) -> None:
        """Note that a table was opened in one of these channels, which belong together."""
        for channel in channels:
            if channel is not None:
                self._known[channel] = game

    async def of(self, guild: int, channels: Sequence[int]) -> str | None:
        """Return the last game of the first channel or of those that belong to it; None if none.

        Where the records cannot be read soon enough, it is None, and asked again the next time.
        """
        if not channels:
            return None
        here = channels[0]
        if here not in self._known:
            try:
                async with asyncio.timeout(PATIENCE):
                    self._known[here] = await self._look_up(guild, channels)
            except (StoreUnavailableError, TimeoutError) as error:
                logger.info("the last game of channel %s is not known: %s", here, error)
                return None
        return self._known[here]

    async def _look_up(self, guild: int, channels: Sequence[int]) -> str | None:
        tables = (found for found in self._host.tables_in(guild) if found.channel in channels)
        unfinished = next(tables, None)
        if unfinished is not None:
            return unfinished.game
        return await self._boards.latest_game(guild, channels)
