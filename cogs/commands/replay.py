"""``/replay``: a finished match again, step by step."""

from discord import app_commands
from discord.ext import commands

from bot.tables.core.steps import step_begins
from cogs.answers.click import Click
from cogs.arguments.completion import offered
from cogs.arguments.matches import finished_table, suggest_matches
from cogs.services import Services
from cogs.surface.replays import show_replay

__all__ = ["ReplayCommand"]


class ReplayCommand(commands.Cog):
    """Watching a match again."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(extras={"group": "Scores", "costly": True, "slow": True})
    @app_commands.describe(match="Which match. Leave it out for the newest one.")
    async def replay(self, click: Click, match: str | None = None) -> None:
        """Step through a finished match: the table after each turn, and what happened."""
        table = await finished_table(self._services, click, match)
        await show_replay(self._services, click, table, step_begins(1))

    @replay.autocomplete("match")
    async def suggest_match(self, click: Click, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the server's matches."""
        return await offered(typed, suggest_matches(self._services, click))
