"""Repository of what people choose about themselves."""

from collections.abc import Collection, Iterator, Mapping
from typing import TypeAlias, TypeVar

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Table,
    and_,
    bindparam,
    literal,
    select,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.tables.league.people import Visibility
from db.engine.reading import fetch
from db.engine.statements import Prepared
from db.engine.writer import Writer
from db.schema import daily_rounds, matches, night_people, nights, people, results, totals

__all__ = ["RENAME", "SqlPeople"]

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


class SqlPeople:
    """Implements :class:`bot.tables.league.people.People`."""

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
