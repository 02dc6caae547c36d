"""Repository of what finished matches have changed: few rows, each found by a key."""

from collections.abc import Collection, Mapping

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.game.contract import Seat
from bot.league.book import Met
from bot.league.periods import Length, period_at
from bot.league.ratings import Rating
from bot.tables.league.aftermath import Aftermath, SeatAfter
from bot.tables.league.people import Visibility
from db.engine.reading import fetch
from db.repositories.before import MET
from db.repositories.limits import read_limits
from db.repositories.ranking import people_ahead
from db.schema import matches, people, results, totals, versus

__all__ = ["SqlAftermaths"]


class SqlAftermaths:
    """Implements :class:`bot.tables.league.aftermath.Aftermaths`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def aftermath(self, table: str, season: Length) -> Aftermath:
        """Return what a match has changed; empty if it counts for nobody."""
        match = matches.c
        query = select(match.guild, match.game, match.finished_at).where(
            match.table_id == table, match.rated
        )
        for guild, game, finished_at in await fetch(self._engine, query):
            period = period_at(season, finished_at)
            seats = await self._seats(table, guild, game, period)
            users = [seat.user for seat in seats.values()]
            met = await self._met(guild, game, users)
            return Aftermath(seats, met, await self._hidden(users))
        return Aftermath()

    async def _seats(
        self, table: str, guild: int, game: str, period: str
    ) -> Mapping[Seat, SeatAfter]:
        seat = results.c
        query = select(
            *(seat.seat, seat.user_id, seat.points),
            *(seat.mean_before, seat.deviation_before, seat.mean_after, seat.deviation_after),
            seat.limits,
        ).where(seat.table_id == table, seat.user_id.is_not(None), seat.points.is_not(None))
        found: dict[Seat, SeatAfter] = {}
        for number, user, points, mean0, deviation0, mean1, deviation1, limits in await fetch(
            self._engine, query
        ):
            place = await self._place(guild, game, period, user)
            before, after = Rating(mean0, deviation0), Rating(mean1, deviation1)
            found[number] = SeatAfter(user, points, before, after, place, read_limits(limits))
        return found

    async def _place(self, guild: int, game: str, period: str, user: int) -> int:
        """Return a person's place: one more than there are lines ahead."""
        own = totals.alias().c
        query = select(people_ahead(guild, game, period, own.points, own.matches)).where(
            *(own.guild == guild, own.game == game, own.period == period, own.user_id == user),
        )
        [(count,)] = await fetch(self._engine, query)
        return 1 + count

    async def _met(
        self, guild: int, game: str, users: Collection[int]
    ) -> Mapping[tuple[int, int], Met]:
        line = versus.c
        query = select(line.user_id, line.other_id, *MET).where(
            *(line.guild == guild, line.game == game),
            *(line.user_id.in_(users), line.other_id.in_(users)),
        )
        rows = await fetch(self._engine, query)
        return {(user, other): Met(*figures) for user, other, *figures in rows}

    async def _hidden(self, users: Collection[int]) -> Collection[int]:
        query = select(people.c.user_id).where(
            people.c.user_id.in_(users), people.c.visibility == Visibility.HIDDEN.value
        )
        return frozenset(user for (user,) in await fetch(self._engine, query))
