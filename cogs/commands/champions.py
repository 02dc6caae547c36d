"""``/champions``: the first three of each season that is over."""

import re
from typing import Final, NamedTuple, cast

from discord import app_commands
from discord.ext import commands

from bot.face.league.hall import MOST_MEDALLISTS, Hall, PastSeason
from bot.game.contract import AnyGame
from bot.league.periods import Length, title
from bot.tables.core.errors import RefusedError
from bot.tables.league.people import hidden_among
from cogs.answers import sending
from cogs.answers.answers import say
from cogs.answers.click import Click
from cogs.arguments.games import GAME_HELP, game_choices, named_game, pick_game
from cogs.arguments.people import guild_of
from cogs.layouts.address import too_old
from cogs.layouts.champions import champions_page
from cogs.layouts.page import Page
from cogs.reports.champions import Archive, archive, champion_of, medallists, names_in
from cogs.services import Services

__all__ = ["Champions"]

SEASONS: Final = 12
"""Seasons on a page."""

_WORDS: Final = re.compile(r"[pnl]:([a-z0-9_]{1,32}):(month|quarter):([0-9]{1,5})")
"""What the custom id of a button says: its mark, the game, how long the seasons are, the page."""


class _Asked(NamedTuple):
    game: AnyGame
    length: Length
    page: int


class Champions(commands.Cog):
    """The seasons that are over."""

    def __init__(self, services: Services) -> None:
        self._services = services
        app_commands.choices(game=game_choices(services.games))(self.champions)

    @app_commands.command(extras={"group": "Scores", "costly": True, "public": True})
    @app_commands.describe(game=GAME_HELP)
    async def champions(self, click: Click, game: str | None = None) -> None:
        """See who won the past seasons of this server."""
        with self._services.limits.reading(click):
            chosen = await pick_game(self._services, click, game)
            settings = await self._services.league.settings(guild_of(click))
            page = await self._page(click, _Asked(chosen, settings.season, 1))
        if page is None:
            await say(click, f"No season of {chosen.title} has ended here yet.")
        else:
            await sending.show(click, page)

    async def press(self, click: Click, words: str) -> None:
        """Turn to another page, or to seasons of the other length, for everybody."""
        found = _WORDS.fullmatch(words)
        if found is None:
            raise too_old("champions")
        self._services.answering.watch(click)
        self._services.limits.take(click)
        game, length = named_game(self._services.games, found[1]), cast("Length", found[2])
        with self._services.limits.reading(click):
            page = await self._page(click, _Asked(game, length, int(found[3])))
        if page is None:
            raise RefusedError(f"No season of {game.title} of that length has ended here yet.")
        await sending.update(click, page)

    async def _page(self, click: Click, asked: _Asked) -> Page | None:
        """Return a page, the last one if there are not that many; None if there is none."""
        services, (game, length, page) = self._services, asked
        now = services.time.now()
        found = await archive(services.boards, guild_of(click), game.name, length, now)
        if not found.seasons:
            return None
        pages = -(-len(found.seasons) // SEASONS)
        page = min(max(page, 1), pages)
        hall = await self._hall(game, found, page, pages)
        return champions_page(hall, game.name, length)

    async def _hall(self, game: AnyGame, found: Archive, page: int, pages: int) -> Hall:
        everybody = {line.user for lines in found.firsts.values() for line in lines}
        names = names_in(found, await hidden_among(self._services.people, everybody))
        seasons = [
            PastSeason(title(key), [champion_of(line, names) for line in found.firsts[key]])
            for key in found.seasons[(page - 1) * SEASONS : page * SEASONS]
        ]
        medals = medallists(found, names)[:MOST_MEDALLISTS]
        return Hall(game.title, seasons, medals, page, pages)
