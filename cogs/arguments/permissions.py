"""What the bot must be allowed to do where a table is to be, and what it is not."""

from collections.abc import Collection
from typing import Final

import discord

from bot.tables.core.entries import Place
from bot.tables.core.errors import RefusedError
from bot.tables.core.state import TableState
from cogs.answers.click import Click
from cogs.causes import ALLOW, NEEDED, USEFUL, Cause, Where, lacking, needed_in, silence, standing

__all__ = [
    "INVITED",
    "LEAST",
    "WITH_NEW_THREAD",
    "check_channel",
    "check_thread",
    "is_known",
    "may_look",
    "may_show",
    "moderates",
    "must_manage",
    "place_of",
    "sees",
    "unseen",
]

LEAST: Final = discord.Permissions(**dict.fromkeys(NEEDED, True))
"""The permissions that the bot needs, for messages, pictures and threads."""

INVITED: Final = LEAST | discord.Permissions(**dict.fromkeys(USEFUL, True))
"""The permissions that an invitation asks for."""

WITH_NEW_THREAD: Final = (
    *("view_channel", "embed_links", "attach_files"),
    *("send_messages_in_threads", "create_public_threads"),
)


def check_channel(click: Click) -> None:
    """Refuse, naming what is missing, unless a table can be shown in the channel of a click."""
    _check(click, needed_in(click.channel))


def check_thread(click: Click) -> None:
    """Refuse, naming what is missing, unless a table can get a thread of its own there."""
    _check(click, WITH_NEW_THREAD)


def may_show(click: Click) -> bool:
    """Whether a table can be shown where somebody clicked."""
    return not lacking(click.app_permissions, needed_in(click.channel))


def must_manage(click: Click, what: str) -> None:
    """Refuse whoever does not manage the server: admins can let others see the command."""
    if not click.permissions.manage_guild:
        raise RefusedError(f"Only people who manage this server can {what}.")


def place_of(client: discord.Client, place: Place) -> Where | None:
    """Return the channel or thread of a place, as far as we know it."""
    guild = client.get_guild(place.guild)
    return guild.get_channel_or_thread(place.channel) if guild is not None else None


def is_known(client: discord.Client, place: Place) -> bool:
    """Whether Discord has told us of a channel, or of a thread whose channel is there."""
    there = place_of(client, place)
    return there is not None and not (isinstance(there, discord.Thread) and there.parent is None)


def may_look(client: discord.Client, guild: int, channel: int) -> bool:
    """Whether the bot may look for a message there, as far as we know."""
    there = place_of(client, Place(guild=guild, channel=channel))
    if there is None or there.guild.me is None or there.guild.unavailable:
        return False
    if isinstance(there, discord.Thread) and there.parent is None:
        return False
    allowed = there.permissions_for(there.guild.me)
    return allowed.view_channel and allowed.read_message_history


def sees(
    click: Click, channel: int, people: Collection[int] = (), *, if_gone: bool = False
) -> bool:
    """Whether somebody may know of what is shown in a channel of their server.

    So may those who take part in it, ``people``. Of a channel that we don't know, or not any more,
    nobody's permissions are known: then moderators may, and with ``if_gone`` everyone.
    """
    user = click.user
    if channel == click.channel_id or user.id in people:
        return True
    there = place_of(click.client, Place(guild=click.guild_id or 0, channel=channel))
    if there is None or not is_known(click.client, Place(guild=there.guild.id, channel=channel)):
        return if_gone or moderates(click)
    if not isinstance(user, discord.Member):
        return False
    allowed = there.permissions_for(user)
    if isinstance(there, discord.Thread) and there.is_private():
        return allowed.view_channel and allowed.manage_threads
    return allowed.view_channel


def moderates(click: Click) -> bool:
    """Whether somebody may look after league nights where they click."""
    may = click.permissions
    return may.manage_messages or may.manage_events or may.manage_guild or may.administrator


def unseen(
    client: discord.Client, table: TableState, known: Cause | None, click: Click | None
) -> str:
    """Return why a table can't be shown in its channel, in sentences; nothing if it can.

    ``known`` is why Discord has just refused it; a ``click`` there tells what is allowed now.
    """
    place = table.place
    found = _forbidden(client, place, click) or known
    if found is None:
        return ""
    if table.closed:
        return f"**I can't show the end in <#{place.channel}>.** {found.text}"
    return (
        f"**I can't show the table in <#{place.channel}>.** {found.why} The table goes on, "
        f"and {found.remedy}."
    )


def _forbidden(client: discord.Client, place: Place, click: Click | None) -> Cause | None:
    there = place_of(client, place)
    if click is None or place.channel != click.channel_id:
        return standing(there) if there is not None else None
    if isinstance(click.channel, discord.Thread):  # It may be archived, and so not known.
        there = click.channel
    if there is not None and (silenced := silence(there.guild)) is not None:
        return silenced
    names = lacking(click.app_permissions, needed_in(click.channel))
    if names:
        return Cause(f"I need **{'**, **'.join(names)}** there.", ALLOW)
    return standing(there, ("view_channel",)) if there is not None else None


def _check(click: Click, needed: tuple[str, ...]) -> None:
    _must_be_here(click)
    here = click.client.get_guild(click.guild_id or 0)
    if here is not None and (silenced := silence(here)) is not None:
        raise RefusedError(f"I can't show a table in <#{click.channel_id}>. {silenced.text}")
    names = lacking(click.app_permissions, needed)
    if names:
        raise RefusedError(
            f"I can't show a table in <#{click.channel_id}>. I need "
            f"**{'**, **'.join(names)}** there. Anyone who manages the server can allow it "
            "in the channel's settings."
        )


def _must_be_here(click: Click) -> None:
    """Refuse where only the commands were installed, not the bot: it could post nothing there."""
    if click.guild_id is None or click.client.get_guild(click.guild_id) is not None:
        return
    url = discord.utils.oauth_url(
        click.client.application_id or 0,
        permissions=INVITED,
        guild=discord.Object(click.guild_id),
        scopes=("bot", "applications.commands"),
    )
    raise RefusedError(
        "Only my commands are on this server, not I myself, so I can't show a table here. "
        f"Anyone who manages the server can [invite me]({url})."
    )
