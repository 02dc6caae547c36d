"""Repository of figures for moderators."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from sqlalchemy import Select, Subquery, and_, case, func, literal, select, text, union_all

from bot.league import fairplay
from bot.league.periods import ALL_TIME
from db.engine.reading import Repository
from db.schema import history, interventions, matches, results, reviews, totals, versus
from db.schema.hosting import LEFT_OFTEN, WON_NEARLY_ALWAYS

if TYPE_CHECKING:
    from bot.game.contract import Seat


class FairPlay(Repository):
    """Reads the figures. All calls raise ``StoreUnavailableError``.

    ``person``: whose figures; None for those that stand out. ``since``: milliseconds since 1970.
    """

    async def pairs(
        self, guild: int, games: Collection[str], person: int | None
    ) -> Sequence[fairplay.Pair]:
        """Return pairs of which one has won nearly always, those who have met most often first."""
        line = versus.c
        query = (
            select(line.game, line.user_id, line.other_id, line.matches, line.won, line.tied)
            .where(line.guild == guild)
            .order_by(line.matches.desc(), line.won.desc(), line.user_id, line.other_id, line.game)
            .limit(fairplay.PAIRS)
        )
        if person is None:
            query = query.where(text(WON_NEARLY_ALWAYS))
        else:
            query = query.where(line.game.in_(games), line.user_id == person)
            query = query.where(line.matches > 0)
        found = [fairplay.Pair(*row) for row in await self._heavy.fetch(guild, query)]
        return await self._with_together(guild, found)

    async def _with_together(
        self, guild: int, pairs: Sequence[fairplay.Pair]
    ) -> Sequence[fairplay.Pair]:
        if not pairs:
            return pairs
        every = union_all(*(_together(guild, at, pair) for at, pair in enumerate(pairs))).subquery()
        query = select(every.c.at, every.c.together, every.c.alone)
        found = {at: (both, alone) for at, both, alone in await self._heavy.fetch(guild, query)}
        return [
            pair._replace(together=found[at][0], alone=found[at][1])
            for at, pair in enumerate(pairs)
        ]

    async def left_to_kai(
        self, guild: int, games: Collection[str], person: int | None
    ) -> Sequence[fairplay.LeftToKai]:
        """Return who has left the largest share of their matches, the largest first."""
        line = totals.c
        share = line.abandoned * 1.0 / line.matches
        query = (
            select(line.game, line.user_id, line.abandoned, line.matches)
            .where(line.guild == guild)
            .order_by(share.desc(), line.abandoned.desc(), line.user_id, line.game)
            .limit(fairplay.LINES)
        )
        if person is None:
            query = query.where(text(LEFT_OFTEN))
        else:
            own = (line.period == ALL_TIME, line.user_id == person, line.game.in_(games))
            query = query.where(*own, line.matches > 0)
        return [fairplay.LeftToKai(*row) for row in await self._heavy.fetch(guild, query)]

    async def out_of_time(
        self, guild: int, since: int, person: int | None
    ) -> Sequence[fairplay.OutOfTime]:
        """Return whose turns ran out of time most often, the largest share first."""
        seat, latest = results.c, _latest(guild, since)
        timeouts, turns = func.sum(seat.timeouts), func.sum(seat.own_turns + seat.timeouts)
        query = (
            select(seat.user_id, timeouts, turns)
            .select_from(latest.join(results, seat.table_id == latest.c.table_id))
            .where(latest.c.ranked, latest.c.clock != "none", seat.own_turns.is_not(None))
            .group_by(seat.user_id)
            .having(turns > 0 if person is not None else timeouts >= fairplay.FEWEST_TIMEOUTS)
            .order_by((timeouts * 1.0 / turns).desc(), timeouts.desc(), seat.user_id)
            .limit(fairplay.LINES)
        )
        whose = seat.user_id == person if person is not None else seat.user_id.is_not(None)
        rows = await self._heavy.fetch(guild, query.where(whose))
        return [fairplay.OutOfTime(user, int(late), int(of)) for user, late, of in rows]

    async def played(self, guild: int, since: int) -> Sequence[fairplay.PlayedMatch]:
        """Return the latest rated matches, :data:`LATEST` at most, to find rings in them."""
        latest, seat = _latest(guild, since), results.c
        query = (
            select(latest.c.table_id, latest.c.game, seat.user_id, seat.former)
            .add_columns(seat.rank, seat.points)
            .select_from(latest.join(results, seat.table_id == latest.c.table_id))
            .where(latest.c.rated, seat.kai.is_(None), seat.points.is_not(None))
        )
        people: dict[tuple[str, str], list[fairplay.Placed]] = defaultdict(list)
        for table, game, user, former, rank, points in await self._heavy.fetch(guild, query):
            people[table, game].append(fairplay.Placed(user or former or 0, rank, points))
        return [fairplay.PlayedMatch(game, some) for (_, game), some in people.items()]

    async def intervened(
        self, guild: int, since: int, person: int | None
    ) -> Sequence[fairplay.Intervened]:
        """Return who removed others, paused and ended matches that count, most often first."""
        done, often = interventions.c, func.count()
        whats = ("remove", "pause", "end")
        each = [func.sum(case((done.what == what, 1), else_=0)) for what in whats]
        together = func.sum(case((done.together, 1), else_=0))
        query = (
            select(done.user_id, *each, together)
            .where(done.guild == guild, done.at >= since)
            .where(done.user_id.is_not(None) if person is None else done.user_id == person)
            .group_by(done.user_id)
            .order_by(often.desc(), done.user_id)
            .limit(fairplay.FEWER_LINES)
        )
        rows = await self._heavy.fetch(guild, query)
        return [fairplay.Intervened(user, *map(int, counts)) for user, *counts in rows]

    async def removed(self, guild: int, since: int, person: int) -> int:
        """Return how often someone was removed from a match that counts."""
        done = interventions.c
        query = select(func.count()).where(
            done.guild == guild, done.at >= since, done.removed_id == person
        )
        [(count,)] = await self._heavy.fetch(guild, query)
        return int(count)

    async def reviewed(self, guild: int, since: int) -> Sequence[fairplay.Reviewed]:
        """Return the latest rated matches with a review, :data:`MOST_REVIEWS` at most."""
        latest, seat = _latest(guild, since), results.c
        query = (
            select(latest.c.table_id, reviews.c.body)
            .select_from(latest.join(reviews, reviews.c.table_id == latest.c.table_id))
            .where(latest.c.rated, reviews.c.body.is_not(None))
            .order_by(latest.c.finished_at.desc(), latest.c.table_id)
            .limit(fairplay.MOST_REVIEWS)
        )
        bodies = {table: body for table, body in await self._heavy.fetch(guild, query) if body}
        people = select(seat.table_id, seat.seat, seat.user_id, seat.kai_turns).where(
            seat.table_id.in_(bodies), seat.user_id.is_not(None)
        )
        seats: dict[str, dict[Seat, fairplay.ReviewedSeat]] = defaultdict(dict)
        for table, number, user, by_kai in await self._heavy.fetch(guild, people):
            if user is not None:
                seats[table][number] = fairplay.ReviewedSeat(user, own=by_kai == 0)
        return [fairplay.Reviewed(seats[table], body) for table, body in bodies.items()]


def _latest(guild: int, since: int) -> Subquery:
    match = matches.c
    return (
        select(
            *(match.table_id, match.game, match.finished_at),
            *(match.ranked, match.rated, match.clock),
        )
        .where(match.guild == guild, match.finished_at >= since)
        .order_by(match.finished_at.desc())
        .limit(fairplay.LATEST)
        .subquery()
    )


def _together(guild: int, at: int, pair: fairplay.Pair) -> Select[int, int, int]:
    """Count the latest matches of one of a pair that the other played too, or with nobody else."""
    own, theirs = history.c, history.alias().c
    latest = (
        select(own.table_id, own.finished_at)
        .where(own.user_id == pair.other, own.guild == guild, own.game == pair.game)
        .order_by(own.finished_at.desc(), own.table_id.desc())
        .limit(fairplay.LATEST_TOGETHER)
        .subquery()
    )
    people = (
        select(func.count())
        .select_from(results)
        .where(results.c.table_id == latest.c.table_id, results.c.kai.is_(None))
        .scalar_subquery()
    )
    both = and_(
        *(theirs.user_id == pair.user, theirs.guild == guild, theirs.game == pair.game),
        *(theirs.finished_at == latest.c.finished_at, theirs.table_id == latest.c.table_id),
    )
    alone = func.coalesce(func.sum(case((people == 2, 1), else_=0)), 0)
    told = (literal(at).label("at"), func.count().label("together"), alone.label("alone"))
    return select(*told).select_from(latest).where(both)
