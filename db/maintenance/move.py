"""Move house: copy everything from one database into another, of the same kind or not."""

from sqlalchemy import Table, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from db import schema
from db.engine.failure import ERRORS, unavailable
from db.engine.opening import open_engine

__all__ = ["move"]

PATIENCE = 60.0
"""Seconds to wait for a lock: nobody plays while the house moves."""

AT_ONCE = 1000
"""How many rows are in memory."""


async def move(source: str, target: str) -> int:
    """Copy all rows of the database at one URL into that at another; return their number.

    Both have the same schema (:func:`db.maintenance.upgrade.upgrade`), the target has no rows yet,
    and no bot runs on either. All or nothing arrives. Raises ``StoreUnavailableError``, also where
    the target has something already.
    """
    left, entered = open_engine(source, patience=PATIENCE), open_engine(target, patience=PATIENCE)
    try:
        async with left.connect() as origin, entered.connect() as goal:
            if goal.dialect.name == "sqlite":
                await goal.exec_driver_sql("BEGIN IMMEDIATE")
            rows = [await _copy(table, origin, goal) for table in schema.metadata.sorted_tables]
            await goal.commit()
    except ERRORS as error:
        raise unavailable(error) from error
    finally:
        await left.dispose()
        await entered.dispose()
    return sum(rows)


async def _copy(table: Table, origin: AsyncConnection, goal: AsyncConnection) -> int:
    """Copy a table in the order of its key: an entry of a log needs the one before it."""
    count = 0
    found = await origin.stream(select(table).order_by(*table.primary_key))
    async for rows in found.mappings().partitions(AT_ONCE):
        await goal.execute(insert(table), [dict(row) for row in rows])
        count += len(rows)
    return count
