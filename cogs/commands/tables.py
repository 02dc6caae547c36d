"""``/tables``: what is going on in this server."""

from typing import TYPE_CHECKING

from discord import app_commands

from bot.render.markdown import escape
from bot.tables.state import TableState
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
    lines = [await _line(click, table) for table in await open_tables(click)]
    text = fitted_lines(lines) if lines else "No table is open here. Open one with `/play`."
    await click.response.send_message(text, ephemeral=True)


async def _line(click: Click, table: TableState) -> str:
    names = [escape(person.name, 16) for person in table.people]
    kai = sum(bool(seat.occupant.kai) for seat in table.seats) or len(table.kai)
    names += [f"Kai x{kai}" if kai > 1 else "Kai"] * bool(kai)
    bookmark = await click.client.services.bookmarks.bookmark(table.id)
    message = f"/{bookmark.message}" if bookmark else ""
    channel = bookmark.channel if bookmark else table.place.channel
    link = f"https://discord.com/channels/{guild_of(click)}/{channel}{message}"
    return f"- [{table.game.title}]({link}) {', '.join(names)}: {stage_words(table)}"
