"""What the bot and people are allowed to do in a channel, and in words what is missing."""

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Final, NamedTuple, TypeAlias

import discord
from discord.utils import format_dt

from bot.tables.command import RefusedError
from bot.tables.entries import Place
from bot.tables.state import TableState
from cogs.core.click import Click

Where: TypeAlias = discord.abc.GuildChannel | discord.Thread

NAMES: Final = {
    "view_channel": "View Channel",
    "connect": "Connect",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "create_public_threads": "Create Public Threads",
    "embed_links": "Embed Links",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
    "create_private_threads": "Create Private Threads",
    "create_events": "Create Events",
}
"""All that the bot ever uses, by the names that Discord's settings show."""

USEFUL: Final = ("read_message_history", "create_private_threads", "create_events")
"""What it does without: to look for deleted messages, duplicate nights, and the calendar."""

NEEDED: Final = tuple(name for name in NAMES if name not in ("connect", *USEFUL))
"""What it needs on every server; to connect, only for the text of voice channels."""

_ANYWHERE: Final = ("view_channel", "embed_links", "attach_files")
IN_CHANNEL: Final = (*_ANYWHERE, "send_messages")
IN_THREAD: Final = (*_ANYWHERE, "send_messages_in_threads")
_IN_VOICE: Final = (*IN_CHANNEL, "connect")

ALLOW: Final = "anyone who manages the server can allow it"


class Cause(NamedTuple):
    """Why something can't be done there, as a sentence, and what helps, without a full stop."""

    why: str
    remedy: str

    @property
    def text(self) -> str:
        """Both as two sentences."""
        return f"{self.why} {self.remedy[0].upper()}{self.remedy[1:]}."


_NO_TEXT: Final = Cause(
    "Discord doesn't let me post in this kind of channel.", "please use another one"
)
_LOCKED: Final = Cause("This thread is locked.", "a moderator can unlock it")

CAUSES: Final[Mapping[int, Cause]] = {
    10003: Cause("That channel is gone.", "please use another one"),
    10004: Cause("I'm not on that server any more.", "anyone who manages it can invite me again"),
    10008: Cause("My message there was deleted.", "I'll post it again"),
    20016: Cause("This channel is in slow mode.", "a moderator can exempt me"),
    20028: Cause("That channel has had too many messages just now.", "please wait a moment"),
    20029: Cause("This server has had too many messages just now.", "please wait a moment"),
    30033: Cause("That thread is full.", "a moderator can remove people from it"),
    30038: Cause("The server's calendar is full.", "a moderator can remove events from it"),
    30046: Cause("My message there is too old to change.", "I'll post it again"),
    50008: _NO_TEXT,
    50024: _NO_TEXT,
    50083: _LOCKED,
    160005: _LOCKED,
    160006: Cause(
        "This server has too many open threads.",
        "a moderator can close some, or turn **Threads** off in `/settings`",
    ),
    160007: Cause(
        "This server has too many open announcement threads.",
        "a moderator can close some",
    ),
    200000: Cause(
        "This server's AutoMod blocks a word in my message.",
        "a moderator can let my messages through",
    ),
    200001: Cause(
        "This server's AutoMod blocks a word in the title.",
        "a moderator can let my titles through",
    ),
    240000: Cause(
        "This server blocks a link in my message.", "a moderator can let my messages through"
    ),
}
"""By Discord's codes."""

_LOST_SIGHT: Final = Cause(
    "I can't see it any more.", "a moderator can let me see it, or mention me there to add me"
)
_PERMISSION: Final = Cause("I lack a permission there.", ALLOW)
_UNKNOWN: Final = Cause("Discord doesn't let me.", "I'll keep trying")

_UNCLEAR: Final = {50001, 50013}
"""Missing access, missing permissions: which ones, Discord doesn't say."""


def cause(error: BaseException, where: Where | None = None, needed: Collection[str] = ()) -> Cause:
    """Return why Discord refused something; ``needed``: the permissions, else those of a table."""
    code = code_of(error)
    if code in CAUSES:
        return CAUSES[code]
    if code not in _UNCLEAR:
        return _UNKNOWN
    if where is None:
        return _LOST_SIGHT if code == 50001 else _PERMISSION
    return standing(where, needed) or _PERMISSION


def is_plain(error: BaseException) -> bool:
    """Whether Discord's code alone tells a cause."""
    return isinstance(error, discord.HTTPException) and error.code in CAUSES


def code_of(error: BaseException) -> int:
    """Return Discord's code for what it refused; 0 where it gave none."""
    return error.code if isinstance(error, discord.HTTPException) else 0


def standing(where: Where, needed: Collection[str] = ()) -> Cause | None:
    """Return what, as far as is known, keeps the bot from writing there; None: nothing."""
    me: discord.Member | None = where.guild.me
    if me is None:  # On a server of which we were told nothing yet.
        return None
    if (silenced := silence(where.guild)) is not None:
        return silenced
    try:
        allowed = where.permissions_for(me)
    except discord.ClientException:  # A thread whose channel nobody told us of.
        return None
    if names := _at_fault(allowed, tuple(needed) or needed_in(where)):
        return needs(names)
    if isinstance(where, discord.Thread) and where.locked and not allowed.manage_threads:
        return _LOCKED
    return None


def needs(names: Iterable[str]) -> Cause:
    """Return that the bot lacks these permissions, by their names."""
    return Cause(f"I need **{'**, **'.join(names)}** there.", ALLOW)


def silence(guild: discord.Guild) -> Cause | None:
    """Return that the bot is timed out on a server, if it is: then every permission seems lost."""
    me: discord.Member | None = guild.me
    if me is None or me.timed_out_until is None or not me.is_timed_out():
        return None
    until = format_dt(me.timed_out_until, "R")
    return Cause(f"I'm timed out on this server. It ends {until}.", "a moderator can end it")


def _at_fault(allowed: discord.Permissions, needed: tuple[str, ...]) -> list[str]:
    """Return the names of what is to be allowed: without one of these, others count for nothing."""
    for first in ("view_channel", "connect", "send_messages", "send_messages_in_threads"):
        if first in needed and not getattr(allowed, first):
            return lacking(allowed, (first,))
    return lacking(allowed, needed)


def needed_in(channel: object) -> tuple[str, ...]:
    """Return the permissions that showing a table takes in such a channel."""
    if isinstance(channel, discord.Thread):
        return IN_THREAD
    if isinstance(channel, discord.VoiceChannel | discord.StageChannel):
        return _IN_VOICE
    return IN_CHANNEL


def lacking(allowed: discord.Permissions, needed: tuple[str, ...] = NEEDED) -> list[str]:
    """Return the names of what is needed and not allowed; everything is needed somewhere."""
    if allowed.administrator or allowed.is_superset(_permissions(needed)):
        return []
    return [NAMES[name] for name in NAMES if name in needed and not getattr(allowed, name)]


@cache
def _permissions(needed: tuple[str, ...]) -> discord.Permissions:
    return discord.Permissions(**dict.fromkeys(needed, True))


LEAST: Final = discord.Permissions(**dict.fromkeys(NEEDED, True))

INVITED: Final = LEAST | discord.Permissions(**dict.fromkeys(USEFUL, True))

WITH_NEW_THREAD: Final = (*IN_THREAD, "create_public_threads")


def check_channel(click: Click) -> None:
    """Refuse, naming what is missing, unless a table can be shown in the channel of a click."""
    _check(click, needed_in(click.channel))


def check_thread(click: Click) -> None:
    """Refuse, naming what is missing, unless a table can get a thread of its own there."""
    _check(click, WITH_NEW_THREAD)


def may_show(click: Click) -> bool:
    """Whether a table can be shown where someone clicked."""
    return not lacking(click.app_permissions, needed_in(click.channel))


def must_manage(click: Click, what: str) -> None:
    """Refuse people who don't manage the server: admins can let others see the command."""
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
    """Whether someone may know of what is shown in a channel of their server.

    So may ``people`` who take part. Of an unknown channel moderators may, with ``if_gone``
    everyone.
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
    """Whether someone may look after league nights where they click."""
    may = click.permissions
    return may.manage_messages or may.manage_events or may.manage_guild or may.administrator


def unseen(
    client: discord.Client, table: TableState, known: Cause | None, click: Click | None
) -> str:
    """Return why a table can't be shown: a refusal ``known``, or what a ``click`` there tells."""
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
    if names := lacking(click.app_permissions, needed_in(click.channel)):
        return needs(names)
    return standing(there, ("view_channel",)) if there is not None else None


def _check(click: Click, needed: tuple[str, ...]) -> None:
    _must_be_here(click)
    here = click.client.get_guild(click.guild_id or 0)
    if here is not None and (silenced := silence(here)) is not None:
        raise RefusedError(f"I can't show a table in <#{click.channel_id}>. {silenced.text}")
    if names := lacking(click.app_permissions, needed):
        raise RefusedError(f"I can't show a table in <#{click.channel_id}>. {needs(names).text}")


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
    raise RefusedError(f"I'm not on this server yet. Anyone who manages it can [invite me]({url}).")
