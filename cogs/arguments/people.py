"""Who asks, and where."""

from bot.tables.command import Asker
from bot.tables.entries import Person
from bot.tables.errors import RefusedError
from cogs.services import Click

__all__ = ["asker", "guild_of", "person"]


def person(click: Click) -> Person:
    """Return whoever asks, under the name they have on this server."""
    return Person(id=click.user.id, name=click.user.display_name)


def asker(click: Click) -> Asker:
    """Return whoever asks, and whether they moderate this channel or manage the server."""
    may = click.permissions
    return Asker(person(click), moderator=may.manage_messages or may.manage_guild)


def guild_of(click: Click) -> int:
    """Return the server's id; all our commands are for servers only."""
    if click.guild_id is None:
        raise RefusedError("This works on a server only.")
    return click.guild_id
