"""Check that a database answers, can be written to, and has safe settings."""

from sqlalchemy import literal, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.tables.store import StoreUnavailableError
from db.engine.opening import opened
from db.engine.reading import fetch

SAFE = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
"""The values that SQLite's pragmas should have; 2 is FULL."""


async def answers(engine: AsyncEngine) -> None:
    """Run a trivial query; raises ``StoreUnavailableError``."""
    await fetch(engine, select(literal(1)))


async def try_writing(url: str) -> None:
    """Write something and roll it back; raises ``StoreUnavailableError``."""
    async with opened(url) as connection:
        if connection.dialect.name == "sqlite":
            await _must_be_safe(connection)
            await connection.exec_driver_sql("BEGIN IMMEDIATE")
        await connection.exec_driver_sql("CREATE TABLE checkup (written INTEGER)")
        await connection.exec_driver_sql("INSERT INTO checkup VALUES (1)")
        await connection.rollback()


async def _must_be_safe(connection: AsyncConnection) -> None:
    for pragma, wanted in SAFE.items():
        found = (await connection.exec_driver_sql(f"PRAGMA {pragma}")).scalar_one()
        if found != wanted:
            raise StoreUnavailableError(f"SQLite's {pragma} is {found} here and can't be {wanted}")
