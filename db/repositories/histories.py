"""Repository of finished matches."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, TypeAlias

from sqlalchemy import (
    BigInteger,
    Row,
    Select,
    Subquery,
    Text,
    and_,
    literal,
    select,
    tuple_,
    union_all,
)

from bot.game.contract import Seat
from bot.league.counting import Rating
from bot.league.lines import Met
from bot.league.periods import Length, period_at
from bot.league.reports import Aftermath, SeatAfter
from bot.league.results import PageStart, Past, PastMatch, PastSeat
from bot.league.settings import Visibility
from bot.tables.entries import Clock
from bot.tables.store import StoredIntervention
from db.engine.reading import Repository
from db.repositories.before import MET
from db.repositories.boards import have_met, people_ahead
from db.repositories.booking import read_limits
from db.schema import (
    PRUNED,
    history,
    interventions,
    matches,
    people,
    results,
    tables,
    totals,
    versus,
)

_MATCH = (
    *(matches.c.table_id, matches.c.game, matches.c.finished_at, matches.c.ranked),
    *(matches.c.started_at, matches.c.options, matches.c.clock),
    *(matches.c.kai_version, tables.c.phase, matches.c.counted, matches.c.rated),
)
_SEAT = (
    *(results.c.user_id, results.c.name, results.c.kai, results.c.rank, results.c.total),
    *(results.c.own_turns, results.c.kai_turns, results.c.points),
    *(results.c.mean_before, results.c.deviation_before),
    *(results.c.mean_after, results.c.deviation_after, results.c.seat),
)

_Row: TypeAlias = Row[*tuple[Any, ...]]

_Listed: TypeAlias = Subquery


class Histories(Repository):
    """Finished matches, by server. All calls raise ``StoreUnavailableError``."""

    async def page(
        self,
        guild: int,
        *,
        user: int | None = None,
        game: str | None = None,
        way: PageStart | None = None,
        limit: int = 10,
    ) -> Past:
        """Return a page of the server's or a person's matches, at one game or all.

        It is the newest page without a ``way``, and where fewer than ``limit`` are newer.
        """
        listed = _of_server(guild, game) if user is None else _of_person(guild, user, game)
        found = await self._matches(guild, _cut(listed, way).limit(limit + 1))
        more = len(found) > limit
        if way is None:
            return Past(found[:limit], older=more)
        if way.older:
            return Past(found[:limit], newer=True, older=more)
        if len(found) < limit:
            return await self.page(guild, user=user, game=game, limit=limit)
        return Past(found[-limit:], newer=more, older=True)

    async def match(self, guild: int, table: str) -> PastMatch | None:
        """Return a finished match of the server; None if there is no such match."""
        key = matches.c.table_id == table, matches.c.guild == guild
        rows = await self._fetch(_with_seats(select(matches.c.table_id).where(*key)))
        return next(_past(rows), None)

    async def recorded(
        self, guild: int, games: Collection[str] | None = None, *, limit: int = 25
    ) -> Sequence[PastMatch]:
        """Return the server's finished matches that still have a record, newest first."""
        newest = (
            select(matches.c.table_id)
            .select_from(matches.join(tables))
            .where(matches.c.guild == guild, tables.c.phase != PRUNED)
            .order_by(matches.c.finished_at.desc(), matches.c.table_id.desc())
            .limit(limit)
        )
        if games is not None:
            newest = newest.where(matches.c.game.in_(games))
        return await self._matches(guild, newest)

    async def done(self, guild: int, table: str) -> Sequence[StoredIntervention]:
        """Return what was done to a match of the server, in order."""
        done = interventions.c
        query = select(interventions).where(done.table_id == table, done.guild == guild)
        rows = await self._heavy.fetch(guild, query.order_by(done.number))
        return [StoredIntervention(*row) for row in rows]

    async def met(self, guild: int, user: int, other: int) -> Mapping[str, Met]:
        """Return how someone has done against someone else, by game, the most matches first."""
        line = versus.c
        query = (
            select(line.game, line.matches, line.won, line.tied)
            .where(line.guild == guild, line.user_id == user, line.other_id == other)
            .where(line.matches > 0)
            .order_by(line.matches.desc(), line.game)
        )
        return {game: Met(*met) for game, *met in await self._heavy.fetch(guild, query)}

    async def between(
        self, guild: int, user: int, other: int, met: Mapping[str, Met], limit: int = 5
    ) -> Sequence[PastMatch]:
        """Return the latest matches in which two people met, newest first.

        ``met`` is what :meth:`met` has returned: nothing is looked for beyond it.
        """
        if not met:
            return ()
        # Once as many are found as there are, the rest of the history is not looked through.
        each = [
            select(_shared(guild, game, user, other, min(limit, line.matches)).subquery())
            for game, line in met.items()
        ]
        every = union_all(*each).subquery()
        latest = select(every.c.table_id).order_by(
            every.c.finished_at.desc(), every.c.table_id.desc()
        )
        return await self._matches(guild, latest.limit(limit))

    async def _matches(self, guild: int, wanted: Select[str]) -> tuple[PastMatch, ...]:
        return tuple(_past(await self._heavy.fetch(guild, _with_seats(wanted))))


def _with_seats(wanted: Select[str]) -> Select[*tuple[Any, ...]]:
    chosen = wanted.subquery()
    return (
        select(*_MATCH, *_SEAT)
        .select_from(chosen)
        .join(matches, matches.c.table_id == chosen.c.table_id)
        .join(tables, tables.c.id == matches.c.table_id)
        .join(results, results.c.table_id == matches.c.table_id)
        .order_by(matches.c.finished_at.desc(), matches.c.table_id.desc())
        .order_by(results.c.rank, results.c.seat)
    )


def _of_server(guild: int, game: str | None) -> _Listed:
    listed = select(matches.c.table_id, matches.c.finished_at).where(matches.c.guild == guild)
    return (listed if game is None else listed.where(matches.c.game == game)).subquery()


def _of_person(guild: int, user: int, game: str | None) -> _Listed:
    """Return a person's matches, each found by the person and then looked up."""
    match = [matches.c.table_id == results.c.table_id, matches.c.guild == guild]
    if game is not None:
        match.append(matches.c.game == game)
    # Friendly matches are in ``results`` alone, which knows no times. The inner query and ``OFFSET
    # 0`` keep databases from going through all matches of the server instead.
    finished_at = select(matches.c.finished_at).where(*match).scalar_subquery()
    own = (
        select(results.c.table_id, finished_at.label("finished_at"))
        .where(results.c.user_id == user)
        .offset(0)
        .subquery()
    )
    here = select(own.c.table_id, own.c.finished_at).where(own.c.finished_at.is_not(None))
    return here.subquery()


def _cut(listed: _Listed, way: PageStart | None) -> Select[str]:
    """Order a list, and begin it behind a place: the other way round for newer matches."""
    place = listed.c.finished_at, listed.c.table_id
    query = select(listed.c.table_id)
    if way is not None:
        at, table = way.cursor
        cursor = tuple_(literal(at, BigInteger), literal(table, Text))
        query = query.where(tuple_(*place) < cursor if way.older else tuple_(*place) > cursor)
    if way is None or way.older:
        return query.order_by(*(column.desc() for column in place))
    return query.order_by(*place)


def _shared(guild: int, game: str, user: int, other: int, limit: int) -> Select[str, int]:
    mine, theirs = history.alias("mine"), history.alias("theirs")
    own, others = results.alias("own"), results.alias("others")
    return (
        select(mine.c.table_id, mine.c.finished_at)
        .join(
            theirs,
            and_(
                *(theirs.c.user_id == other, theirs.c.guild == guild, theirs.c.game == game),
                *(theirs.c.finished_at == mine.c.finished_at,),
                *(theirs.c.table_id == mine.c.table_id,),
            ),
        )
        .join(own, and_(own.c.table_id == mine.c.table_id, own.c.user_id == user))
        .join(others, and_(others.c.table_id == mine.c.table_id, others.c.user_id == other))
        .where(mine.c.user_id == user, mine.c.guild == guild, mine.c.game == game)
        .where(have_met(own.c, others.c))
        .order_by(mine.c.finished_at.desc(), mine.c.table_id.desc())
        .limit(limit)
    )


def _past(rows: Sequence[_Row]) -> Iterator[PastMatch]:
    for table, seats in groupby(rows, key=attrgetter("table_id")):
        found = [*seats]
        match = found[0]
        yield PastMatch(
            table=table,
            game=match.game,
            finished_at=match.finished_at,
            ranked=bool(match.ranked),
            recorded=match.phase != PRUNED,
            started_at=match.started_at,
            options=None if match.options is None else json.loads(match.options),
            clock=None if match.clock is None else _clock(match.clock),
            kai_version=match.kai_version,
            seats=tuple(map(_seat, found)),
            long_enough=bool(match.counted),
            rated=bool(match.rated),
        )


def _clock(text: str) -> Clock:
    kind, _, seconds = text.partition(" ")
    return Clock.model_validate({"kind": kind, "seconds": int(seconds or 0)})


def _seat(row: _Row) -> PastSeat:
    before, after = None, None
    if row.points is not None:
        before = Rating(row.mean_before, row.deviation_before)
        after = Rating(row.mean_after, row.deviation_after)
    own, by_kai = row.own_turns or 0, row.kai_turns or 0
    told = row.total, own, by_kai, row.points, before, after, row.seat
    return PastSeat(row.user_id, row.name, row.kai, row.rank, *told)


class Aftermaths(Repository):
    """What finished matches have changed. All calls raise ``StoreUnavailableError``."""

    async def aftermath(self, table: str, season: Length) -> Aftermath:
        """Return what a match has changed; empty if it counts for nobody."""
        match = matches.c
        query = select(match.guild, match.game, match.finished_at).where(
            match.table_id == table, match.rated
        )
        for guild, game, finished_at in await self._fetch(query):
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
        for number, user, points, mean0, deviation0, mean1, deviation1, limits in await self._fetch(
            query
        ):
            place = await self._place(guild, game, period, user)
            before, after = Rating(mean0, deviation0), Rating(mean1, deviation1)
            found[number] = SeatAfter(user, points, before, after, place, read_limits(limits))
        return found

    async def _place(self, guild: int, game: str, period: str, user: int) -> int:
        own = totals.alias().c
        query = select(people_ahead(guild, game, period, own.points, own.matches)).where(
            *(own.guild == guild, own.game == game, own.period == period, own.user_id == user),
        )
        [(count,)] = await self._fetch(query)
        return 1 + count

    async def _met(
        self, guild: int, game: str, users: Collection[int]
    ) -> Mapping[tuple[int, int], Met]:
        line = versus.c
        query = select(line.user_id, line.other_id, *MET).where(
            *(line.guild == guild, line.game == game),
            *(line.user_id.in_(users), line.other_id.in_(users)),
        )
        rows = await self._fetch(query)
        return {(user, other): Met(*figures) for user, other, *figures in rows}

    async def _hidden(self, users: Collection[int]) -> Collection[int]:
        query = select(people.c.user_id).where(
            people.c.user_id.in_(users), people.c.visibility == Visibility.HIDDEN.value
        )
        return frozenset(user for (user,) in await self._fetch(query))
