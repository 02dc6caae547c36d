"""``/best``: the best scores of a server."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from discord import app_commands

from bot.face.markdown import escape
from bot.game.contract import AnyGame
from bot.tables.league.store import BestScore
from cogs.answers import in_time, say
from cogs.arguments.games import GAME_HELP, game_choices, pick_game
from cogs.arguments.people import guild_of
from cogs.limits import costly
from cogs.reports.lines import fitted_lines
from cogs.services import Click

if TYPE_CHECKING:
    from cogs.client import CardNight

__all__ = ["setup"]


async def setup(bot: "CardNight") -> None:
    """Add the command."""
    bot.tree.add_command(_command(bot.services.games))


def _command(games: Mapping[str, AnyGame]) -> app_commands.Command[Any, ..., None]:
    @app_commands.command(extras={"group": "Scores"})
    @costly
    @app_commands.describe(game=GAME_HELP)
    @app_commands.choices(game=game_choices(games))
    async def best(click: Click, game: str | None = None) -> None:
        """Show the best scores that people have reached on this server."""
        chosen = pick_game(games, game)
        lines = await in_time(click, _best(click, chosen))
        if lines:
            await say(click, fitted_lines(lines), private=False)
        else:
            text = f"No ranked match of {chosen.title} of full length has been finished here yet."
            await say(click, text)

    return best


async def _best(click: Click, game: AnyGame) -> list[str]:
    """List the best rounds, and the best matches where totals compare; nothing without a match."""
    league, guild, scoring = click.client.services.league, guild_of(click), game.scoring
    with click.client.services.limits.reading(click):
        rounds = await league.best_rounds(guild, game.name, scoring)
        compared = bool(rounds) and scoring.totals_compare
        matches = await league.best_matches(guild, game.name, scoring) if compared else []
    if not rounds:
        return []
    legend = f"-# The {scoring.best} score is the best."
    if not compared:
        return [*_lines(f"Best rounds of {game.title}", rounds), legend]
    best = _lines(f"Best matches of {game.title}", matches)
    return [*best, *_lines("Best rounds", rounds), legend]


def _lines(title: str, scores: Iterable[BestScore]) -> Iterator[str]:
    yield f"### {title}"
    for number, best in enumerate(scores, start=1):
        when = f"<t:{best.finished_at // 1000}:d>"
        where = f", round {best.round}" if best.round is not None else ""
        yield f"{number}. **{best.score}** {escape(best.name)}{where} ({when})"
