"""Open a database from its URL: SQLite or PostgreSQL, made safe and patient alike."""

from pathlib import Path

from sqlalchemy import event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

__all__ = ["PATIENCE", "open_engine", "sqlite_file"]

PATIENCE = 2.0
"""Seconds to wait for a lock or a connection: Discord wants its answer within three."""


def open_engine(url: str, *, patience: float = PATIENCE) -> AsyncEngine:
    """Return an engine for ``sqlite+aiosqlite:///FILE`` or ``postgresql+asyncpg://...``.

    The folder of a SQLite file is made, for the owner only. Nothing is connected yet. Values are
    kept out of all error messages: a log entry may hold what nobody is to see.
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


def sqlite_file(url: str | URL) -> Path | None:
    """Return the file of a SQLite URL, or None if it has none."""
    parsed = make_url(url)
    # In memory every connection would have a database of its own.
    if parsed.drivername != "sqlite+aiosqlite" or parsed.database in {None, "", ":memory:"}:
        return None
    return Path(str(parsed.database))


def _open_sqlite(url: URL, patience: float) -> AsyncEngine:
    engine = create_async_engine(
        url,
        hide_parameters=True,
        # Transactions begin where we say so, and are then true ones also for the schema.
        connect_args={"isolation_level": None, "timeout": patience},
    )
    event.listen(engine.sync_engine, "connect", _set_pragmas)
    return engine


def _set_pragmas(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    # FULL: after each commit the disk has been told to keep it, also through a power cut.
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
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
            "server_settings": {"lock_timeout": f"{round(patience * 1000)}ms"},
        },
    )
