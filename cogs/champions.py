"""``/league champions``, and what a server is told by itself: a week's recap, a season's end."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, Protocol, TypeVar, cast

from discord import app_commands

from bot.face.league.recap import (
    MOST_GAMES,
    MOST_MEDALLISTS,
    MOST_NAMES,
    Champion,
    GameChampions,
    Hall,
    PastSeason,
    Recap,
    SeasonChampions,
    champions_text,
    hall_text,
    nameless_recap,
    nameless_season,
    recap_text,
)
from bot.face.league.values import Medals
from bot.face.markdown import called, names_in_list, told_apart
from bot.game.contract import AnyGame
from bot.league.periods import Length, Span, period_at, span, title, week_title
from bot.league.reports import Climb, SeasonLine
from bot.tables.command import RefusedError
from cogs.core.answers import answer, update
from cogs.core.buttons import Cost, Feature, PageButton
from cogs.core.click import Click, guild_of
from cogs.core.commands import GAME_HELP, named_game, pick_game
from cogs.core.page import Button, Line, Page, Part, Row, Text, fitted
from cogs.services import Services
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


class _Someone(Protocol):
    @property
    def user(self) -> int: ...


S = TypeVar("S", bound=_Someone)

LATE: Final = "-# This comes late: I couldn't post it before."


async def season_champions(services: Services, guild: int, period: str) -> SeasonChampions | None:
    """Return how a season ended; None if nothing counted. Raises ``StoreUnavailableError``."""
    played = await services.storage.weeks.played(guild, span(period))
    games: list[GameChampions] = []
    for name, game in services.games.items():
        lines = (await services.storage.boards.firsts(guild, name, [period])).get(period, ())
        if lines:
            hidden = await services.storage.people.hidden_among([line.user for line in lines])
            people = champions_of(lines, hidden)
            players = await services.storage.boards.count(guild, name, period)
            matches = played[name].rated if name in played else 0
            games.append(GameChampions(game.title, people, matches, players))
    return SeasonChampions(title(period), games) if games else None


async def week_recap(
    services: Services, guild: int, week: Span, length: Length, climbed: Sequence[Climb]
) -> Recap | None:
    """Return a week and who leads now; None if nothing was played. ``StoreUnavailableError``."""
    found = await services.storage.weeks.played(guild, week)
    played = {name: count for name, count in found.items() if name in services.games}
    if not played:
        return None
    now = period_at(length, services.time.now())
    leaders = [await _leaders(services, guild, name, now) for name in [*played][:MOST_GAMES]]
    return Recap(
        week_title(week),
        [(services.games[name].title, count.finished) for name, count in played.items()],
        [game for game in leaders if game.people],
        await _climbed(services, climbed),
        await _best(services, guild, next(iter(played)), week),
        await _rivals(services, guild, week),
    )


async def _leaders(services: Services, guild: int, game: str, period: str) -> GameChampions:
    lines = (await services.storage.boards.firsts(guild, game, [period])).get(period, ())
    first = [line for line in lines if line.place == 1][: MOST_NAMES + 1]
    hidden = await services.storage.people.hidden_among([line.user for line in first])
    return GameChampions(services.games[game].title, champions_of(first, hidden))


async def _climbed(services: Services, climbed: Sequence[Climb]) -> tuple[str, int, str] | None:
    first = await _first_seen(services, climbed)
    return (called(first.name), first.gained, services.games[first.game].title) if first else None


async def _best(
    services: Services, guild: int, name: str, week: Span
) -> tuple[str, int, str] | None:
    game = services.games[name]
    rounds = await services.storage.weeks.best_rounds(guild, name, game.scoring, week)
    first = await _first_seen(services, rounds)
    return (called(first.name), first.score, game.title) if first else None


async def _rivals(
    services: Services, guild: int, week: Span
) -> tuple[str, str, int, int, int] | None:
    pairs = await services.storage.weeks.rivalries(guild, week)
    users = [user for pair in pairs for user in (pair.user, pair.other)]
    hidden = await services.storage.people.hidden_among(users)
    for pair in pairs:
        if not {pair.user, pair.other} & {*hidden}:
            one, other = told_apart((pair.name, pair.other_name))
            return one, other, pair.matches, pair.won, pair.lost
    return None


async def _first_seen(services: Services, found: Sequence[S]) -> S | None:
    hidden = await services.storage.people.hidden_among([one.user for one in found])
    return next((one for one in found if one.user not in hidden), None)


def recap_page(
    recap: Recap | None,
    season: SeasonChampions | None,
    *,
    named: bool = True,
    late: bool = False,
) -> Page | None:
    """Return the page, ``named`` unless AutoMod blocks a name; None if there is nothing to tell."""
    if not named:
        season = None if season is None else nameless_season(season)
        recap = None if recap is None else nameless_recap(recap)
    parts: list[Part] = []
    if season is not None:
        parts.append(Text(champions_text(season), elastic=True))
    if recap is not None:
        parts += [Line()] * bool(parts)
        parts.append(Text(recap_text(recap)))
    return Page(fitted([*parts, Text(LATE if late else "")]), colour=COLOUR) if parts else None
