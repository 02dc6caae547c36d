"""Connections to a SQLite file, made safe and patient."""

import sqlite3
import time
from collections.abc import Sequence
from typing import Any, Final

__all__ = ["connect"]

_PRAGMAS: Final[Sequence[str]] = (
    "journal_mode = WAL",
    # After each commit the disk has been told to keep it, also through a power cut.
    "synchronous = FULL",
    "foreign_keys = ON",
    # What is deleted is overwritten, not only marked as free.
    "secure_delete = ON",
    # KiB of pages that each connection keeps: the system keeps them once more, for all together.
    "cache_size = -512",
)

_MAIN_CODE: Final = 0xFF
"""The part of an error's number that says what it is, without the reason."""

_PAUSE: Final = 0.01
"""Seconds until a pragma is tried again."""


def connect(file: str, patience: float, **options: Any) -> sqlite3.Connection:  # noqa: ANN401 - the driver's options
    """Open a SQLite file and wait so many seconds for others; raises what the driver raises.

    Transactions begin where we say so, and are then true ones also for the schema.
    """
    connection: sqlite3.Connection = sqlite3.connect(
        file, timeout=patience, isolation_level=None, **options
    )
    try:
        for pragma in _PRAGMAS:
            _set(connection, pragma, time.monotonic() + patience)
    except BaseException:
        connection.close()
        raise
    return connection


def _set(connection: sqlite3.Connection, pragma: str, until: float) -> None:
    """Set a pragma, and wait for others ourselves.

    SQLite does not where two at once give a new file its journal.
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
