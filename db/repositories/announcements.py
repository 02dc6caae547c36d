"""Repository of what servers were told by itself."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from sqlalchemy import bindparam, delete, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.tables.league.announcements import Announcement
from db.engine.failure import WriteRefusedError
from db.engine.reading import fetch
from db.engine.statements import Prepared
from db.engine.writer import Writer
from db.schema import announcements

__all__ = ["DELETE_OLD", "FINISH", "SqlAnnouncements"]

KEPT: Final = 366 * 86_400_000
"""For how long it is remembered what was told, in milliseconds."""

FINISH = (
    update(announcements)
    .where(announcements.c.guild == bindparam("g"), announcements.c.key == bindparam("k"))
    .values(message=bindparam("m"))
)
DELETE_OLD = delete(announcements).where(
    announcements.c.guild == bindparam("g"), announcements.c.at < bindparam("before")
)


class SqlAnnouncements:
    """Implements :class:`bot.tables.league.announcements.Announcements`."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer
        self._finish = Prepared(FINISH, engine.dialect)
        self._delete_old = Prepared(DELETE_OLD, engine.dialect)

    async def known(
        self, guilds: Collection[int], keys: Collection[str]
    ) -> Mapping[int, Sequence[Announcement]]:
        """Return what is known about these keys, by server."""
        row = announcements.c
        query = select(row.guild, row.key, row.at, row.message).where(
            row.guild.in_(guilds), row.key.in_(keys)
        )
        found: defaultdict[int, list[Announcement]] = defaultdict(list)
        for guild, key, at, message in await fetch(self._engine, query):
            found[guild].append(Announcement(key, at, message))
        return found

    async def begin(
        self, guild: int, keys: Collection[str], at: int, message: int | None = None
    ) -> bool:
        """Store that something is about to be posted, or done; False if it is there already."""
        rows = [(guild, key, at, message) for key in keys]
        old = self._delete_old({"g": guild, "before": at - KEPT})
        try:
            await self._writer.write({announcements: rows}, [old])
        except WriteRefusedError:
            return False
        return True

    async def finish(self, guild: int, keys: Collection[str], message: int) -> None:
        """Store the message that was posted; 0 if none was."""
        values = [{"g": guild, "k": key, "m": message} for key in keys]
        await self._writer.write({}, [self._finish(*values)])
