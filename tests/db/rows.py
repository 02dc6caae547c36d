"""All rows of a table or a database, to be compared or looked through."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, String, Table, cast, select

from db import schema
from db.storage import Storage


async def rows(storage: Storage, table: Table) -> set[tuple[Any, ...]]:
    return {tuple(row) for row in await named_rows(storage, table)}


async def named_rows(storage: Storage, table: Table) -> Sequence[Row[Any]]:
    """Return the rows of a table in any order; columns are attributes."""
    async with storage.engine.connect() as connection:
        return (await connection.execute(select(table))).all()


async def everything(storage: Storage) -> str:
    """Every value of every column of every table, but for what upgrades have noted themselves."""
    lines = []
    async with storage.engine.connect() as connection:
        for table in schema.metadata.sorted_tables:
            if table is schema.milestones:
                continue
            query = select(*(cast(column, String) for column in table.columns))
            lines += [f"{table.name} {tuple(row)}" for row in await connection.execute(query)]
    return "\n".join(lines)


async def all_but_bests(storage: Storage) -> str:
    """What an upgrade alone brings back, sorted: best scores, dropped before, need a recount."""
    lines = (await everything(storage)).split("\n")
    return "\n".join(sorted(line for line in lines if not line.startswith("bests ")))


def without_codes(dump: str) -> str:
    """Take out what is drawn again where the tables are made again."""
    drawn = ("gifts (", "secrets (")
    return "\n".join(line for line in dump.splitlines() if not line.startswith(drawn))
