"""Repository of what was played in a stretch of time."""

from collections.abc import Mapping, Sequence

from sqlalchemy import ColumnElement, and_, case, func, select

from bot.game.contract import Scoring
from bot.league.periods import Span
from bot.tables.league.boards import BestScore
from bot.tables.league.weeks import Played, Rivalry
from db.engine.heavy import HeavyReads
from db.repositories.ranking import has_played, have_met
from db.schema import matches, results, round_points

__all__ = ["SqlWeeks"]

_RIVALRY = 2
"""So often at least have two people met who are called rivals."""


class SqlWeeks:
    """Implements :class:`bot.tables.league.weeks.Weeks`."""

    def __init__(self, heavy: HeavyReads) -> None:
        self._heavy = heavy

    async def played(self, guild: int, during: Span) -> Mapping[str, Played]:
        """Return what was played, by game, the most finished matches first."""
        finished, rated = func.count(), func.sum(case((matches.c.rated, 1), else_=0))
        query = (
            select(matches.c.game, finished, rated)
            .where(_ended(guild, during))
            .group_by(matches.c.game)
            .order_by(finished.desc(), matches.c.game)
        )
        rows = await self._heavy.fetch(guild, query)
        return {game: Played(count, counting) for game, count, counting in rows}

    async def best_rounds(
        self, guild: int, game: str, scoring: Scoring, during: Span, limit: int = 5
    ) -> Sequence[BestScore]:
        """Return the best scores of rounds in counted matches, best first, then earliest."""
        seat, points = results.c, round_points.c.points
        query = (
            select(seat.user_id, seat.name, points)
            .select_from(matches.join(results).join(round_points))
            .where(
                *(_ended(guild, during), matches.c.game == game, matches.c.counted),
                *(seat.user_id.is_not(None), has_played(seat)),
            )
            .order_by(
                points if scoring.best == "lowest" else points.desc(),
                *(matches.c.finished_at, seat.table_id, seat.seat, round_points.c.round),
            )
            .limit(limit)
        )
        rows = await self._heavy.fetch(guild, query)
        return [BestScore(user or 0, name, score) for user, name, score in rows]

    async def rivalries(self, guild: int, during: Span, limit: int = 5) -> Sequence[Rivalry]:
        """Return who met most often, at least twice."""
        own, other = results.alias(), results.alias()
        one, two, met = own.c, other.c, func.count().label("met")
        query = (
            select(
                *(met, one.user_id, func.max(one.name)),
                func.sum(case((one.rank < two.rank, 1), else_=0)),
                *(two.user_id, func.max(two.name)),
                func.sum(case((one.rank > two.rank, 1), else_=0)),
            )
            .select_from(
                matches.join(own, own.c.table_id == matches.c.table_id).join(
                    other, and_(two.table_id == one.table_id, one.user_id < two.user_id)
                )
            )
            .where(_ended(guild, during), matches.c.rated, have_met(one, two))
            .group_by(one.user_id, two.user_id)
            .having(func.count() >= _RIVALRY)
            .order_by(met.desc(), one.user_id, two.user_id)
            .limit(limit)
        )
        return [Rivalry(*row) for row in await self._heavy.fetch(guild, query)]


def _ended(guild: int, during: Span) -> ColumnElement[bool]:
    """Return the condition for a server's matches that ended then."""
    at = matches.c.finished_at
    return and_(matches.c.guild == guild, at >= during.begins, at < during.ends)
