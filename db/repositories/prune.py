"""Old tables go, a little at a time.

A table is marked first, and its review goes, in one transaction: from then on its log cannot be
read any more, so nobody meets half of one. Then its entries go, the newest first, for each refers
to the one before it. All of that passes through the writer, between the moves of others.
"""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import and_, bindparam, delete, exists, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.tables.core.store import Phase
from db import schema
from db.engine.reading import fetch
from db.engine.statements import Change, Changing
from db.engine.writer import Writer

__all__ = ["BATCH", "SqlPruner"]

BATCH: Final = 100
"""Entries in one transaction: each costs a look at all others of its table."""

LOG, TABLES = schema.log.c, schema.tables.c

MATCHED = exists().where(schema.matches.c.table_id == TABLES.id)
LOGGED = exists().where(LOG.table_id == TABLES.id)

CLOSED_AT = (
    select(LOG.at)
    .where(LOG.table_id == TABLES.id)
    .order_by(LOG.seq.desc())
    .limit(1)
    .correlate(schema.tables)
    .scalar_subquery()
)
"""The time of a closed table's last entry, which closed it."""

MARK = (
    update(schema.tables)
    .where(TABLES.id == bindparam("t"))
    .values(phase=schema.PRUNED, people=bindparam("nobody"))
)
CUT = delete(schema.log).where(LOG.table_id == bindparam("t"), LOG.seq > bindparam("n"))
FORGET = delete(schema.participants).where(schema.participants.c.table_id == bindparam("t"))
UNPIN = delete(schema.bookmarks).where(schema.bookmarks.c.table_id == bindparam("t"))
UNREMIND = delete(schema.reminders).where(schema.reminders.c.table_id == bindparam("t"))
UNREVIEW = delete(schema.reviews).where(schema.reviews.c.table_id == bindparam("t"))
FORGIVE = delete(schema.gifts).where(schema.gifts.c.gone_at < bindparam("before"))
DROP = delete(schema.tables).where(TABLES.id == bindparam("t"), ~MATCHED)


class SqlPruner:
    """Meets :class:`bot.tables.privacy.pruning.Pruner`."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer
        self._mark = Changing(MARK, engine.dialect)
        self._cut = Changing(CUT, engine.dialect)
        self._forget = Changing(FORGET, engine.dialect)
        self._unpin = Changing(UNPIN, engine.dialect)
        self._unremind = Changing(UNREMIND, engine.dialect)
        self._unreview = Changing(UNREVIEW, engine.dialect)
        self._drop = Changing(DROP, engine.dialect)
        self._forgive = Changing(FORGIVE, engine.dialect)

    async def prune(self, finished_before: int, others_before: int) -> int:
        """Delete the logs of tables closed before these times (ms since 1970); return how many."""
        tables = await self._outdated(finished_before, others_before)
        for table in tables:
            await self._prune(table)
        return len(tables)

    async def prune_gifts(self, gone_before: int) -> None:
        """Forget who was given chips of those who were deleted before that (ms since 1970)."""
        await self._change(self._forgive({"before": gone_before}))

    async def _outdated(self, finished_before: int, others_before: int) -> Sequence[str]:
        """Return the tables that are old enough, and those whose deletion was cut short."""
        old = or_(
            and_(MATCHED, finished_before > CLOSED_AT),
            and_(~MATCHED, others_before > CLOSED_AT),
        )
        query = select(TABLES.id).where(
            or_(
                and_(TABLES.phase == Phase.CLOSED.value, old),
                and_(TABLES.phase == schema.PRUNED, or_(LOGGED, ~MATCHED)),
            )
        )
        return [table for (table,) in await fetch(self._engine, query)]

    async def _prune(self, table: str) -> None:
        named = {"t": table}
        await self._change(self._mark({**named, "nobody": "[]"}), self._unreview(named))
        newest = select(func.coalesce(func.max(LOG.seq), 0)).where(LOG.table_id == table)
        [(last,)] = await fetch(self._engine, newest)
        for left in range(last - BATCH, -BATCH, -BATCH):
            await self._change(self._cut({"t": table, "n": max(left, 0)}))
        await self._change(
            self._forget(named), self._unpin(named), self._unremind(named), self._drop(named)
        )

    async def _change(self, *changes: Change) -> None:
        await self._writer.write({}, changes)
