"""How a database is opened, and connections to a SQLite file that others are using."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import insert, text
from sqlalchemy.exc import IntegrityError

from db import schema
from db.engine.opening import connect, open_engine
from db.storage import open_storage


@pytest.mark.usefixtures("synced")
async def test_every_connection_to_sqlite_is_safe(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite+aiosqlite:///{tmp_path / 'cards.db'}", lock_timeout=1.5)
    async with engine.connect() as one, engine.connect() as other:
        for connection in (one, other):
            found = {
                name: await connection.scalar(text(f"PRAGMA {name}"))
                for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            }
            assert found == {
                "journal_mode": "wal",
                "synchronous": 2,
                "foreign_keys": 1,
                "busy_timeout": 1500,
            }
    await engine.dispose()


async def test_postgres_does_not_wait_for_ever(postgres_url: str) -> None:
    engine = open_engine(postgres_url, lock_timeout=1.5)
    async with engine.connect() as connection:
        assert await connection.scalar(text("SHOW lock_timeout")) == "1500ms"
    await engine.dispose()


async def test_only_heavy_reads_are_planned_each_by_itself(postgres_url: str) -> None:
    async with open_storage(postgres_url) as storage:
        for engine, expected in (
            (storage.heavy.engine, "force_custom_plan"),
            (storage.engine, "auto"),
        ):
            async with engine.connect() as connection:
                assert await connection.scalar(text("SHOW plan_cache_mode")) == expected


async def test_errors_do_not_quote_what_was_to_be_written(url: str) -> None:
    row = {"table_id": "none", "seq": 1, "at": 1, "kind": "opened", "body": "the secret"}
    engine = open_engine(url)
    async with engine.connect() as connection:
        with pytest.raises(IntegrityError) as told:
            await connection.execute(insert(schema.log).values(row))
    await engine.dispose()
    assert "the secret" not in str(told.value)


async def test_the_folder_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite+aiosqlite:///{tmp_path / 'data' / 'cards.db'}")
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0
    await engine.dispose()


@pytest.mark.parametrize(
    "url",
    [
        "sqlite+aiosqlite://",
        "sqlite+aiosqlite:///:memory:",
        "sqlite:///cards.db",
        "postgresql://example.org/cards",
        "mysql://example.org/cards",
    ],
)
def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(ValueError, match="should be sqlite"):
        open_engine(url)


PATIENT = 20.0


@contextmanager
def someone_reads(file: Path) -> Iterator[sqlite3.Connection]:
    """A file without a write-ahead log, in which someone else is in the middle of reading."""
    with closing(sqlite3.connect(file, isolation_level=None, check_same_thread=False)) as other:
        other.execute("CREATE TABLE cards (name TEXT)")
        other.execute("BEGIN")
        other.execute("SELECT * FROM cards").fetchall()
        yield other


def test_setting_the_journal_mode_waits_for_other_readers(tmp_path: Path) -> None:
    file = tmp_path / "cards.db"

    def journal() -> str:
        with closing(connect(str(file), PATIENT)) as connection:
            return str(connection.execute("PRAGMA journal_mode").fetchone()[0])

    with someone_reads(file) as other, ThreadPoolExecutor() as threads:
        opening = threads.submit(journal)
        with pytest.raises(TimeoutError):
            opening.result(timeout=0.2)
        other.execute("COMMIT")
        assert opening.result(timeout=PATIENT) == "wal"


def test_setting_the_journal_mode_times_out(tmp_path: Path) -> None:
    file = tmp_path / "cards.db"
    with someone_reads(file), pytest.raises(sqlite3.OperationalError, match="database is locked"):
        connect(str(file), 0.1)


class Contended(sqlite3.Connection):
    """One that others are in the way of twice, as where several open a new file at once."""

    errors: tuple[int, ...] = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_BUSY_RECOVERY)
    refusals = 0

    def execute(self, sql: str, *_: object) -> sqlite3.Cursor:
        if "journal_mode" in sql and self.refusals < len(self.errors):
            error = sqlite3.OperationalError("the file cannot be used")
            error.sqlite_errorcode = self.errors[self.refusals]
            self.refusals += 1
            raise error
        return super().execute(sql)


class Failing(Contended):
    """One whose disk fails."""

    errors = (sqlite3.SQLITE_IOERR,)


def test_several_who_make_a_file_at_once_do_not_hinder_each_other(tmp_path: Path) -> None:
    with closing(connect(str(tmp_path / "cards.db"), PATIENT, factory=Contended)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert isinstance(connection, Contended)
        assert connection.refusals == 2


def test_other_errors_are_raised_at_once(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError, match="cannot be used"):
        connect(str(tmp_path / "cards.db"), PATIENT, factory=Failing)


def test_a_file_that_is_no_database_is_an_error_at_once(tmp_path: Path) -> None:
    file = tmp_path / "cards.db"
    file.write_bytes(4096 * b"x")
    with pytest.raises(sqlite3.DatabaseError, match="not a database"):
        connect(str(file), PATIENT)
