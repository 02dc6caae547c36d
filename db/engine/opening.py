"""Open a database from its URL: SQLite or PostgreSQL, made safe and patient alike."""

import sqlite3
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool
from sqlalchemy.util import await_only

from db.engine.sqlite import connect
from db.engine.threads import Threads

__all__ = ["PATIENCE", "open_blocking", "open_engine", "sqlite_file"]

PATIENCE = 2.0
"""Seconds to wait for a lock or a connection: Discord wants its answer within three."""


def open_engine(
    url: str, *, patience: float = PATIENCE, connections: int | None = None
) -> AsyncEngine:
    """Return an engine for ``sqlite+aiosqlite:///FILE`` or ``postgresql+asyncpg://...``.

    The folder of a SQLite file is made, for the owner only. Nothing is connected yet. Values are
    kept out of all error messages: a log entry may hold what nobody is to see. Disposing of the
    engine ends every connection to SQLite, also one in use. At most so many ``connections`` are
    open at once.
    Raises ``ValueError`` for another kind of URL.
    """
    parsed = make_url(url)
    pool = {} if connections is None else {"pool_size": connections, "max_overflow": 0}
    if parsed.drivername == "postgresql+asyncpg":
        return _open_postgresql(parsed, patience, pool)
    file = sqlite_file(parsed)
    if file is None:
        raise ValueError("The database should be sqlite+aiosqlite:///FILE or postgresql+asyncpg://")
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return _open_sqlite(parsed, patience, pool)


def open_blocking(engine: AsyncEngine, *, patience: float = PATIENCE) -> Engine:
    """Return an engine for the same SQLite file, for a thread that may be blocked."""
    return create_engine(
        engine.url.set(drivername="sqlite+pysqlite"),
        hide_parameters=True,
        poolclass=NullPool,
        creator=_connecting(engine.url, patience),
    )


def sqlite_file(url: str | URL) -> Path | None:
    """Return the file of a SQLite URL, or None if it has none."""
    parsed = make_url(url)
    # In memory every connection would have a database of its own.
    if parsed.drivername != "sqlite+aiosqlite" or parsed.database in {None, "", ":memory:"}:
        return None
    return Path(str(parsed.database))


def _open_sqlite(url: URL, patience: float, pool: Mapping[str, int]) -> AsyncEngine:
    threads = Threads(_connecting(url, patience))
    engine = create_async_engine(url, hide_parameters=True, async_creator=threads.open, **pool)

    def end_threads(_: Engine) -> None:
        await_only(threads.end())

    event.listen(engine.sync_engine, "engine_disposed", end_threads)
    return engine


def _connecting(url: URL, patience: float) -> Callable[[], sqlite3.Connection]:
    """Return what opens the file, for a thread that may be blocked."""
    (file,), options = url.get_dialect()().create_connect_args(url)
    return partial(connect, file, patience, **options)


def _open_postgresql(url: URL, patience: float, pool: Mapping[str, int]) -> AsyncEngine:
    return create_async_engine(
        url,
        hide_parameters=True,
        pool_pre_ping=True,
        **pool,
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
