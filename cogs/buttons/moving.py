"""Moving a lobby to a thread of its own, and back to the channel that the thread is in."""

from typing import cast

import discord

from bot.tables.core import lobby
from bot.tables.core.command import must_manage
from bot.tables.core.errors import RefusedError
from cogs.arguments.people import asker
from cogs.arguments.permissions import check_thread
from cogs.buttons.verb import Press
from cogs.causes import standing
from cogs.commands.opening import check_place, limits_of, settings_here
from cogs.commands.threads import clear_away, has_threads, new_thread
from cogs.layouts.options import Movable

__all__ = ["movable", "move_to_channel", "move_to_thread"]


def movable(press: Press) -> Movable:
    """Return where the lobby can move to from where it was clicked on."""
    here = press.click.channel
    if press.click.channel_id != press.state.place.channel:
        return ""
    if isinstance(here, discord.Thread):
        return "channel" if isinstance(here.parent, discord.TextChannel) else ""
    return "thread" if has_threads(here) else ""


async def move_to_thread(press: Press) -> str:
    """Give the lobby a thread of its own; return what to say then. Raises ``RefusedError``."""
    _must_be_allowed(press, "thread")
    check_thread(press.click)
    parent = cast("discord.TextChannel", press.click.channel)
    thread = await new_thread(press.click, press.state.game, parent)
    who = asker(press.click, press.state)
    try:
        await press.services.host.move(press.table.id, who, thread.id)
    except RefusedError:
        await clear_away(press.click, thread)
        raise
    return f"The table is now in {thread.mention}."


async def move_to_channel(press: Press) -> str:
    """Move the lobby to its thread's channel; return what to say. Raises ``RefusedError``."""
    _must_be_allowed(press, "channel")
    thread = cast("discord.Thread", press.click.channel)
    parent = cast("discord.TextChannel", thread.parent)
    settings = await settings_here(press.services, press.click)
    check_place(press.click, parent.id, settings)
    if (why := standing(parent)) is not None:
        raise RefusedError(f"I can't show a table in {parent.mention}. {why.text}")
    who, limits = asker(press.click, press.state), limits_of(settings)
    await press.services.host.move(press.table.id, who, parent.id, limits)
    return f"The table is now in {parent.mention}."


def _must_be_allowed(press: Press, to: Movable) -> None:
    """Refuse before anything is done on Discord."""
    lobby.must_be_lobby(press.state)
    must_manage(press.state, asker(press.click, press.state), "move the table")
    if movable(press) != to:
        raise RefusedError("The table can't move there from here. Open the options at the table.")
