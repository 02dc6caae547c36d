"""``/help``: all commands at a glance."""

from typing import TYPE_CHECKING

from discord import app_commands

from cogs.reports.handbook import short_help
from cogs.services import Click

if TYPE_CHECKING:
    from cogs.client import CardNight

__all__ = ["setup"]


async def setup(bot: "CardNight") -> None:
    """Add the command."""
    bot.tree.add_command(help_)


@app_commands.command(name="help", extras={"group": "Rules and fairness"})
async def help_(click: Click) -> None:
    """Say what this bot can do, command by command."""
    await click.response.send_message(short_help(click.client.tree), ephemeral=True)
