"""``/review``: what luck and skill did in a finished match, and which turns cost the most."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from discord import app_commands

from bot.face.review import words
from bot.review.version import review_version
from bot.tables.core.errors import RefusedError
from bot.tables.core.state import TableState
from cogs.arguments.completion import Suggestion, completing
from cogs.arguments.matches import finished_table, suggest_matches
from cogs.arguments.people import guild_of
from cogs.limits import costly
from cogs.services import Click

if TYPE_CHECKING:
    from cogs.client import CardNight

__all__ = ["setup"]


async def setup(bot: "CardNight") -> None:
    """Add the command."""
    bot.tree.add_command(review)


async def _suggest(click: Click) -> Sequence[Suggestion]:
    return await suggest_matches(click, _reviewed(click))


@app_commands.command(extras={"group": "Scores"})
@costly
@app_commands.describe(match="Which match; your newest one if you leave it out.")
@app_commands.autocomplete(match=completing(_suggest))
async def review(click: Click, match: str | None = None) -> None:
    """Look back on a finished match: luck and skill, and the turns that cost the most."""
    await click.client.deferrals.put_off(click, private=True)
    table = await finished_table(click, match) if match else await _latest(click)
    await click.client.surface.reviews.show(click, table)


async def _latest(click: Click) -> TableState:
    """Return the person's newest match, else the channel's."""
    services, channel = click.client.services, click.channel_id or 0
    with services.limits.reading(click):
        found = await services.reviewing.latest(
            guild_of(click), channel, click.user.id, _reviewed(click)
        )
    if found is None:
        raise RefusedError(words.NO_SUCH_MATCH)
    return await finished_table(click, found)


def _reviewed(click: Click) -> Sequence[str]:
    """Return the games whose matches can be reviewed."""
    return [name for name in click.client.services.games if review_version(name)]
