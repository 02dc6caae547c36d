"""Delete old tables, moves of daily deals, gift records and pings, in small batches.

A table is first marked as pruned: after that nobody reads its log, so nobody gets half of one.
"""

from typing import Final

from sqlalchemy import BigInteger, and_, bindparam, delete, exists, func, or_, select, update

from bot.tables.store import Phase
from db import schema
from db.engine.reading import Repository
from db.engine.statements import Prepared
from db.repositories.former import forget_before, oldest_season

BATCH: Final = 100
"""Entries deleted in one transaction; each costs a scan of its table's other entries."""

LOG, TABLES = schema.log.c, schema.tables.c
ROUNDS, DEALS = schema.daily_rounds.c, schema.daily_deals.c

WAITING = exists().where(schema.board_tables.c.table_id == TABLES.id)
"""Whether a result waits for the other tables of its board."""
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
"""When a table was closed: the time of its last entry."""

_OLD = or_(
    and_(MATCHED, bindparam("finished", type_=BigInteger) > CLOSED_AT),
    and_(~MATCHED, bindparam("others", type_=BigInteger) > CLOSED_AT),
)
OUTDATED = select(TABLES.id).where(
    or_(
        and_(TABLES.phase == Phase.CLOSED.value, _OLD, ~WAITING),
        and_(TABLES.phase == schema.PRUNED, or_(LOGGED, ~MATCHED)),
    )
)
OLD_DEALS = select(DEALS.day).where(DEALS.day < bindparam("before"), DEALS.pruned.is_(False))
_ROUND = and_(ROUNDS.day == bindparam("on_day"), ROUNDS.user_id == bindparam("user"))
DELETE_PRACTICE = Prepared(delete(schema.daily_rounds).where(_ROUND, ROUNDS.practice.is_(True)))
DELETE_MOVES = Prepared(update(schema.daily_rounds).where(_ROUND).values(moves=""))
DELETE_PINGS = Prepared(delete(schema.pings).where(schema.pings.c.at < bindparam("before")))
BEGUN = exists().where(
    schema.nights.c.id == schema.night_wishes.c.night,
    or_(schema.nights.c.closed, schema.nights.c.starts_at <= bindparam("now")),
)
DELETE_WISHES = Prepared(delete(schema.night_wishes).where(BEGUN))


class Pruner(Repository):
    """Deletes old data from the storage; any process may call it at any time."""

    async def prune(self, finished_before: int, others_before: int) -> int:
        """Delete the logs of tables closed before these times (ms since 1970); return how many.

        The results of finished matches stay. Raises ``StoreUnavailableError``; the next call does
        the rest.
        """
        tables = await self._fetch(OUTDATED, finished=finished_before, others=others_before)
        for (table,) in tables:
            await self._prune(table)
        return len(tables)

    async def prune_dailies(self, before: int) -> None:
        """Delete practice rounds of days before this one, and the moves of the others."""
        for (day,) in await self._fetch(OLD_DEALS, before=before):
            await self._prune_day(day)

    async def prune_gifts(self, gone_before: int) -> None:
        """Delete gift records of people whose data were deleted before a time (ms since 1970)."""
        await self._change(delete(schema.gifts).where(schema.gifts.c.gone_at < gone_before))

    async def prune_pings(self, before: int, now: int) -> None:
        """Delete pings sent before a time, and wishes for nights that are over or have begun."""
        old = DELETE_PINGS({"before": before})
        await self._change(old, DELETE_WISHES({"now": now}))

    async def prune_former(self, now: int) -> None:
        """Delete what recognises people who had their data deleted before the last quarter."""
        await self._change(*forget_before(oldest_season(now)))

    async def _prune(self, table: str) -> None:
        mark = update(schema.tables).where(TABLES.id == table)
        pruned = mark.values(phase=schema.PRUNED, people="[]")
        review = delete(schema.reviews).where(schema.reviews.c.table_id == table)
        await self._change(pruned, review)
        newest = select(func.coalesce(func.max(LOG.seq), 0)).where(LOG.table_id == table)
        [(last,)] = await self._fetch(newest)
        # Newest first: each entry refers to the one before it.
        for left in range(last - BATCH, -BATCH, -BATCH):
            entries = LOG.table_id == table, LOG.seq > max(left, 0)
            await self._change(delete(schema.log).where(*entries))
        others = schema.participants, schema.bookmarks, schema.reminders
        await self._change(
            *(delete(kept).where(kept.c.table_id == table) for kept in others),
            delete(schema.tables).where(TABLES.id == table, ~MATCHED),
        )

    async def _prune_day(self, day: int) -> None:
        with_moves = (
            select(ROUNDS.user_id).where(ROUNDS.day == day, ROUNDS.moves != "").limit(BATCH)
        )
        while users := await self._fetch(with_moves):
            values = [{"on_day": day, "user": user} for (user,) in users]
            await self._change(DELETE_PRACTICE(*values), DELETE_MOVES(*values))
        deals = schema.daily_deals
        await self._change(update(deals).where(deals.c.day == day).values(pruned=True))
