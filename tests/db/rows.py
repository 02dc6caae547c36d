"""All rows of a table, to be compared or looked through."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, Table, select

from db.storage import Storage


async def rows(storage: Storage, table: Table) -> set[tuple[Any, ...]]:
    """Return the rows of a table, with a value for each column."""
    return {tuple(row) for row in await named_rows(storage, table)}


async def named_rows(storage: Storage, table: Table) -> Sequence[Row[Any]]:
    """Return the rows of a table in any order; columns are attributes."""
    async with storage.engine.connect() as connection:
        return (await connection.execute(select(table))).all()
