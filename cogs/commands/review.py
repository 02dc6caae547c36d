"""``/review``: what luck and skill did in a finished match, and which turns cost the most."""

from collections.abc import Sequence

from discord import app_commands
from discord.ext import commands

from bot.face.review import words
from bot.review.version import review_version
from bot.tables.core.errors import RefusedError
from bot.tables.core.state import TableState
from cogs.answers.click import Click
from cogs.arguments.completion import offered
from cogs.arguments.matches import finished_table, suggest_matches
from cogs.arguments.people import guild_of
from cogs.services import Services

__all__ = ["ReviewCommand"]


class ReviewCommand(commands.Cog):
    """Looking back on a match."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(extras={"group": "Scores", "costly": True, "slow": True})
    @app_commands.describe(match="Which match. Leave it out for your newest one.")
    async def review(self, click: Click, match: str | None = None) -> None:
        """Look back on a finished match: luck and skill, and the turns that cost the most."""
        if match is None:
            table = await self._latest(click)
        else:
            table = await finished_table(self._services, click, match)
        await self._services.reviews.show(click, table)

    @review.autocomplete("match")
    async def suggest_match(self, click: Click, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the server's matches that can be reviewed."""
        return await offered(typed, suggest_matches(self._services, click, self._reviewed()))

    async def _latest(self, click: Click) -> TableState:
        """Return the person's newest match, else the channel's."""
        services, channel = self._services, click.channel_id or 0
        with services.limits.reading(click):
            found = await services.reviewing.latest(
                guild_of(click), channel, click.user.id, self._reviewed()
            )
        if found is None:
            raise RefusedError(words.NO_SUCH_MATCH)
        return await finished_table(services, click, found)

    def _reviewed(self) -> Sequence[str]:
        """Return the games whose matches can be reviewed."""
        return [name for name in self._services.games if review_version(name)]
