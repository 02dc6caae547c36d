"""Repository of what people choose about themselves."""

from collections.abc import Collection, Mapping

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.tables.league.people import Visibility
from db.engine.reading import fetch
from db.engine.writer import Writer
from db.schema import people

__all__ = ["SqlPeople"]


class SqlPeople:
    """Implements :class:`bot.tables.league.people.People`."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    async def visibility(self, users: Collection[int]) -> Mapping[int, Visibility]:
        """Return what each of these people has chosen, or the default."""
        query = select(people.c.user_id, people.c.visibility).where(people.c.user_id.in_(users))
        chosen = {user: Visibility(value) for user, value in await fetch(self._engine, query)}
        return {user: chosen.get(user, Visibility.SERVER) for user in users}

    async def choose(self, user: int, visibility: Visibility) -> None:
        """Store who may see a person's results."""
        await self._writer.write({people: [(user, visibility.value)]})
