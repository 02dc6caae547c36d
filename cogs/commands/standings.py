"""``/standings`` and ``/best``: who leads on a server, and its best scores."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from discord import app_commands
from discord.ext import commands

from bot.face.league.board import board_picture
from bot.face.league.board_text import board_text
from bot.face.league.values import Board
from bot.face.markdown import escape
from bot.game.contract import AnyGame, usual_kind
from bot.league.periods import ALL_TIME, period_before, span
from bot.tables.core.errors import RefusedError
from bot.tables.league.boards import BestScore, Kind
from bot.tables.league.people import HIDDEN_NAME, hidden_among, names_in_list
from cogs.answers import sending
from cogs.answers.answers import say, tell
from cogs.answers.click import Click
from cogs.arguments.completion import offered
from cogs.arguments.games import GAME_HELP, game_choices, named_game, pick_game
from cogs.arguments.people import guild_of
from cogs.arguments.seasons import named_season, suggest_seasons
from cogs.layouts.address import too_old
from cogs.layouts.page import Page
from cogs.layouts.standings import standings_page
from cogs.reports.season import Season, season_board
from cogs.services import Services

__all__ = ["Standings"]

_WORDS: Final = re.compile(
    r"(page|text)[a-z]?:([a-z0-9_]{1,32}):([0-9]{1,5}):([0-9]{4}-(?:[0-9]{2}|Q[1-4])|)"
)
"""What the custom id of a button says: what to do, the game, the page, and the season."""

_EXTRAS: Final = {"group": "Scores", "costly": True, "public": True}

_HIDDEN: Final = (
    "Your results are private, so your line looks like any hidden player's. **As text** "
    "shows it only to you."
)


class _Asked(NamedTuple):
    game: AnyGame
    period: str
    page: int


class Standings(commands.Cog):
    """The results of ranked matches."""

    def __init__(self, services: Services) -> None:
        self._services = services
        for command in (self.standings, self.best):
            app_commands.choices(game=game_choices(services.games))(command)

    @app_commands.command(extras=_EXTRAS)
    @app_commands.describe(
        game=GAME_HELP,
        season="Which season. Leave it out for this one.",
        page="Which page. Each has ten people.",
    )
    async def standings(
        self,
        click: Click,
        game: str | None = None,
        season: str | None = None,
        page: app_commands.Range[int, 1, 99_999] = 1,
    ) -> None:
        """Show who leads on this server, in ranked matches."""
        with self._services.limits.reading(click):
            chosen = await pick_game(self._services, click, game)
            asked = _Asked(chosen, await named_season(self._services, click, season), page)
            board = await self._board(click, asked, private=False)
        if board is None:
            await say(click, _nobody(chosen))
        else:
            await sending.show(click, await self._page(asked, board))
            if await hidden_among(self._services.people, [click.user.id]):
                await tell(click, _HIDDEN)

    @standings.autocomplete("season")
    async def suggest_season(self, click: Click, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest this season, the one before, all time, and every one that was played."""
        return await offered(typed, suggest_seasons(self._services, click))

    async def press(self, click: Click, words: str) -> None:
        """Turn to another page or season for everybody, or tell the page in words."""
        found = _WORDS.fullmatch(words)
        if found is None:
            raise too_old("standings")
        self._services.answering.watch(click)
        self._services.limits.take(click)
        game = named_game(self._services.games, found[2])
        asked = _Asked(game, _season(found[4]), int(found[3]))
        private = found[1] == "text"
        with self._services.limits.reading(click):
            board = await self._board(click, asked, private=private)
        if board is None:
            raise RefusedError("Nobody is in these standings.")
        if private:
            await tell(click, board_text(board))
        else:
            await sending.update(click, await self._page(asked, board))

    @app_commands.command(extras=_EXTRAS)
    @app_commands.describe(game=GAME_HELP)
    async def best(self, click: Click, game: str | None = None) -> None:
        """Show the best scores that people have reached on this server."""
        chosen = await pick_game(self._services, click, game)
        lines = await self._best(click, chosen)
        if lines:
            await say(click, "\n".join(lines), private=False)
        else:
            text = f"Nobody has finished a full-length ranked match of {chosen.title} here yet."
            await say(click, text)

    async def _page(self, asked: _Asked, board: Board) -> Page:
        loop = asyncio.get_running_loop()
        painted = await loop.run_in_executor(self._services.executor, board_picture, board)
        period = asked.period
        before = period_before(period) if period != ALL_TIME else ALL_TIME
        return standings_page(board, painted, asked.game.name, period, before)

    async def _board(self, click: Click, asked: _Asked, *, private: bool) -> Board | None:
        guild, now = guild_of(click), self._services.time.now()
        server = click.guild.name if click.guild else ""
        season = Season(guild, server, asked.game, asked.period, click.user.id, now)
        return await season_board(self._services, season, asked.page, private=private)

    async def _best(self, click: Click, game: AnyGame) -> list[str]:
        """List the best rounds, and the best matches where totals compare; nothing if none."""
        with self._services.limits.reading(click):
            lists = [best async for best in self._lists(guild_of(click), game)]
            every = [best for _, scores in lists for best in scores]
            hidden = await hidden_among(self._services.people, [best.user for best in every])
            names = names_in_list(((best.user, best.name) for best in every), hidden)
        if not lists:
            return []
        lines = [line for title, scores in lists for line in _lines(title, scores, names)]
        return [*lines, f"-# The {game.scoring.best} score is the best."]

    async def _lists(
        self, guild: int, game: AnyGame
    ) -> AsyncIterator[tuple[str, Sequence[BestScore]]]:
        """Yield a title and the best scores of each kind of match, the usual kind first."""
        boards, usual = self._services.boards, usual_kind(game)
        kinds = sorted(await boards.kinds(guild, game.name), key=lambda kind: (kind != usual, kind))
        of_game = f" of {game.title}"
        for kind in kinds:
            asked = guild, Kind(game.name, kind), game.scoring
            among = f" · {kind}" if kind else ""
            if game.scoring.totals_compare and (best := await boards.best(*asked, "total")):
                yield f"Best matches{of_game}{among}", best
                of_game = ""
            if best := await boards.best(*asked, "round"):
                yield f"Best rounds{of_game}{among}", best
                of_game = ""


def _nobody(game: AnyGame) -> str:
    return (
        f"Nobody has finished a ranked match of {game.title} here in that season. Open one with "
        "`/play`: it counts once two people have played it."
    )


def _season(key: str) -> str:
    """Return the key of a season; ``RefusedError`` if there is none of that key."""
    try:
        if key != ALL_TIME:
            span(key)
    except ValueError:
        raise too_old("standings") from None
    return key


def _lines(title: str, scores: Iterable[BestScore], names: Mapping[int, str]) -> Iterator[str]:
    """Yield a title and a line for each score; people without a name here are hidden."""
    yield f"### {title}"
    for number, best in enumerate(scores, start=1):
        yield f"{number}. **{best.score}** {escape(names.get(best.user, HIDDEN_NAME))}"
