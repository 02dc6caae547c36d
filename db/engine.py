"""Open a database from its URL: SQLite or PostgreSQL, made safe and patient alike."""

import sqlite3
from functools import partial
from pathlib import Path
from typing import Final

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, NullPool
from sqlalchemy.util import await_only

from db.threads import Threads

__all__ = ["PATIENCE", "open_blocking", "open_engine", "sqlite_file"]

PATIENCE = 2.0
"""Seconds to wait for a lock or a connection: Discord wants its answer within three."""


def open_engine(url: str, *, patience: float = PATIENCE) -> AsyncEngine:
    """Return an engine for ``sqlite+aiosqlite:///FILE`` or ``postgresql+asyncpg://...``.

    The folder of a SQLite file is made, for the owner only. Nothing is connected yet. Values are
    kept out of all error messages: a log entry may hold what nobody is to see. Disposing of the
    engine ends every connection to SQLite, also one in use.
    Raises ``ValueError`` for another kind of URL.
    """
    parsed = make_url(url)
    if parsed.drivername == "postgresql+asyncpg":
        return _open_postgresql(parsed, patience)
    file = sqlite_file(parsed)
    if file is None:
        raise ValueError("The database should be sqlite+aiosqlite:///FILE or postgresql+asyncpg://")
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return _open_sqlite(parsed, patience)


def open_blocking(engine: AsyncEngine, *, patience: float = PATIENCE) -> Engine:
    """Return an engine for the same SQLite file, for a thread that may be blocked."""
    blocking = create_engine(
        engine.url.set(drivername="sqlite+pysqlite"),
        hide_parameters=True,
        poolclass=NullPool,
        connect_args=_arguments(patience),
    )
    event.listen(blocking, "connect", _set_pragmas)
    return blocking


def sqlite_file(url: str | URL) -> Path | None:
    """Return the file of a SQLite URL, or None if it has none."""
    parsed = make_url(url)
    # In memory every connection would have a database of its own.
    if parsed.drivername != "sqlite+aiosqlite" or parsed.database in {None, "", ":memory:"}:
        return None
    return Path(str(parsed.database))


def _open_sqlite(url: URL, patience: float) -> AsyncEngine:
    place, options = url.get_dialect()().create_connect_args(url)
    threads = Threads(partial(sqlite3.connect, *place, **options, **_arguments(patience)))
    engine = create_async_engine(url, hide_parameters=True, async_creator=threads.open)
    event.listen(engine.sync_engine, "connect", _set_pragmas)

    def end_threads(_: Engine) -> None:
        await_only(threads.end())

    event.listen(engine.sync_engine, "engine_disposed", end_threads)
    return engine


def _arguments(patience: float) -> dict[str, float | None]:
    # Transactions begin where we say so, and are then true ones also for the schema.
    return {"isolation_level": None, "timeout": patience}


_PRAGMAS: Final = (
    "journal_mode = WAL",
    # After each commit the disk has been told to keep it, also through a power cut.
    "synchronous = FULL",
    "foreign_keys = ON",
    # What is deleted is overwritten, not only marked as free.
    "secure_delete = ON",
    # KiB of pages that each connection keeps: the system keeps them once more, for all together.
    "cache_size = -512",
)


def _set_pragmas(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _open_postgresql(url: URL, patience: float) -> AsyncEngine:
    return create_async_engine(
        url,
        hide_parameters=True,
        pool_pre_ping=True,
        connect_args={
            "timeout": patience,
            "command_timeout": 10 * patience,
            "server_settings": {
                "lock_timeout": f"{round(patience * 1000)}ms",
                # A process that was suspended in the middle of a move must not keep its locks.
                "idle_in_transaction_session_timeout": f"{round(5 * patience * 1000)}ms",
            },
        },
    )
