"""Repository of what people choose about themselves: whether they are seen, and quiet hours."""

from collections.abc import Collection, Iterator, Mapping
from typing import TypeAlias, TypeVar

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Table,
    and_,
    bindparam,
    delete,
    literal,
    select,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.league.people import Visibility
from bot.tables.quiet_hours import QuietHours
from db.engine.reading import fetch
from db.engine.statements import Prepared
from db.engine.writer import Writer
from db.schema import (
    daily_rounds,
    matches,
    night_people,
    nights,
    people,
    quiet_hours,
    results,
    totals,
)

T = TypeVar("T")
Value: TypeAlias = T | BindParameter[T]
"""A value of a statement, or its name in one that is prepared."""


def _named(
    guild: Value[int], user: Value[int], new: Value[str]
) -> Iterator[tuple[Table, ColumnElement[bool]]]:
    """Yield the tables that keep names, and which rows of a person there have another one."""
    played = select(matches.c.table_id).where(matches.c.guild == guild)
    evenings = select(nights.c.id).where(nights.c.guild == guild)
    for table, here in (
        (totals, totals.c.guild == guild),
        (results, results.c.table_id.in_(played)),
        (night_people, night_people.c.night.in_(evenings)),
        (daily_rounds, daily_rounds.c.guild == guild),
    ):
        yield table, and_(table.c.user_id == user, table.c.name != new, here)


RENAME = tuple(
    update(table).where(rows).values(name=bindparam("new"))
    for table, rows in _named(bindparam("guild"), bindparam("user"), bindparam("new"))
)


class People:
    """People's choices. All calls raise ``StoreUnavailableError``."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer
        self._rename = [Prepared(change, engine.dialect) for change in RENAME]

    async def visibility(self, users: Collection[int]) -> Mapping[int, Visibility]:
        """Return what each of these people has chosen, or the default."""
        query = select(people.c.user_id, people.c.visibility).where(people.c.user_id.in_(users))
        chosen = {user: Visibility(value) for user, value in await fetch(self._engine, query)}
        return {user: chosen.get(user, Visibility.SERVER) for user in users}

    async def rename(self, guild: int, user: int, name: str) -> None:
        """Give what is stored of a person on a server the name that they have there now."""
        others = (select(literal(1).label("one")).where(r) for _, r in _named(guild, user, name))
        found = union_all(*others).subquery()
        if await fetch(self._engine, select(found.c.one).limit(1)):
            who = {"guild": guild, "user": user, "new": name}
            await self._writer.write({}, [change(who) for change in self._rename])

    async def choose(self, user: int, visibility: Visibility) -> None:
        """Store who may see a person's results."""
        await self._writer.write({people: [(user, visibility.value)]})


DELETE = delete(quiet_hours).where(quiet_hours.c.user_id == bindparam("user"))


class SqlQuietHours:
    """Implements :class:`bot.tables.quiet_hours.QuietHoursStore`."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer
        self._delete = Prepared(DELETE, engine.dialect)

    async def of(self, users: Collection[int]) -> Mapping[int, QuietHours]:
        """Return the quiet hours of those of these people who have chosen any."""
        query = select(quiet_hours).where(quiet_hours.c.user_id.in_(users))
        rows = await fetch(self._engine, query)
        return {user: QuietHours(zone, begins, ends) for user, zone, begins, ends in rows}

    async def choose(self, user: int, chosen: QuietHours | None) -> None:
        """Store a person's quiet hours; None deletes them."""
        if chosen is None:
            await self._writer.write({}, [self._delete({"user": user})])
            return
        row = (user, chosen.zone, chosen.begins, chosen.ends)
        await self._writer.write({quiet_hours: [row]})
