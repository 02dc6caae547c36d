"""Repository of weeks: what was played, where people stood before, and what was told of it."""

from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from heapq import nlargest
from itertools import chain
from typing import Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Integer,
    and_,
    bindparam,
    case,
    delete,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from bot.game.contract import Scoring
from bot.league.periods import Span
from bot.league.reports import Announcement, BestScore, Climb, Played, Rivalry
from db.engine.failure import WriteRefusedError
from db.engine.reading import Repository
from db.engine.statements import Prepared
from db.repositories.boards import has_played, have_met
from db.schema import announcements, matches, places, results, round_points, totals

_RIVALRY = 2
_SHOWN = 5


class Weeks(Repository):
    """Reads a server's matches by when they ended. All calls raise ``StoreUnavailableError``."""

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
        self, guild: int, game: str, scoring: Scoring, during: Span
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
            .limit(_SHOWN)
        )
        rows = await self._heavy.fetch(guild, query)
        return [BestScore(user or 0, name, score) for user, name, score in rows]

    async def rivalries(self, guild: int, during: Span) -> Sequence[Rivalry]:
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
            .limit(_SHOWN)
        )
        return [Rivalry(*row) for row in await self._heavy.fetch(guild, query)]


def _ended(guild: int, during: Span) -> ColumnElement[bool]:
    at = matches.c.finished_at
    return and_(matches.c.guild == guild, at >= during.begins, at < during.ends)


PORTION: Final = 500
"""Lines that are read, and written, at once."""

_TOP: Final = 5

DELETE_PLACE = Prepared(
    delete(places).where(
        places.c.guild == bindparam("g"),
        places.c.game == bindparam("a"),
        places.c.period == bindparam("p"),
        places.c.user_id == bindparam("u"),
    )
)


@cache
def note_place(dialect: str) -> Prepared:
    """Return the statement that stores a place, unless the person has been forgotten meanwhile."""
    insert = sqlite.insert if dialect == "sqlite" else postgresql.insert
    line = totals.c
    place = bindparam("place", type_=Integer)
    standing = select(line.guild, line.game, line.period, line.user_id, place).where(
        line.guild == bindparam("g"),
        line.game == bindparam("a"),
        line.period == bindparam("p"),
        line.user_id == bindparam("u"),
    )
    statement = insert(places).from_select([column.name for column in places.c], standing)
    new = {"place": statement.excluded.place}
    return Prepared(statement.on_conflict_do_update(index_elements=[*places.primary_key], set_=new))


class _Line(NamedTuple):
    user: int
    name: str
    points: int
    matches: int


class Places(Repository):
    """Places by server, game and season. All calls raise ``StoreUnavailableError``."""

    async def noted(self, guild: int, period: str, week: int) -> bool:
        """Whether a season's places were noted in the week that began then (ms since 1970)."""
        row = announcements.c
        query = select(row.at).where(row.guild == guild, row.key == _key(period, week))
        return bool(await self._heavy.fetch(guild, query))

    async def note(
        self, guild: int, games: Collection[str], period: str, week: int
    ) -> Sequence[Climb]:
        """Store where everyone stands now; return who has climbed most, a few people.

        Reads and writes in small portions, so that neither a match nor another server waits.
        """
        climbed: list[Climb] = []
        for game in games:
            async for portion in self._standings(guild, game, period):
                climbed = await self._note_portion(guild, game, period, portion, climbed)
            await self._forget_others(guild, game, period)
        with suppress(WriteRefusedError):  # Another process was as quick.
            await self._writer.write({announcements: [(guild, _key(period, week), week, 0)]})
        return climbed

    async def before(
        self, guild: int, game: str, period: str, users: Collection[int]
    ) -> Mapping[int, int]:
        """Return the places noted last; without those who had none."""
        row = places.c
        query = select(row.user_id, row.place).where(
            *(row.guild == guild, row.game == game, row.period == period), row.user_id.in_(users)
        )
        rows = await self._heavy.fetch(guild, query)
        return {user: place for user, place in rows}  # noqa: C416 - rows are no pairs

    async def _note_portion(
        self,
        guild: int,
        game: str,
        period: str,
        portion: Mapping[_Line, int],
        climbed: Sequence[Climb],
    ) -> list[Climb]:
        before = await self.before(guild, game, period, [line.user for line in portion])
        about = {"g": guild, "a": game, "p": period}
        values = [{**about, "u": line.user, "place": place} for line, place in portion.items()]
        await self._change(note_place(self._engine.dialect.name)(*values))
        gains = (
            Climb(before[line.user] - place, game, line.user, line.name)
            for line, place in portion.items()
            if before.get(line.user, place) > place
        )
        return nlargest(_TOP, chain(climbed, gains), key=lambda climb: climb.gained)

    async def _standings(
        self, guild: int, game: str, period: str
    ) -> AsyncIterator[Mapping[_Line, int]]:
        """Yield everyone's lines with their places, in order, in portions."""
        line, seen, place, last = totals.c, 0, 0, None
        query = (
            select(line.user_id, line.name, line.points, line.matches)
            .where(line.guild == guild, line.game == game, line.period == period, line.matches > 0)
            .where(line.user_id > 0)
            .order_by(line.points.desc(), line.matches, line.user_id)
            .limit(PORTION)
        )
        while last is None or seen % PORTION == 0:
            wanted = query if last is None else query.where(_behind(last))
            portion: dict[_Line, int] = {}
            for row in await self._heavy.fetch(guild, wanted):
                now, seen = _Line(*row), seen + 1
                if last is None or (last.points, last.matches) != (now.points, now.matches):
                    place = seen
                portion[now], last = place, now
            if not portion:
                return
            yield portion

    async def _forget_others(self, guild: int, game: str, period: str) -> None:
        row = places.c
        for other in (row.period < period, row.period > period):
            query = select(row.period, row.user_id).where(row.guild == guild, row.game == game)
            while rows := await self._heavy.fetch(guild, query.where(other).limit(PORTION)):
                values = [{"g": guild, "a": game, "p": old, "u": user} for old, user in rows]
                await self._change(DELETE_PLACE(*values))


def _behind(last: _Line) -> ColumnElement[bool]:
    line = totals.c
    equal = and_(line.points == last.points, line.matches == last.matches)
    return and_(
        line.points <= last.points,  # For the index: the rest says which of these.
        or_(
            line.points < last.points,
            and_(line.points == last.points, line.matches > last.matches),
            and_(equal, line.user_id > last.user),
        ),
    )


def _key(period: str, week: int) -> str:
    monday = datetime.fromtimestamp(week / 1000, UTC)
    return f"places {monday:%Y-%m-%d} {period}"


KEPT: Final = 366 * 86_400_000
"""For how long it is remembered what was told, in milliseconds."""

FINISH = Prepared(
    update(announcements)
    .where(announcements.c.guild == bindparam("g"), announcements.c.key == bindparam("k"))
    .values(message=bindparam("m"))
)
DELETE_OLD = Prepared(
    delete(announcements).where(
        announcements.c.guild == bindparam("g"), announcements.c.at < bindparam("before")
    )
)


class Announcements(Repository):
    """Remembers what was told. All calls raise ``StoreUnavailableError``."""

    async def known(
        self, guilds: Collection[int], keys: Collection[str]
    ) -> Mapping[int, Sequence[Announcement]]:
        """Return what is known about these keys, by server; servers with nothing are left out."""
        row = announcements.c
        query = select(row.guild, row.key, row.at, row.message).where(
            row.guild.in_(guilds), row.key.in_(keys)
        )
        found: defaultdict[int, list[Announcement]] = defaultdict(list)
        for guild, key, at, message in await self._fetch(query):
            found[guild].append(Announcement(key, at, message))
        return found

    async def begin(
        self, guild: int, keys: Collection[str], at: int, message: int | None = None
    ) -> bool:
        """Store that something is about to be posted, or with a ``message`` that it is done.

        False, with nothing changed, if one of the keys is there. What is a year old is deleted.
        """
        rows = [(guild, key, at, message) for key in keys]
        old = DELETE_OLD({"g": guild, "before": at - KEPT})
        return await self._is_written({announcements: rows}, [old])

    async def finish(self, guild: int, keys: Collection[str], message: int) -> None:
        """Store the message that was posted; 0 if none was, and none will be."""
        values = [{"g": guild, "k": key, "m": message} for key in keys]
        await self._change(FINISH(*values))
