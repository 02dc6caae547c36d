"""Open connections to a SQLite file, with safe settings and a lock timeout."""

import sqlite3
import time
from collections.abc import Sequence
from typing import Any, Final

__all__ = ["connect"]

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
