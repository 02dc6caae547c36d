"""Repository of messages on Discord: those of tables, and answers that have yet to be sent."""

import asyncio
from collections.abc import Mapping, Sequence

from sqlalchemy import bindparam, delete, select

from bot.tables.store import ALL_SERVERS, TOKEN_LIFE, Bookmark, Deferral, Shards
from db import schema
from db.engine.reading import Repository
from db.engine.statements import Prepared


class Bookmarks(Repository):
    """The tables' public messages and reminders."""

    async def bookmark(self, table: str) -> Bookmark | None:
        """Return a table's message; None if none was posted."""
        query = select(schema.bookmarks).where(schema.bookmarks.c.table_id == table)
        rows = await self._fetch(query)
        return Bookmark(*rows[0]) if rows else None

    async def bookmarks(self, tables: Sequence[str]) -> Mapping[str, Bookmark]:
        """Return the messages of several tables, by table id; without those that have none."""
        query = select(schema.bookmarks).where(schema.bookmarks.c.table_id.in_(tables))
        bookmarks = [Bookmark(*row) for row in await self._fetch(query)]
        return {bookmark.table: bookmark for bookmark in bookmarks}

    async def set_bookmark(self, bookmark: Bookmark) -> None:
        """Store the newest message of a table that is in the database."""
        ids = bookmark.table, bookmark.channel, bookmark.message
        row = (*ids, bookmark.posted_at, bookmark.shows)
        await self._writer.write({schema.bookmarks: [row]})

    async def reminder(self, table: str) -> int | None:
        """Return the id of a table's reminder message; None if there is none."""
        reminders = schema.reminders.c
        query = select(reminders.message).where(reminders.table_id == table)
        rows = await self._fetch(query)
        return int(rows[0][0]) if rows else None

    async def set_reminder(self, table: str, message: int | None) -> None:
        """Store the id of a table's reminder message; None deletes it."""
        if message is None:
            await self._change(delete(schema.reminders).where(schema.reminders.c.table_id == table))
        else:
            await self._writer.write({schema.reminders: [(table, message)]})


DEFERRALS = schema.deferrals.c

DROP = Prepared(delete(schema.deferrals).where(DEFERRALS.token == bindparam("given")))


class StoredDeferrals(Repository):
    """The deferred answers that have not been sent yet."""

    def note(self, deferral: Deferral) -> asyncio.Future[None]:
        """Store a deferral, and delete those whose tokens have expired; starts at once.

        The future raises ``StoreUnavailableError``.
        """
        row = (deferral.token, deferral.application, deferral.shard, deferral.at)
        pruned = delete(schema.deferrals).where(DEFERRALS.at <= deferral.at - TOKEN_LIFE)
        return self._writer.write({schema.deferrals: [row]}, [pruned])

    def drop(self, *tokens: str) -> asyncio.Future[None]:
        """Delete deferrals that were answered or have expired; raises as :meth:`note` does."""
        changes = [DROP(*({"given": token} for token in tokens))] if tokens else []
        return self._writer.write({}, changes)

    async def left(self, shards: Shards = ALL_SERVERS) -> Sequence[Deferral]:
        """Return the deferrals of these shards, even if stored under another number of shards."""
        here = (DEFERRALS.shard % shards.count).in_(shards.numbers)
        columns = (DEFERRALS.application, DEFERRALS.token, DEFERRALS.shard, DEFERRALS.at)
        rows = await self._fetch(select(*columns).where(here).order_by(DEFERRALS.at))
        return [Deferral(*row) for row in rows]
