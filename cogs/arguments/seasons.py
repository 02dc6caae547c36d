"""Seasons, as commands take them: named, suggested, or the one that is on."""

from collections.abc import Sequence
from typing import Final

from bot.league.periods import ALL_TIME, period_at, period_before, span, title
from bot.tables.core.errors import RefusedError
from cogs.answers.click import Click
from cogs.arguments.completion import Suggestion
from cogs.arguments.people import guild_of
from cogs.services import Services

__all__ = ["NO_SUCH_SEASON", "named_season", "suggest_seasons"]

NO_SUCH_SEASON: Final = "There's no such season. Please choose one from the list."

_ALL: Final = "all"
"""What stands for all time: Discord has no empty values."""

_NAMES: Final = {"this": "This season", "before": "Last season", _ALL: "All time"}


async def named_season(services: Services, click: Click, name: str | None) -> str:
    """Return the key of a season: without a name, the one that is on.

    "This" and "the season before" are as long as the server's seasons are; others may be months or
    quarters. Raises ``RefusedError`` if there is none of that name.
    """
    if name == _ALL:
        return ALL_TIME
    if name is not None and name not in _NAMES:
        try:
            span(name)
        except ValueError:
            raise RefusedError(NO_SUCH_SEASON) from None
        return name
    settings = await services.league.settings(guild_of(click))
    now = period_at(settings.season, services.time.now())
    return period_before(now) if name == "before" else now


async def suggest_seasons(services: Services, click: Click) -> Sequence[Suggestion]:
    """Suggest the usual seasons, then all months and quarters in which the game was played.

    The newest are first; without a game, those of all games.
    """
    usual = [Suggestion(label, name) for name, label in _NAMES.items()]
    if not services.limits.take_hint(click):
        return usual
    chosen = str(getattr(click.namespace, "game", ""))
    games = [chosen] if chosen in services.games else [*services.games]
    try:
        with services.limits.reading(click):
            guild = guild_of(click)
            found = {key for game in games for key in await services.boards.seasons(guild, game)}
    except RefusedError:
        return usual
    newest = sorted(found, key=lambda key: (span(key).ends, key), reverse=True)
    return [*usual, *(Suggestion(title(key), key) for key in newest)]
