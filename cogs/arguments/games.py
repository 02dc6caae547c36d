"""The game that a command is about: the one named, else the one that people here play."""

from collections.abc import Mapping
from typing import Final

import discord
from discord import app_commands

from bot.game.contract import AnyGame
from bot.tables.core.errors import RefusedError
from cogs.answers.click import Click
from cogs.services import Services

__all__ = ["GAME_HELP", "channels_of", "game_choices", "named_game", "pick_game"]

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
    settings = await services.league.settings(guild)
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
