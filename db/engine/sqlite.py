"""Open connections to a SQLite file, with safe settings and a lock timeout."""

import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

__all__ = ["connect", "must_belong"]

_PRAGMAS: Final[Sequence[str]] = (
    "journal_mode = WAL",
    # Sync to disk at each commit, so that it survives a power cut.
    "synchronous = FULL",
    "foreign_keys = ON",
    # Overwrite deleted data, rather than mark it as free.
    "secure_delete = ON",
    # A small page cache per connection (KiB): the system caches the file for all of them.
    "cache_size = -512",
)

_FORMATS: Final = slice(18, 20)
"""Where a file says how it is written: twice 1, or twice 2 with a write-ahead log beside it."""

_WITHOUT_LOG: Final = b"\x01\x01"

_LOG_HEADER: Final = 32
"""Bytes of a write-ahead log with nothing in it."""

_MAIN_CODE: Final = 0xFF
"""Masks the primary part of SQLite's extended error codes."""

_PAUSE: Final = 0.01
"""Seconds before a pragma is tried again."""


def connect(file: str, lock_timeout: float, **options: Any) -> sqlite3.Connection:  # noqa: ANN401 - the driver's options
    """Open a SQLite file; raises what the driver raises.

    ``lock_timeout`` is in seconds. Transactions begin with an explicit BEGIN only, and then include
    changes of the schema.
    """
    connection: sqlite3.Connection = sqlite3.connect(
        file, timeout=lock_timeout, isolation_level=None, **options
    )
    try:
        for pragma in _PRAGMAS:
            _set(connection, pragma, time.monotonic() + lock_timeout)
    except BaseException:
        connection.close()
        raise
    return connection


def must_belong(file: str | Path) -> None:
    """Raise ``sqlite3.DatabaseError`` if the write-ahead log beside a file is another one's.

    SQLite would write it into the file and damage it, for a log does not say whose it is. But ours
    have a log from the first moment on, and say so; a backup has none, and says that.

    Only for a process that has not opened the file yet: closing any handle of a file gives up all
    locks that the process has on it, those of SQLite too.
    """
    beside = Path(f"{file}-wal")
    try:
        with Path(file).open("rb") as database:
            formats = database.read(_FORMATS.stop)[_FORMATS]
        has_log = beside.stat().st_size > _LOG_HEADER
    except OSError:
        return
    if has_log and formats == _WITHOUT_LOG:
        raise sqlite3.DatabaseError(
            f"the files {beside.name} and {Path(file).name}-shm are another database's, and would "
            f"damage {Path(file).name}: remove both"
        )


def _set(connection: sqlite3.Connection, pragma: str, until: float) -> None:
    """Set a pragma, and try again while the file is locked.

    SQLite's own timeout does not apply when two processes set a new file's journal mode at once.
    """
    while True:
        try:
            connection.execute(f"PRAGMA {pragma}").close()
        except sqlite3.OperationalError as error:
            is_busy = error.sqlite_errorcode & _MAIN_CODE == sqlite3.SQLITE_BUSY
            if not is_busy or time.monotonic() > until:
                raise
            time.sleep(_PAUSE)
        else:
            return
