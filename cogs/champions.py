"""``/league champions``: the first three of each season that is over."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, cast

from discord import app_commands

from bot.face.league.recap import MOST_MEDALLISTS, Champion, Hall, PastSeason, hall_text
from bot.face.league.values import Medals
from bot.face.markdown import names_in_list
from bot.game.contract import AnyGame
from bot.league.periods import Length, title
from bot.league.standings import SeasonLine
from bot.tables.command import RefusedError
from cogs.core.answers import answer, update
from cogs.core.buttons import Cost, Feature, PageButton
from cogs.core.click import Click, guild_of
from cogs.core.commands import GAME_HELP, named_game, pick_game
from cogs.core.page import Button, Page, Row, Text, fitted
from cogs.standings import Archive, archive, medals_in

COLOUR: Final = 0xD9A441

_OTHER: Final[dict[Length, tuple[Length, str]]] = {
    "month": ("quarter", "Quarters"),
    "quarter": ("month", "Months"),
}

SEASONS: Final = 6
"""Seasons on a page."""

_WORDS: Final = r"[pnl]:([a-z0-9_]{1,32}):(month|quarter):([0-9]{1,5})"
"""What the custom id of a button says: its mark, the game, how long the seasons are, the page."""


class _Asked(NamedTuple):
    game: AnyGame
    length: Length
    page: int


class Champions(Feature):
    """The seasons that are over."""

    def buttons(self) -> Iterable[PageButton]:
        """Yield the ways to other pages, and to seasons of the other length."""
        yield PageButton("champions", _WORDS, self.turn, Cost.COSTLY)

    @app_commands.command(extras={"group": "league", "costly": True, "public": True})
    @app_commands.describe(game=GAME_HELP)
    async def champions(self, click: Click, game: str | None = None) -> None:
        """See who won past seasons here."""
        with self._services.limits.reading(click):
            chosen = await pick_game(self._services, click, game)
            settings = await self._services.storage.league.settings(guild_of(click))
            page = await self._page(click, _Asked(chosen, settings.season, 1))
        if page is None:
            await answer(click, f"No season of {chosen.title} has ended here yet.")
        else:
            await answer(click, page, public=True)

    async def turn(self, click: Click, found: re.Match[str]) -> None:
        """Turn to another page, or to seasons of the other length, for everyone."""
        game, length = named_game(self._services.games, found[1]), cast("Length", found[2])
        with self._services.limits.reading(click):
            page = await self._page(click, _Asked(game, length, int(found[3])))
        if page is None:
            raise RefusedError(f"No season of {game.title} of that length has ended here yet.")
        await update(click, page)

    async def _page(self, click: Click, asked: _Asked) -> Page | None:
        services, (game, length, page) = self._services, asked
        now = services.time.now()
        found = await archive(services.storage.boards, guild_of(click), game.name, length, now)
        if not found.seasons:
            return None
        pages = -(-len(found.seasons) // SEASONS)
        page = min(max(page, 1), pages)
        hall = await self._hall(game, found, page, pages)
        return champions_page(hall, game.name, length)

    async def _hall(self, game: AnyGame, found: Archive, page: int, pages: int) -> Hall:
        everybody = {line.user for lines in found.firsts.values() for line in lines}
        names = names_in(found, await self._services.storage.people.hidden_among(everybody))
        seasons = [
            PastSeason(title(key), [champion_of(line, names) for line in found.firsts[key]])
            for key in found.seasons[(page - 1) * SEASONS : page * SEASONS]
        ]
        medals = medallists(found, names)[:MOST_MEDALLISTS]
        return Hall(game.title, seasons, medals, page, pages)


def champions_page(hall: Hall, game: str, length: Length) -> Page:
    """Return a page of the seasons of a length."""
    turning: Row = ()
    if hall.pages > 1:
        turning = (
            Button("Previous", _id("p", game, length, hall.page - 1), disabled=hall.page == 1),
            Button("Next", _id("n", game, length, hall.page + 1), disabled=hall.page == hall.pages),
        )
    other, label = _OTHER[length]
    row = (*turning, Button(label, _id("l", game, other, 1)))
    return Page(fitted((Text(hall_text(hall)), row)), colour=COLOUR)


def _id(button: str, game: str, length: Length, page: int) -> str:
    return f"champions:{button}:{game}:{length}:{page}"


def medallists(found: Archive, names: Mapping[int, str]) -> Sequence[tuple[str, Medals]]:
    """Return who has won the most medals, of the people who have a name here."""
    won = sorted(medals_in(found).items(), key=lambda one: (one[1], -one[0]), reverse=True)
    return [(names[user], own) for user, own in won if user in names]


def names_in(found: Archive, hidden: Collection[int]) -> Mapping[int, str]:
    """Return what people are called in the archive: as in the latest season; nobody hidden."""
    lines = (line for key in found.seasons for line in found.firsts[key])
    return names_in_list(((line.user, line.name) for line in lines), hidden)


def champions_of(lines: Sequence[SeasonLine], hidden: Collection[int]) -> Sequence[Champion]:
    """Return lines of the standings, with the names of those who are not hidden."""
    names = names_in_list(((line.user, line.name) for line in lines), hidden)
    return [champion_of(line, names) for line in lines]


def champion_of(line: SeasonLine, names: Mapping[int, str]) -> Champion:
    """Return a line of the standings; who has no name here is hidden."""
    return Champion(line.place, names.get(line.user), line.points)
