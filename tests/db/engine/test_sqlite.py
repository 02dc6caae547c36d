"""Connections to a SQLite file that others are using."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from db.engine.opening import connect

PATIENT = 20.0


@contextmanager
def somebody_reads(file: Path) -> Iterator[sqlite3.Connection]:
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

    with somebody_reads(file) as other, ThreadPoolExecutor() as threads:
        opening = threads.submit(journal)
        with pytest.raises(TimeoutError):
            opening.result(timeout=0.2)
        other.execute("COMMIT")
        assert opening.result(timeout=PATIENT) == "wal"


def test_setting_the_journal_mode_times_out(tmp_path: Path) -> None:
    file = tmp_path / "cards.db"
    with (
        somebody_reads(file),
        pytest.raises(sqlite3.OperationalError, match="database is locked"),
    ):
        connect(str(file), 0.1)


class Contended(sqlite3.Connection):
    """One that others are twice in the way of, where SQLite itself does not wait for them.

    So it goes, about once in fifty times, where several give a new file its journal at once.
    """

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
