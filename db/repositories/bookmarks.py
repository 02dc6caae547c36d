"""Repository of the tables' public messages and reminders."""

from collections.abc import Mapping, Sequence

from sqlalchemy import bindparam, delete, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.tables.core.store import Bookmark
from db import schema
from db.engine.reading import fetch
from db.engine.statements import Prepared, Rows
from db.engine.writer import Writer

__all__ = ["SqlBookmarks"]

DELETE_REMINDER = delete(schema.reminders).where(schema.reminders.c.table_id == bindparam("t"))


class SqlBookmarks:
    """Implements :class:`bot.tables.core.store.Bookmarks`."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer
        self._delete_reminder = Prepared(DELETE_REMINDER, engine.dialect)

    async def bookmark(self, table: str) -> Bookmark | None:
        """Return a table's message; None if none was posted."""
        query = select(schema.bookmarks).where(schema.bookmarks.c.table_id == table)
        rows = await fetch(self._engine, query)
        return Bookmark(*rows[0]) if rows else None

    async def bookmarks(self, tables: Sequence[str]) -> Mapping[str, Bookmark]:
        """Return the messages of several tables, by table id; without those that have none."""
        query = select(schema.bookmarks).where(schema.bookmarks.c.table_id.in_(tables))
        bookmarks = [Bookmark(*row) for row in await fetch(self._engine, query)]
        return {bookmark.table: bookmark for bookmark in bookmarks}

    async def set_bookmark(self, bookmark: Bookmark) -> None:
        """Store the newest message of a table that is in the database."""
        await self._writer.write(_bookmark_rows(bookmark))

    async def reminder(self, table: str) -> int | None:
        """Return the id of a table's reminder message; None if there is none."""
        reminders = schema.reminders.c
        query = select(reminders.message).where(reminders.table_id == table)
        rows = await fetch(self._engine, query)
        return int(rows[0][0]) if rows else None

    async def set_reminder(self, table: str, message: int | None) -> None:
        """Store the id of a table's reminder message; None deletes it."""
        if message is None:
            await self._writer.write({}, [self._delete_reminder({"t": table})])
        else:
            await self._writer.write({schema.reminders: [(table, message)]})


def _bookmark_rows(bookmark: Bookmark) -> Rows:
    """Return the row of a bookmark."""
    return {
        schema.bookmarks: [
            (
                *(bookmark.table, bookmark.channel, bookmark.message),
                *(bookmark.posted_at, bookmark.shows),
            )
        ]
    }
