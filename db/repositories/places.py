"""Repository of places: where people stood in a season when the week began."""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from heapq import nlargest
from itertools import chain
from typing import Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Dialect,
    Insert,
    Integer,
    and_,
    bindparam,
    delete,
    or_,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite

from bot.tables.league.places import Climb
from db.engine.failure import WriteRefusedError
from db.engine.heavy import HeavyReads
from db.engine.statements import Prepared
from db.engine.writer import Writer
from db.schema import announcements, places, totals

__all__ = ["DELETE_PLACE", "PORTION", "SqlPlaces", "note_place"]

PORTION: Final = 500
"""Lines that are read, and written, at once."""

_TOP: Final = 5
"""So many of those who climbed most are told."""

DELETE_PLACE = delete(places).where(
    places.c.guild == bindparam("g"),
    places.c.game == bindparam("a"),
    places.c.period == bindparam("p"),
    places.c.user_id == bindparam("u"),
)


def note_place(dialect: Dialect) -> Insert:
    """Return the statement that stores a place, unless the person has been forgotten meanwhile."""
    insert = sqlite.insert if dialect.name == "sqlite" else postgresql.insert
    line = totals.c
    place = bindparam("place", type_=Integer)
    standing = select(line.guild, line.game, line.period, line.user_id, place).where(
        line.guild == bindparam("g"),
        line.game == bindparam("a"),
        line.period == bindparam("p"),
        line.user_id == bindparam("u"),
    )
    statement = insert(places).from_select([column.name for column in places.c], standing)
    return statement.on_conflict_do_update(
        index_elements=list(places.primary_key), set_={"place": statement.excluded.place}
    )


class _Line(NamedTuple):
    user: int
    name: str
    points: int
    matches: int


class SqlPlaces:
    """Implements :class:`bot.tables.league.places.Places`."""

    def __init__(self, heavy: HeavyReads, writer: Writer) -> None:
        self._heavy = heavy
        self._writer = writer
        self._note = Prepared(note_place(heavy.engine.dialect), heavy.engine.dialect)
        self._delete = Prepared(DELETE_PLACE, heavy.engine.dialect)

    async def noted(self, guild: int, period: str, week: int) -> bool:
        """Whether a season's places were noted in the week that began then."""
        row = announcements.c
        query = select(row.at).where(row.guild == guild, row.key == _key(period, week))
        return bool(await self._heavy.fetch(guild, query))

    async def note(
        self, guild: int, games: Collection[str], period: str, week: int
    ) -> Sequence[Climb]:
        """Store where everybody stands now; return who has climbed most."""
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
        """Store the places of some lines; return who has climbed most until now."""
        before = await self.before(guild, game, period, [line.user for line in portion])
        about = {"g": guild, "a": game, "p": period}
        values = [{**about, "u": line.user, "place": place} for line, place in portion.items()]
        await self._writer.write({}, [self._note(*values)])
        gains = (
            Climb(before[line.user] - place, game, line.user, line.name)
            for line, place in portion.items()
            if before.get(line.user, place) > place
        )
        return nlargest(_TOP, chain(climbed, gains), key=lambda climb: climb.gained)

    async def _standings(
        self, guild: int, game: str, period: str
    ) -> AsyncIterator[Mapping[_Line, int]]:
        """Yield everybody's lines with their places, from the first on, in portions."""
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
        """Delete the places of other seasons."""
        row = places.c
        for other in (row.period < period, row.period > period):
            query = select(row.period, row.user_id).where(row.guild == guild, row.game == game)
            while rows := await self._heavy.fetch(guild, query.where(other).limit(PORTION)):
                values = [{"g": guild, "a": game, "p": old, "u": user} for old, user in rows]
                await self._writer.write({}, [self._delete(*values)])


def _behind(last: _Line) -> ColumnElement[bool]:
    """Return the condition for lines that come after this one."""
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
