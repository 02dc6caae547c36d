"""Repository of what is told of one person on a server."""

from collections.abc import Collection, Mapping, Sequence
from statistics import median
from typing import Final, cast

from cachetools import TTLCache
from sqlalchemy import Select, and_, func, select

from bot.game.contract import ROUNDS_WON
from bot.league.achievements import Career
from bot.league.counting import BANDS, Band, Rating
from bot.league.lines import Bests, Rated
from bot.league.periods import ALL_TIME, Length
from bot.league.reports import Company, Elsewhere, GameTotals, Medians, Opponent, Recent
from bot.tables.clock import Time
from db.engine.reading import Repository
from db.repositories import careers
from db.repositories.boards import is_ahead
from db.schema import bests, facts, history, ratings, totals

FEWEST_MATCHES: Final = 5
"""Of someone who has played less, a mean says little."""

FEWEST_PEOPLE: Final = 5
"""Of fewer, a median would tell one of them what another has reached."""

MOST_PEOPLE: Final = 2_000
"""How many people the medians are of: those with the oldest accounts."""

_KEPT: Final = 4_000

_LIFE: Final = 6 * 3600.0
"""Seconds: medians move slowly."""


class Profiles(Repository):
    """What is told of one person on one server. All calls raise ``StoreUnavailableError``.

    ``games``: the games to look at.
    """

    async def totals(self, guild: int, user: int, games: Collection[str]) -> Sequence[GameTotals]:
        """Return the games in which a match counts for the person, the most played first."""
        line = totals.c
        query = (
            select(
                *(line.game, line.name, line.matches, line.wins, line.points),
                *(line.abandoned, line.opponents),
            )
            .where(
                *(line.guild == guild, line.game.in_(games), line.period == ALL_TIME),
                *(line.user_id == user, line.matches > 0),
            )
            .order_by(line.matches.desc(), line.game)
        )
        return [GameTotals(*row) for row in await self._heavy.fetch(guild, query)]

    async def places(
        self, guild: int, user: int, games: Collection[str], period: str
    ) -> Mapping[str, int]:
        """Return the person's places in the standings of a season, by game."""
        line, mine = totals.c, totals.alias().c
        better = (
            select(func.count())
            .where(line.guild == guild, line.game == mine.game, line.period == period)
            .where(is_ahead(mine))
            .scalar_subquery()
        )
        query = select(mine.game, better).where(
            *(mine.guild == guild, mine.game.in_(games), mine.period == period),
            *(mine.user_id == user, mine.matches > 0),
        )
        return {game: 1 + count for game, count in await self._heavy.fetch(guild, query)}

    async def ratings(
        self, guild: int, user: int, games: Collection[str]
    ) -> Mapping[str, Mapping[Band, Rated]]:
        """Return the person's ratings by game and band, that of most matches first."""
        line = ratings.c
        query = (
            select(line.game, line.band, line.mean, line.deviation, line.matches, line.at)
            .where(
                *(line.guild == guild, line.game.in_(games), line.band.in_(BANDS)),
                line.user_id == user,
            )
            .order_by(line.matches.desc(), line.band)
        )
        found: dict[str, dict[Band, Rated]] = {}
        for game, band, mean, deviation, count, at in await self._heavy.fetch(guild, query):
            rated = Rated(Rating(mean, deviation), count, at)
            found.setdefault(game, {})[cast("Band", band)] = rated
        return found

    async def curve(
        self, guild: int, user: int, game: str, band: Band, limit: int
    ) -> Sequence[float]:
        """Return the rating after each of the latest matches in a band, the latest last."""
        line = history.c
        query = (
            select(line.rating)
            .where(line.user_id == user, line.guild == guild, line.game == game)
            .where(careers.seats_in(band))
            .order_by(line.finished_at.desc(), line.table_id.desc())
            .limit(limit)
        )
        return [rating for (rating,) in await self._heavy.fetch(guild, query)][::-1]

    async def bests(
        self, guild: int, user: int, games: Collection[str]
    ) -> Mapping[str, tuple[str, Bests]]:
        """Return best scores by game: of the kind of match most played, and which that is."""
        line = bests.c
        query = (
            select(line.game, line.kind, *(line[name] for name in Bests._fields))
            .where(line.guild == guild, line.game.in_(games), line.user_id == user)
            .order_by(line.matches, line.kind.desc())
        )
        rows = await self._heavy.fetch(guild, query)
        return {game: (kind, Bests(*scores)) for game, kind, *scores in rows}

    async def recent(
        self, guild: int, user: int, games: Collection[str], limit: int
    ) -> Sequence[Recent]:
        """Return how the latest matches of these games went, the latest last."""
        query = careers.latest_query(guild, user, games, limit)
        rows = await self._heavy.fetch(guild, query)
        return [Recent(seats, rank, bool(won), points) for seats, rank, won, points, _, _ in rows][
            ::-1
        ]

    async def facts(
        self, guild: int, user: int, games: Collection[str]
    ) -> Mapping[str, Mapping[str, int]]:
        """Return how often each fact was true, by game and name; those that never were may lack."""
        line = facts.c
        query = select(line.game, line.fact, line.number).where(
            line.guild == guild, line.game.in_(games), line.user_id == user
        )
        found: dict[str, dict[str, int]] = {}
        for game, fact, number in await self._heavy.fetch(guild, query):
            found.setdefault(game, {})[fact] = number
        return found

    async def company(self, guild: int, user: int, games: Collection[str], limit: int) -> Company:
        """Return who was met in these games, and how the person did against them."""
        rows = await self._heavy.fetch(guild, careers.met_query(guild, user, games, limit))
        if not rows:
            return Company()
        names = await self._names(guild, [row[0] for row in rows], games)
        most = [
            Opponent(other, names.get(other, ""), won, tied, matches - won - tied)
            for other, matches, won, tied, *_ in rows
            if other > 0
        ]
        _, _, _, _, people, ties, even = rows[0]
        return Company(tuple(most), people, ties, even)

    async def career(
        self, guild: int, user: int, games: Collection[str], length: Length, now: int
    ) -> Career:
        """Return what achievements go by, as far as it is about matches."""
        who = (guild, user, games)
        won = await self._heavy.fetch(guild, careers.wins_query(*who))
        bands = {band for _, *line in won for band, one in zip(BANDS, line, strict=True) if one}
        [(streak, drought)] = await self._heavy.fetch(guild, careers.runs_query(*who))
        medals = careers.medals_query(guild, user, games, length, now)
        [(medalled,)] = await self._heavy.fetch(guild, medals)
        return Career(
            games_left=len(games) - sum(any(line) for _, *line in won),
            bands_won=frozenset(bands),
            won_against_three=await self._is_there(guild, careers.against_three_query(*who)),
            upset=await self._is_there(guild, careers.upset_query(*who)),
            drought=drought or 0,
            streak=streak or 0,
            punctual=await self._punctual(guild, user, games),
            medals=medalled,
        )

    async def elsewhere(self, guild: int, user: int) -> Elsewhere:
        """Return what the person has played on all other servers."""
        line = totals.c
        query = select(
            func.coalesce(func.sum(line.matches), 0), func.coalesce(func.sum(line.wins), 0)
        ).where(line.user_id == user, line.period == ALL_TIME, line.guild != guild)
        [(matches, wins)] = await self._heavy.fetch(guild, query)
        return Elsewhere(matches, wins)

    async def medians(self, guild: int, game: str) -> Medians | None:
        """Return the medians of those who play often; slow, so ask ``ServerMedians``."""
        line, fact = totals.c, facts.c
        won = and_(
            *(fact.guild == line.guild, fact.game == line.game, fact.user_id == line.user_id),
            fact.fact == ROUNDS_WON,
        )
        query = (
            select(
                *(line.matches, line.points, line.wins, line.abandoned, line.opponents),
                func.coalesce(fact.number, 0),
            )
            .select_from(totals.outerjoin(facts, won))
            .where(line.guild == guild, line.game == game, line.period == ALL_TIME)
            .where(line.matches >= FEWEST_MATCHES, line.user_id > 0)
            .order_by(line.user_id)
            .limit(MOST_PEOPLE)
        )
        rows = await self._heavy.fetch(guild, query)
        if len(rows) < FEWEST_PEOPLE:
            return None
        return Medians(
            points=median(points / matches for matches, points, *_ in rows),
            wins=median(wins / matches for matches, _, wins, *_ in rows),
            rounds=median(rounds / matches for matches, *_, rounds in rows),
            left=median(left / matches for matches, _, _, left, *_ in rows),
            opponents=median(opponents for *_, opponents, _ in rows),
        )

    async def _names(
        self, guild: int, users: Collection[int], games: Collection[str]
    ) -> Mapping[int, str]:
        line = totals.c
        query = (
            select(line.user_id, line.name)
            .where(line.guild == guild, line.game.in_(games), line.period == ALL_TIME)
            .where(line.user_id.in_(users))
            .order_by(line.matches)
        )
        return dict(tuple(row) for row in await self._heavy.fetch(guild, query))

    async def _punctual(self, guild: int, user: int, games: Collection[str]) -> int:
        rows = await self._heavy.fetch(guild, careers.timeouts_query(guild, user, games))
        late = (at for at, (timeouts,) in enumerate(rows) if timeouts != 0)
        return next(late, len(rows))

    async def _is_there(self, guild: int, query: Select[int]) -> bool:
        return bool(await self._heavy.fetch(guild, query))


class ServerMedians:
    """Keeps medians for some hours, so that a profile does not read a whole server each time."""

    def __init__(self, profiles: Profiles, time: Time) -> None:
        self._profiles = profiles
        self._kept: TTLCache[tuple[int, str], Medians | None] = TTLCache(
            _KEPT, _LIFE, timer=time.steady
        )

    async def of(self, guild: int, game: str) -> Medians | None:
        """Return the medians, None for too few people; raises ``StoreUnavailableError``."""
        key = guild, game
        if key not in self._kept:
            self._kept[key] = await self._profiles.medians(guild, game)
        return self._kept.get(key)
