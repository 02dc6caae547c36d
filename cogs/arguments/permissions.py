"""What the bot must be allowed to do where a table is to be, and what it is not."""

from functools import cache
from typing import Final

import discord

from bot.tables.core.entries import Place
from bot.tables.core.errors import RefusedError
from cogs.answers.click import Click

__all__ = [
    "IN_CHANNEL",
    "IN_THREAD",
    "NAMES",
    "WITH_NEW_THREAD",
    "check_channel",
    "check_thread",
    "lacking",
    "may_show",
    "must_manage",
    "unseen",
]

NAMES: Final = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "create_public_threads": "Create Public Threads",
    "embed_links": "Embed Links",
    "attach_files": "Attach Files",
}
"""All that the bot ever needs, by the names that Discord's settings show."""

_ANYWHERE: Final = ("view_channel", "embed_links", "attach_files")
IN_CHANNEL: Final = (*_ANYWHERE, "send_messages")
IN_THREAD: Final = (*_ANYWHERE, "send_messages_in_threads")
WITH_NEW_THREAD: Final = (*IN_THREAD, "create_public_threads")


def check_channel(click: Click) -> None:
    """Refuse, naming what is missing, unless a table can be shown in the channel of a click."""
    _check(click, _to_show(click.channel))


def check_thread(click: Click) -> None:
    """Refuse, naming what is missing, unless a table can get a thread of its own there."""
    _check(click, WITH_NEW_THREAD)


def may_show(click: Click) -> bool:
    """Whether a table can be shown where somebody clicked."""
    return not lacking(click.app_permissions, _to_show(click.channel))


def must_manage(click: Click, what: str) -> None:
    """Refuse whoever does not manage the server: admins can let others see the command."""
    if not click.permissions.manage_guild:
        raise RefusedError(f"Only people who manage this server can {what}.")


def unseen(click: Click, place: Place) -> str:
    """Return why the table at a place cannot be shown there, in a sentence; nothing if it can."""
    if place.channel == click.channel_id:
        channel, allowed = click.channel, click.app_permissions
    else:
        found = click.guild.get_channel_or_thread(place.channel) if click.guild else None
        if found is None or click.guild is None or click.guild.me is None:
            return ""
        channel, allowed = found, found.permissions_for(click.guild.me)
    names = lacking(allowed, _to_show(channel))
    if not names:
        return ""
    return (
        f"**I can't show the table in <#{place.channel}>.** I need "
        f"**{'**, **'.join(names)}** there. The table goes on, and anyone who manages the "
        "server can allow it."
    )


def lacking(allowed: discord.Permissions, needed: tuple[str, ...] = tuple(NAMES)) -> list[str]:
    """Return the names of what is needed and not allowed; everything is needed somewhere."""
    if allowed.administrator or allowed.is_superset(_permissions(needed)):
        return []
    return [NAMES[name] for name in NAMES if name in needed and not getattr(allowed, name)]


@cache
def _permissions(needed: tuple[str, ...]) -> discord.Permissions:
    return discord.Permissions(**dict.fromkeys(needed, True))


def _to_show(channel: object) -> tuple[str, ...]:
    return IN_THREAD if isinstance(channel, discord.Thread) else IN_CHANNEL


def _check(click: Click, needed: tuple[str, ...]) -> None:
    names = lacking(click.app_permissions, needed)
    if names:
        raise RefusedError(
            f"I can't show a table in <#{click.channel_id}>. I need "
            f"**{'**, **'.join(names)}** there. Anyone who manages the server can allow it "
            "in the channel's settings."
        )
