"""Delete old tables, moves of daily deals, gift records and pings, in small batches.

A table is first marked as pruned, and its review is deleted, in one transaction. After that its log
is not read any more, so nobody gets half a log. Then its entries are deleted, newest first, because
each refers to the one before it. The writer runs all of it, in between the moves.
"""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import and_, bindparam, delete, exists, func, or_, select, update

from bot.tables.store import Phase
from db import schema
from db.engine.reading import Repository
from db.engine.statements import Change, Prepared
from db.repositories.former import FORGET_LIVES, FORGET_SALTS, oldest_season, salt_name

BATCH: Final = 100
"""Entries deleted in one transaction; each costs a scan of its table's other entries."""

LOG, TABLES, ROUNDS = schema.log.c, schema.tables.c, schema.daily_rounds.c

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

MARK_PRUNED = Prepared(
    update(schema.tables)
    .where(TABLES.id == bindparam("t"))
    .values(phase=schema.PRUNED, people=bindparam("nobody"))
)
DELETE_ENTRIES = Prepared(
    delete(schema.log).where(LOG.table_id == bindparam("t"), LOG.seq > bindparam("n"))
)
DELETE_PARTICIPANTS = Prepared(
    delete(schema.participants).where(schema.participants.c.table_id == bindparam("t"))
)
DELETE_BOOKMARK = Prepared(
    delete(schema.bookmarks).where(schema.bookmarks.c.table_id == bindparam("t"))
)
DELETE_REMINDER = Prepared(
    delete(schema.reminders).where(schema.reminders.c.table_id == bindparam("t"))
)
DELETE_REVIEW = Prepared(delete(schema.reviews).where(schema.reviews.c.table_id == bindparam("t")))
DELETE_GIFTS = Prepared(delete(schema.gifts).where(schema.gifts.c.gone_at < bindparam("before")))
_ROUND = and_(ROUNDS.day == bindparam("on_day"), ROUNDS.user_id == bindparam("user"))
DELETE_PRACTICE = Prepared(delete(schema.daily_rounds).where(_ROUND, ROUNDS.practice.is_(True)))
DELETE_MOVES = Prepared(update(schema.daily_rounds).where(_ROUND).values(moves=""))
MARK_DAY_PRUNED = Prepared(
    update(schema.daily_deals)
    .where(schema.daily_deals.c.day == bindparam("on_day"))
    .values(pruned=True)
)
DELETE_PINGS = Prepared(delete(schema.pings).where(schema.pings.c.at < bindparam("before")))
BEGUN = exists().where(
    schema.nights.c.id == schema.night_wishes.c.night,
    or_(schema.nights.c.closed, schema.nights.c.starts_at <= bindparam("now")),
)
DELETE_WISHES = Prepared(delete(schema.night_wishes).where(BEGUN))
DELETE_TABLE = Prepared(delete(schema.tables).where(TABLES.id == bindparam("t"), ~MATCHED))


class Pruner(Repository):
    """Deletes old data from the storage; any process may call it at any time."""

    async def prune(self, finished_before: int, others_before: int) -> int:
        """Delete the logs of tables closed before these times (ms since 1970); return how many.

        The results of finished matches stay; other tables are deleted altogether. Deletes in small
        batches, so that no move has to wait. Raises ``StoreUnavailableError``; the next call does
        the rest.
        """
        tables = await self._outdated(finished_before, others_before)
        for table in tables:
            await self._prune(table)
        return len(tables)

    async def prune_dailies(self, before: int) -> None:
        """Delete the moves of daily deals of days before this one, and rounds for practice.

        The results stay.
        """
        deals = schema.daily_deals.c
        query = select(deals.day).where(deals.day < before, deals.pruned.is_(False))
        for (day,) in await self._fetch(query):
            await self._prune_day(day)

    async def prune_gifts(self, gone_before: int) -> None:
        """Delete gift records of people whose data were deleted before a time (ms since 1970)."""
        await self._change(DELETE_GIFTS({"before": gone_before}))

    async def prune_pings(self, before: int, now: int) -> None:
        """Delete pings sent before a time, and wishes for nights that are over or have begun."""
        old = DELETE_PINGS({"before": before})
        await self._change(old, DELETE_WISHES({"now": now}))

    async def prune_former(self, now: int) -> None:
        """Delete what recognises people who had their data deleted before the last quarter."""
        oldest = oldest_season(now)
        salts = FORGET_SALTS({"oldest_salt": salt_name(oldest)})
        await self._change(FORGET_LIVES({"oldest": oldest}), salts)

    async def _outdated(self, finished_before: int, others_before: int) -> Sequence[str]:
        """Return the tables that are old enough, and those whose deletion was interrupted."""
        old = or_(
            and_(MATCHED, finished_before > CLOSED_AT),
            and_(~MATCHED, others_before > CLOSED_AT),
        )
        query = select(TABLES.id).where(
            or_(
                and_(TABLES.phase == Phase.CLOSED.value, old, ~WAITING),
                and_(TABLES.phase == schema.PRUNED, or_(LOGGED, ~MATCHED)),
            )
        )
        return [table for (table,) in await self._fetch(query)]

    async def _prune(self, table: str) -> None:
        named = {"t": table}
        await self._change(MARK_PRUNED({**named, "nobody": "[]"}), DELETE_REVIEW(named))
        newest = select(func.coalesce(func.max(LOG.seq), 0)).where(LOG.table_id == table)
        [(last,)] = await self._fetch(newest)
        for left in range(last - BATCH, -BATCH, -BATCH):
            await self._change(DELETE_ENTRIES({"t": table, "n": max(left, 0)}))
        await self._change(
            DELETE_PARTICIPANTS(named),
            DELETE_BOOKMARK(named),
            DELETE_REMINDER(named),
            DELETE_TABLE(named),
        )

    async def _prune_day(self, day: int) -> None:
        with_moves = (
            select(ROUNDS.user_id).where(ROUNDS.day == day, ROUNDS.moves != "").limit(BATCH)
        )
        while users := await self._fetch(with_moves):
            values = [{"on_day": day, "user": user} for (user,) in users]
            await self._change(DELETE_PRACTICE(*values), DELETE_MOVES(*values))
        await self._change(MARK_DAY_PRUNED({"on_day": day}))

    async def _change(self, *changes: Change) -> None:
        await self._writer.write({}, changes)
