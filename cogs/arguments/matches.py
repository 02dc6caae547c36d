"""Finished matches, as commands take them: named, suggested, or the newest."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime

from bot.render.markdown import plain
from bot.tables.errors import NoSuchTableError, RefusedError
from bot.tables.league import MatchLine
from bot.tables.state import TableState
from cogs.arguments.completion import Suggestion
from cogs.arguments.people import guild_of
from cogs.services import Click, Services

__all__ = ["finished_table", "suggest_matches"]


async def suggest_matches(
    click: Click, games: Collection[str] | None = None
) -> Sequence[Suggestion]:
    """Suggest the server's finished matches, of these games alone if any, the newest first."""
    services = click.client.services
    if not services.limits.take_hint(click):
        return []
    lines = await services.league.matches(guild_of(click))
    return [
        Suggestion(_line(click, line), line.table)
        for line in lines
        if games is None or line.game in games
    ]


async def finished_table(click: Click, match: str | None) -> TableState:
    """Return the table of a finished match of this server, the newest one without a name."""
    services, guild = click.client.services, guild_of(click)
    if match is None:
        newest = await services.league.matches(guild, limit=1)
        line = newest[0] if newest else None
    else:
        line = await services.league.match(guild, match)
    if line is None:
        raise RefusedError("This server has no such finished match.")
    try:
        return (await services.host.table(line.table)).state
    except NoSuchTableError:
        raise RefusedError(_gone(services)) from None


def _gone(services: Services) -> str:
    days = services.housekeeping.keep.logs
    kept = f" Records are kept for {days:g} days." if days else ""
    return f"The record of this match is gone; its result stays.{kept}"


def _line(click: Click, line: MatchLine) -> str:
    game = click.client.services.games.get(line.game)
    day = datetime.fromtimestamp(line.finished_at / 1000, UTC).strftime("%d %b, %H:%M UTC")
    scores = zip(line.names, line.totals, strict=True)
    people = ", ".join(f"{plain(name, 16)} {total}" for name, total in scores)
    return f"{game.title if game else line.game}, {day}: {people}"
