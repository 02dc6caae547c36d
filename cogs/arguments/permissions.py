"""What the bot must be allowed to do where a table is to be."""

from typing import Final

import discord

from bot.tables.errors import RefusedError

__all__ = ["check_channel", "check_thread"]

_NAMES: Final = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "create_public_threads": "Create Public Threads",
    "embed_links": "Embed Links",
    "attach_files": "Attach Files",
}
"""Permissions by the names that Discord's settings show."""

_ANYWHERE: Final = ("view_channel", "embed_links", "attach_files")


def check_channel(allowed: discord.Permissions, *, in_thread: bool) -> None:
    """Refuse, naming what is missing, unless a table can be shown in the channel."""
    writing = "send_messages_in_threads" if in_thread else "send_messages"
    _check(allowed, (*_ANYWHERE, writing))


def check_thread(allowed: discord.Permissions) -> None:
    """Refuse, naming what is missing, unless a table can get a thread of its own in the channel."""
    _check(allowed, (*_ANYWHERE, "create_public_threads", "send_messages_in_threads"))


def _check(allowed: discord.Permissions, needed: tuple[str, ...]) -> None:
    missing = [name for permission, name in _NAMES.items() if _lacks(allowed, permission, needed)]
    if missing:
        raise RefusedError(
            f"I cannot show a table here: I lack **{'**, **'.join(missing)}** in this channel. "
            "Whoever manages the server can allow it in the channel's settings."
        )


def _lacks(allowed: discord.Permissions, permission: str, needed: tuple[str, ...]) -> bool:
    return permission in needed and not getattr(allowed, permission)
