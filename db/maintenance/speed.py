"""Benchmark how fast the storage appends moves, for ``python -m lab bench``."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

import aiosqlite

from bot.tables.entries import Acted, Entry
from bot.tables.store import Effects, Listing, Phase
from db.maintenance.upgrade import upgrade
from db.storage import Storage, open_storage

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
