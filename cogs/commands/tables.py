"""``/tables``: what is going on in this server."""

from typing import TYPE_CHECKING

from discord import app_commands

from bot.face.markdown import escape
from bot.tables.core.state import TableState
from bot.tables.core.store import Bookmark
from cogs.answers import in_time, say
from cogs.arguments.people import guild_of
from cogs.arguments.tables import open_tables, stage_words
from cogs.limits import costly
from cogs.reports.lines import fitted_lines
from cogs.services import Click

if TYPE_CHECKING:
    from cogs.client import CardNight

__all__ = ["setup"]


async def setup(bot: "CardNight") -> None:
    """Add the command."""
    bot.tree.add_command(tables)


@app_commands.command(extras={"group": "Play"})
@costly
async def tables(click: Click) -> None:
    """List the tables that are open on this server, with links."""
    await say(click, await in_time(click, _list(click), private=True))


async def _list(click: Click) -> str:
    """List the tables that are open."""
    found = await open_tables(click)
    if not found:
        return "No table is open here. Open one with `/play`."
    bookmarks = await click.client.services.bookmarks.bookmarks([table.id for table in found])
    guild = guild_of(click)
    return fitted_lines([_line(guild, table, bookmarks.get(table.id)) for table in found])


def _line(guild: int, table: TableState, bookmark: Bookmark | None) -> str:
    names = [escape(person.name, 16) for person in table.people]
    kai = sum(bool(seat.occupant.kai) for seat in table.seats) or len(table.kai)
    names += [f"Kai x{kai}" if kai > 1 else "Kai"] * bool(kai)
    message = f"/{bookmark.message}" if bookmark else ""
    channel = bookmark.channel if bookmark else table.place.channel
    link = f"https://discord.com/channels/{guild}/{channel}{message}"
    return f"- [{table.game.title}]({link}) {', '.join(names)}: {stage_words(table)}"
