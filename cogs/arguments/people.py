"""Who asks, where, and about whom."""

import discord

from bot.tables.core.command import Asker
from bot.tables.core.entries import Person
from bot.tables.core.errors import RefusedError
from bot.tables.core.state import TableState
from cogs.answers.click import Click
from cogs.limits.bounds import name

__all__ = ["asker", "guild_of", "person", "somebody"]


def person(click: Click) -> Person:
    """Return whoever asks, under the name they have on this server."""
    return Person(id=click.user.id, name=name(click.user.display_name))


def somebody(chosen: discord.User | discord.Member) -> Person:
    """Return a person who was chosen, under the name they have here; ``RefusedError`` for a bot."""
    if chosen.bot:
        raise RefusedError("Kai and other bots don't have results. Please choose a person.")
    return Person(id=chosen.id, name=name(chosen.display_name))


def asker(click: Click, table: TableState) -> Asker:
    """Return whoever asks, and whether they moderate the table's channel or manage the server."""
    may = click.permissions
    moderator = may.manage_guild or may.administrator or _moderates(click, table.place.channel)
    return Asker(person(click), moderator=moderator)


def guild_of(click: Click) -> int:
    """Return the server's id; all our commands are for servers only."""
    if click.guild_id is None:
        raise RefusedError("This works only on a server.")
    return click.guild_id


def _moderates(click: Click, channel: int) -> bool:
    """Whether whoever asks may manage messages in a channel, be it this one or another."""
    if channel == click.channel_id:
        return click.permissions.manage_messages
    there = click.guild.get_channel_or_thread(channel) if click.guild else None
    if there is None or not isinstance(click.user, discord.Member):
        return False
    return there.permissions_for(click.user).manage_messages
