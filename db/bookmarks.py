"""Where the tables' public messages are, in the database."""

from collections.abc import Mapping, Sequence

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.tables.store import Bookmark
from db import schema
from db.reading import fetch
from db.rows import bookmark_rows
from db.writer import Writer

__all__ = ["SqlBookmarks"]


class SqlBookmarks:
    """Meets :class:`bot.tables.store.Bookmarks`."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer

    async def bookmark(self, table: str) -> Bookmark | None:
        """Return a table's message, if one was posted."""
        query = select(schema.bookmarks).where(schema.bookmarks.c.table_id == table)
        rows = await fetch(self._engine, query)
        return Bookmark(*rows[0]) if rows else None

    async def bookmarks(self, tables: Sequence[str]) -> Mapping[str, Bookmark]:
        """Return the messages of several tables by table, of those that have one."""
        query = select(schema.bookmarks).where(schema.bookmarks.c.table_id.in_(tables))
        found = [Bookmark(*row) for row in await fetch(self._engine, query)]
        return {bookmark.table: bookmark for bookmark in found}

    async def set_bookmark(self, bookmark: Bookmark) -> None:
        """Remember a table's newest message. The table is one that was appended to."""
        await self._writer.write(bookmark_rows(bookmark))
