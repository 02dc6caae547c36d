"""``/hand``: open one's own private hand."""

from typing import TYPE_CHECKING

from discord import app_commands

from cogs.answers import in_time
from cogs.arguments.completion import completing
from cogs.arguments.tables import TABLE_HELP, own_table, suggest_own_tables
from cogs.buttons.play import own_seat
from cogs.services import Click

if TYPE_CHECKING:
    from cogs.client import CardNight

__all__ = ["setup"]


async def setup(bot: "CardNight") -> None:
    """Add the command."""
    bot.tree.add_command(hand)


@app_commands.command(extras={"group": "Play"})
@app_commands.describe(table=TABLE_HELP)
@app_commands.autocomplete(table=completing(suggest_own_tables))
async def hand(click: Click, table: str | None = None) -> None:
    """Open your hand, for you alone."""
    found = await in_time(click, own_table(click, table), private=True)
    seat = own_seat(found.state, click)
    await click.client.surface.hands.show(click, found, seat)
