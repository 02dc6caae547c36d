"""Copy everything from one database into another, such as from SQLite to PostgreSQL."""

from sqlalchemy import Table, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from db import schema
from db.engine.failure import DATABASE_ERRORS, unavailable
from db.engine.opening import open_engine

__all__ = ["move"]

LOCK_TIMEOUT = 60.0
"""Seconds to wait for a lock; nobody plays meanwhile."""

AT_ONCE = 1000
"""Rows in memory at once."""


async def move(source: str, target: str) -> int:
    """Copy all rows of the database at one URL into that at another; return their number.

    Both must have the same schema (:func:`db.maintenance.upgrade.upgrade`), the target must be
    empty, and no bot may run on either. All or nothing is copied. Raises
    ``StoreUnavailableError``, also if the target is not empty.
    """
    old, new = (
        open_engine(source, lock_timeout=LOCK_TIMEOUT),
        open_engine(target, lock_timeout=LOCK_TIMEOUT),
    )
    try:
        async with old.connect() as reading, new.connect() as writing:
            if writing.dialect.name == "sqlite":
                await writing.exec_driver_sql("BEGIN IMMEDIATE")
            tables = schema.metadata.sorted_tables
            rows = [await _copy(table, reading, writing) for table in tables]
            await writing.commit()
    except DATABASE_ERRORS as error:
        raise unavailable(error) from error
    finally:
        await old.dispose()
        await new.dispose()
    return sum(rows)


async def _copy(table: Table, reading: AsyncConnection, writing: AsyncConnection) -> int:
    """Copy a table by primary key, because a log entry refers to the one before it."""
    count = 0
    result = await reading.stream(select(table).order_by(*table.primary_key))
    async for rows in result.mappings().partitions(AT_ONCE):
        await writing.execute(insert(table), [dict(row) for row in rows])
        count += len(rows)
    return count
