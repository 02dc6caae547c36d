"""What the doctor finds on this machine."""

import asyncio
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from shutil import copyfile

import pytest

from bot.doctor.machine import ENOUGH_MIB, check_database, check_disk, check_kai, check_settings
from bot.tables.store import StoreUnavailableError
from db.maintenance.copying import backup
from db.maintenance.upgrade import upgrade
from tests.doctor.little_discord import TOKEN

SECRET = "hunter2"


def url(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


def contents(folder: Path) -> list[Path]:
    return list(folder.iterdir())


async def test_a_database_up_to_date_is_well_and_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "cards.db"
    await upgrade(url(file))
    found = await check_database(url(file))
    assert found.ok
    assert "Writable, with the newest schema" in found.sentence
    with closing(sqlite3.connect(file)) as connection:
        names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    assert "log" in names
    assert "checkup" not in names


async def test_a_missing_database_is_not_made(tmp_path: Path) -> None:
    found = await check_database(url(tmp_path / "cards.db"))
    assert not found.ok
    assert "Empty: run `python -m bot db upgrade`" in found.sentence
    assert contents(tmp_path) == []


async def test_a_missing_folder_is_named_and_not_made(tmp_path: Path) -> None:
    found = await check_database(url(tmp_path / "none" / "cards.db"))
    assert not found.ok
    assert f"There's no folder {tmp_path / 'none'} yet: run `python -m bot db" in found.sentence
    assert contents(tmp_path) == []


async def test_an_empty_database_has_to_be_upgraded(tmp_path: Path) -> None:
    file = tmp_path / "cards.db"
    file.touch()
    found = await check_database(url(file))
    assert not found.ok
    assert "Empty: run" in found.sentence


@pytest.mark.parametrize(
    ("schema", "says"),
    [
        ("0018", "Schema 0018, this bot wants"),
        ("0018", "or start the bot. The upgrade needs 3 MB free on the database's"),
        ("9999", "made by a newer version of the bot. Install that version"),
    ],
)
async def test_a_schema_of_another_version_is_named(tmp_path: Path, schema: str, says: str) -> None:
    """With the room that the upgrade needs."""
    file = tmp_path / "cards.db"
    await upgrade(url(file))
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (schema,))
    found = await check_database(url(file))
    assert not found.ok
    assert says in found.sentence


async def test_a_locked_database_is_told_as_such(tmp_path: Path) -> None:
    file = tmp_path / "cards.db"
    await upgrade(url(file))
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        found = await check_database(url(file))
        other.execute("ROLLBACK")
    assert not found.ok
    assert "(database is locked). Close other programs" in found.sentence
    assert (await check_database(url(file))).ok


async def test_a_file_that_is_no_database_is_told_as_such(tmp_path: Path) -> None:
    file = tmp_path / "cards.db"
    file.write_text("These are not the pages of a database. " * 200)
    found = await check_database(url(file))
    assert not found.ok
    assert "(file is not a database). Check DATABASE_URL" in found.sentence


@pytest.mark.parametrize(
    "address",
    [
        f"postgresql+asyncpg://me:{SECRET}@127.0.0.1:1/cards",
        f"postgresql+asyncpg://me:p@{SECRET}:{SECRET}@host:{SECRET}/cards",
    ],
)
async def test_no_password_is_told(address: str) -> None:
    for found in (await check_database(address), await check_disk(address)):
        assert SECRET not in str(found)
    assert not (await check_database(address)).ok


async def test_a_disk_with_room_is_well(tmp_path: Path) -> None:
    found = await check_disk(url(tmp_path / "none" / "cards.db"), enough_mib=1)
    assert found.ok
    assert found.sentence.endswith(f" MiB are free in {tmp_path}.")


async def test_a_disk_without_room_is_a_fault(tmp_path: Path) -> None:
    found = await check_disk(url(tmp_path / "cards.db"), enough_mib=10**9)
    assert not found.ok
    assert "of 1,000,000,000 MiB are free" in found.sentence
    assert ENOUGH_MIB == 500


async def test_postgresql_looks_after_its_own_disk() -> None:
    assert (await check_disk("postgresql+asyncpg://me@host/cards")).ok


async def test_settings_tell_each_fault_and_no_value(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    lines = [f"DISCORD_TOKEN={SECRET}", "CARDS_WORKER_THREADS=none"]
    await asyncio.to_thread(file.write_text, "\n".join(lines))
    found = await check_settings(file)
    assert not found.ok
    assert "DISCORD_TOKEN can't be used" in found.sentence
    assert "CARDS_WORKER_THREADS can't be used" in found.sentence
    assert SECRET not in str(found)


async def test_good_settings_are_well(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    await asyncio.to_thread(file.write_text, f"DISCORD_TOKEN={TOKEN}\n")
    assert (await check_settings(file)).ok


async def test_a_missing_compiler_is_told_and_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    found = await check_kai()
    assert found.ok
    assert "full strength" in found.sentence or "python -m bot compile" in found.sentence
    monkeypatch.setitem(sys.modules, "numba", None)
    found = await check_kai()
    assert (found.ok, "pip install numba" in found.sentence) == (True, True)


async def test_a_backup_beside_another_database_s_log_is_left_alone(tmp_path: Path) -> None:
    """SQLite would write that log into the backup, and damage it."""
    file, copy, log = tmp_path / "cards.db", tmp_path / "copy.db", tmp_path / "cards.db-wal"
    await upgrade(url(file))
    await backup(url(file), copy)
    with closing(sqlite3.connect(file, isolation_level=None)) as old:
        old.execute("CREATE TABLE later (n)")
        for _ in range(50):
            old.execute("INSERT INTO later VALUES (randomblob(3000))")
        stale = log.read_bytes()
    copied = copy.read_bytes()
    for beside in (file, log, tmp_path / "cards.db-shm"):
        beside.unlink(missing_ok=True)
    file.write_bytes(copied)
    log.write_bytes(stale)

    found = await check_database(url(file))
    assert not found.ok
    assert "cards.db-wal and cards.db-shm are another database's" in found.sentence
    with pytest.raises(StoreUnavailableError, match="another database's"):
        await upgrade(url(file))
    assert (file.read_bytes(), log.read_bytes()) == (copied, stale)

    log.unlink()
    assert (await check_database(url(file))).ok
    await upgrade(url(file))


async def test_the_own_log_of_a_killed_process_is_read(tmp_path: Path) -> None:
    file, killed = tmp_path / "cards.db", tmp_path / "killed.db"
    await upgrade(url(file))
    with closing(sqlite3.connect(file, isolation_level=None)) as old:
        old.execute("CREATE TABLE later (n)")
        for name in ("", "-wal"):
            copyfile(f"{file}{name}", f"{killed}{name}")
    assert (await check_database(url(killed))).ok
    with closing(sqlite3.connect(killed)) as connection:
        assert connection.execute("SELECT count(*) FROM later").fetchone() == (0,)
