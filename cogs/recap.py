"""What a server is told by itself, gathered: the recap of a week, the champions of a season."""

from collections.abc import Sequence
from typing import Final, Protocol, TypeVar

from bot.face.league.recap import (
    MOST_GAMES,
    MOST_NAMES,
    GameChampions,
    Recap,
    SeasonChampions,
    champions_text,
    nameless_recap,
    nameless_season,
    recap_text,
)
from bot.face.markdown import called, told_apart
from bot.league.periods import Length, Span, period_at, span, title, week_title
from bot.league.standings import Climb
from cogs.champions import champions_of
from cogs.core.page import Line, Page, Part, Text, fitted
from cogs.services import Services


class _Somebody(Protocol):
    @property
    def user(self) -> int: ...


S = TypeVar("S", bound=_Somebody)

COLOUR: Final = 0xD9A441

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
