"""Threads for tables: whether there can be one, making it, and clearing it away."""

import logging
from typing import Final, TypeAlias

import discord

from bot.face.markdown import plain
from bot.face.names import called
from bot.game.contract import AnyGame
from bot.tables.core.errors import RefusedError
from cogs.answers.click import Click
from cogs.arguments.people import person
from cogs.causes import cause
from cogs.trouble import BLOCKED_TITLE

__all__ = [
    "NO_PRIVATE_THREADS",
    "PRIVATE_THREADS",
    "Where",
    "clear_away",
    "has_private_threads",
    "has_threads",
    "new_thread",
    "where",
]

logger = logging.getLogger(__name__)

Where: TypeAlias = discord.abc.GuildChannel | discord.Thread

NO_PRIVATE_THREADS: Final = (
    "A duplicate night needs private threads, so that nobody sees the cards of another table. "
    "Please plan it in a text channel in which I may **Create Private Threads** and "
    "**Send Messages in Threads**."
)

PRIVATE_THREADS: Final = ("create_private_threads", "send_messages_in_threads")
"""The permissions that private threads take."""

_REFUSED: Final = (400, 403)
"""What Discord answers where there can be no thread."""

_THREAD_ARCHIVES_AFTER: Final = 1440
"""Minutes without a message after which Discord hides a table's thread: a day."""


def where(click: Click) -> Where:
    """Return the channel or thread of a click; ``RefusedError`` outside of servers."""
    channel = click.channel
    if channel is None or isinstance(channel, discord.DMChannel | discord.GroupChannel):
        raise RefusedError("A table needs a channel of a server.")
    return channel


def has_threads(channel: object) -> bool:
    """Whether tables can have threads of their own in this channel."""
    return isinstance(channel, discord.TextChannel) and not channel.is_news()


def has_private_threads(channel: object) -> bool:
    """Whether the bot may open private threads in this channel, and write in them."""
    if not isinstance(channel, discord.TextChannel) or not has_threads(channel):
        return False
    may = channel.permissions_for(channel.guild.me)
    return may.create_private_threads and may.send_messages_in_threads


async def new_thread(click: Click, game: AnyGame, parent: discord.TextChannel) -> discord.Thread:
    """Make a thread for a table; ``RefusedError`` where Discord allows none.

    It is called by the host's name, unless the server's AutoMod blocks that.
    """
    try:
        try:
            return await _thread(parent, f"{game.title} with {plain(called(person(click).name))}")
        except discord.HTTPException as error:
            if error.code != BLOCKED_TITLE:
                raise
        return await _thread(parent, game.title)
    except discord.HTTPException as error:
        if error.status not in _REFUSED:
            raise
        logger.info("no thread in channel %s: %s", parent.id, error)
        why = cause(error, parent, ("view_channel", "create_public_threads"))
        raise RefusedError(f"I can't make a thread in {parent.mention}. {why.text}") from None


async def _thread(parent: discord.TextChannel, name: str) -> discord.Thread:
    return await parent.create_thread(
        name=name,
        type=discord.ChannelType.public_thread,
        auto_archive_duration=_THREAD_ARCHIVES_AFTER,
    )


async def clear_away(click: Click, place: Where) -> None:
    """Remove the thread of a table that could not be opened there, or at least archive it."""
    if place.id == click.channel_id or not isinstance(place, discord.Thread):
        return
    try:
        await place.delete()
    except discord.Forbidden:
        await place.edit(archived=True)
