"""Repository of people's quiet hours."""

from collections.abc import Collection, Mapping

from sqlalchemy import bindparam, delete, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.tables.core.quiet_hours import QuietHours
from db.engine.reading import fetch
from db.engine.statements import Prepared
from db.engine.writer import Writer
from db.schema import quiet_hours

__all__ = ["SqlQuietHours"]

DELETE = delete(quiet_hours).where(quiet_hours.c.user_id == bindparam("user"))


class SqlQuietHours:
    """Implements :class:`bot.tables.core.quiet_hours.QuietHoursStore`."""

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
