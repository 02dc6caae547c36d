"""Check that a database answers, can be written to, has safe settings, and how fast it is."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

import aiosqlite
from sqlalchemy import literal, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.tables.entries import Acted, Entry
from bot.tables.store import Effects, Listing, Phase, StoreUnavailableError
from db.engine.opening import opened
from db.engine.reading import fetch
from db.maintenance.upgrade import upgrade
from db.storage import Storage, open_storage

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


MOVE: Sequence[Entry] = [Acted(at=1_800_000_000_000, seat=1, action="replace 2m")]


async def appends_per_second(url: str, tables: int, moves: int) -> float:
    """Append moves to several tables of an empty database at once; return them per second."""
    await upgrade(url)
    async with open_storage(url) as storage:
        names = [f"table {number}" for number in range(tables)]
        for name in names:
            await storage.store.append(
                name, 0, MOVE, Effects(Listing(name, 1, 2, "", Phase.PLAYING, ()))
            )
        start = time.perf_counter()
        await asyncio.gather(*(_play(storage, name, moves) for name in names))
        return tables * moves / (time.perf_counter() - start)


async def plain_appends_per_second(file: Path, moves: int) -> float:
    """Return the moves per second of plain aiosqlite with a commit for each, just as durable."""
    async with aiosqlite.connect(file) as connection:
        for pragma in ("journal_mode = WAL", "synchronous = FULL"):
            await connection.execute(f"PRAGMA {pragma}")
        await connection.execute("CREATE TABLE log (id, seq, body, PRIMARY KEY (id, seq))")
        start = time.perf_counter()
        for seq in range(moves):
            values = ("table 0", seq, MOVE[0].model_dump_json())
            await connection.execute("INSERT INTO log VALUES (?, ?, ?)", values)
            await connection.commit()
        return moves / (time.perf_counter() - start)


async def _play(storage: Storage, table: str, moves: int) -> None:
    for after in range(1, moves + 1):
        await storage.store.append(table, after, MOVE)
