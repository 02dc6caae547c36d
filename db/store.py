"""The tables' logs and listings, and the house's heartbeat, in the database."""

import asyncio
from collections.abc import Sequence

from sqlalchemy import Row, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.tables.entries import Entry, read_entry
from bot.tables.store import (
    Listing,
    MatchResult,
    Phase,
    SequenceTakenError,
    StoreCorruptError,
)
from db import schema
from db.failure import WriteRefusedError
from db.reading import fetch
from db.rows import listing_rows, log_rows, result_rows
from db.writer import Writer

__all__ = ["SqlStore"]


class SqlStore:
    """Meets :class:`bot.tables.store.Store`.

    ``house`` names the process among those that share a database: each has its own heartbeat.
    """

    def __init__(self, engine: AsyncEngine, writer: Writer, house: str = "main") -> None:
        self._engine = engine
        self._writer = writer
        self._house = house

    async def append(
        self,
        table: str,
        after: int,
        entries: Sequence[Entry],
        listing: Listing | None = None,
        result: MatchResult | None = None,
    ) -> None:
        """Write a table's next entries, and with them its listing and its match's result.

        Raises ``SequenceTakenError`` also for a gap before them, for a second result, and for a
        first entry without a listing.
        """
        rows = dict(log_rows(table, after, entries))
        if listing is not None:
            rows |= listing_rows(listing)
        if result is not None:
            rows |= result_rows(result)
        try:
            await self._writer.write(rows)
        except WriteRefusedError as error:
            raise SequenceTakenError(f"after entry {after}: {error}") from error

    async def load(self, table: str) -> list[Entry]:
        """Return a table's entries in order; raises ``StoreCorruptError``."""
        log = schema.log.c
        query = select(log.seq, log.body).where(log.table_id == table).order_by(log.seq)
        rows = await fetch(self._engine, query)
        # A long match is some thousand entries: not on the event loop.
        return await asyncio.to_thread(_read, table, rows)

    async def listings(self) -> list[Listing]:
        """Return the tables that are not closed."""
        tables = schema.tables
        open_phases = [phase.value for phase in Phase if phase is not Phase.CLOSED]
        query = select(tables).where(tables.c.phase.in_(open_phases)).order_by(tables.c.id)
        return [
            Listing(row.id, row.guild, row.channel, row.game, Phase(row.phase), tuple(row.people))
            for row in await fetch(self._engine, query)
        ]

    async def beat(self, at: int) -> None:
        """Note that this house is open at this moment."""
        await self._writer.write({schema.heartbeat: [(self._house, at)]})

    async def last_beat(self) -> int | None:
        """Return the moment that this house noted last, or None."""
        heartbeat = schema.heartbeat.c
        query = select(heartbeat.at).where(heartbeat.house == self._house)
        rows = await fetch(self._engine, query)
        return rows[0].at if rows else None


def _read(table: str, rows: Sequence[Row[int, str]]) -> list[Entry]:
    return [_read_one(table, seq, body) for seq, body in rows]


def _read_one(table: str, seq: int, body: str) -> Entry:
    try:
        return read_entry(body)
    except ValueError:
        # Not chained: the parser's message would quote the entry, secrets and all.
        raise StoreCorruptError(table, seq) from None
