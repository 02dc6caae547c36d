"""``/standings`` and ``/best``: who leads on a server, and its best scores."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

import discord
from discord import app_commands
from discord.ext import commands

from bot.face.markdown import escape
from bot.game.contract import AnyGame
from bot.tables.core.errors import RefusedError
from bot.tables.league.store import BestScore
from cogs.answers import replies
from cogs.answers.answers import say
from cogs.answers.click import Click
from cogs.arguments.games import GAME_HELP, game_choices, pick_game
from cogs.arguments.people import guild_of
from cogs.layouts.address import OUTDATED
from cogs.reports.lines import fitted_lines
from cogs.reports.standings import PAGE_LINES, standings_table
from cogs.services import Services

__all__ = ["Standings"]

_WORDS: Final = re.compile(r"([a-z0-9_]{1,32}):([0-9]{1,5})")
"""What the custom id of a button says: the game, and the page that it leads to."""

_EXTRAS: Final = {"group": "Scores", "costly": True, "public": True}


class _Page(NamedTuple):
    text: str
    buttons: discord.ui.View


class Standings(commands.Cog):
    """The results of ranked matches."""

    def __init__(self, services: Services) -> None:
        self._services = services
        for command in (self.standings, self.best):
            app_commands.choices(game=game_choices(services.games))(command)

    @app_commands.command(extras=_EXTRAS)
    @app_commands.describe(game=GAME_HELP, page="Which page, ten persons each.")
    async def standings(
        self, click: Click, game: str | None = None, page: app_commands.Range[int, 1, 99_999] = 1
    ) -> None:
        """Show who leads on this server, in ranked matches."""
        chosen = pick_game(self._services.games, game)
        shown = await self._page(click, chosen, page)
        if shown is None:
            text = f"Nobody has finished a ranked match of {chosen.title} that counts here yet."
            await say(click, f"{text} Open one with `/play`.")
        else:
            await say(click, shown.text, view=shown.buttons, private=False)

    async def press(self, click: Click, words: str) -> None:
        """Turn to another page, for everybody who sees the message."""
        found = _WORDS.fullmatch(words)
        if found is None:
            raise RefusedError(OUTDATED)
        self._services.answering.watch(click)
        self._services.limits.take(click)
        game = pick_game(self._services.games, found[1])
        shown = await self._page(click, game, int(found[2]))
        if shown is None:
            raise RefusedError("Nobody is left in these standings.")
        made = {"content": shown.text, "view": shown.buttons}
        await replies.update(click, lambda: made)

    @app_commands.command(extras=_EXTRAS)
    @app_commands.describe(game=GAME_HELP)
    async def best(self, click: Click, game: str | None = None) -> None:
        """Show the best scores that people have reached on this server."""
        chosen = pick_game(self._services.games, game)
        lines = await self._best(click, chosen)
        if lines:
            await say(click, fitted_lines(lines), private=False)
        else:
            text = f"No ranked match of {chosen.title} of full length has been finished here yet."
            await say(click, text)

    async def _page(self, click: Click, game: AnyGame, page: int) -> _Page | None:
        """Return a page, the last one if there are not that many; None if nobody is to be shown."""
        league, guild = self._services.league, guild_of(click)
        with self._services.limits.reading(click):
            count = await league.standing_count(guild, game.name)
            if not count:
                return None
            pages = -(-count // PAGE_LINES)
            page = min(max(page, 1), pages)
            asked = (page - 1) * PAGE_LINES
            lines = await league.standings(
                guild, game.name, game.scoring, offset=asked, limit=PAGE_LINES
            )
        count_short = (await league.settings(guild)).count_short
        text = standings_table(game, lines, page, pages, count_short=count_short)
        return _Page(text, _buttons(game, page, pages))

    async def _best(self, click: Click, game: AnyGame) -> list[str]:
        """List the best rounds, and the best matches where totals compare; nothing if none."""
        league, guild, scoring = self._services.league, guild_of(click), game.scoring
        with self._services.limits.reading(click):
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


def _buttons(game: AnyGame, page: int, pages: int) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    if pages > 1:
        view.add_item(_button("Previous", game, page - 1, disabled=page == 1))
        view.add_item(_button("Next", game, page + 1, disabled=page == pages))
    view.stop()  # The library is to keep nothing: clicks find their way by their custom ids.
    return view


def _button(label: str, game: AnyGame, page: int, *, disabled: bool) -> discord.ui.Button[Any]:
    custom_id = f"standings:{game.name}:{page}"
    return discord.ui.Button(label=label, custom_id=custom_id, disabled=disabled)


def _lines(title: str, scores: Iterable[BestScore]) -> Iterator[str]:
    yield f"### {title}"
    for number, best in enumerate(scores, start=1):
        when = f"<t:{best.finished_at // 1000}:d>"
        where = f", round {best.round}" if best.round is not None else ""
        yield f"{number}. **{best.score}** {escape(best.name)}{where} ({when})"
