"""Make a SQLAlchemy engine from a database URL, with safe settings and a lock timeout."""

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
from db.engine.threads import ConnectionThreads

__all__ = ["LOCK_TIMEOUT", "open_engine", "open_sync_engine", "sqlite_file"]

LOCK_TIMEOUT = 2.0
"""Seconds to wait for a lock or a connection; Discord's limit for an answer is three."""


def open_engine(
    url: str,
    *,
    lock_timeout: float = LOCK_TIMEOUT,
    connections: int | None = None,
    plan_each: bool = False,
) -> AsyncEngine:
    """Return an engine for ``sqlite+aiosqlite:///FILE`` or ``postgresql+asyncpg://...``.

    ``lock_timeout`` is in seconds, for a lock or a connection. ``connections`` is the size of the
    connection pool. With ``plan_each`` PostgreSQL plans each query for its own values; a plan for
    any values, which it makes after some queries, suits small servers and not the large ones.

    Does not connect yet, but makes the folder of a SQLite file, readable by the owner only. Error
    messages are without values, because a log entry may contain secrets. Disposing of the engine
    closes all connections to SQLite for good, even those in use.

    Raises ``ValueError`` for another kind of URL.
    """
    parsed = make_url(url)
    pool = {} if connections is None else {"pool_size": connections, "max_overflow": 0}
    if parsed.drivername == "postgresql+asyncpg":
        planning = "force_custom_plan" if plan_each else "auto"
        return _open_postgresql(parsed, lock_timeout, pool, planning)
    file = sqlite_file(parsed)
    if file is None:
        raise ValueError("The database should be sqlite+aiosqlite:///FILE or postgresql+asyncpg://")
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return _open_sqlite(parsed, lock_timeout, pool)


def open_sync_engine(engine: AsyncEngine, *, lock_timeout: float = LOCK_TIMEOUT) -> Engine:
    """Return a synchronous engine for the same SQLite file, for use in a thread."""
    return create_engine(
        engine.url.set(drivername="sqlite+pysqlite"),
        hide_parameters=True,
        poolclass=NullPool,
        creator=_connecting(engine.url, lock_timeout),
    )


def sqlite_file(url: str | URL) -> Path | None:
    """Return the file of a SQLite URL, or None if it has none."""
    parsed = make_url(url)
    # Each connection to an in-memory database would have its own.
    if parsed.drivername != "sqlite+aiosqlite" or parsed.database in {None, "", ":memory:"}:
        return None
    return Path(str(parsed.database))


def _open_sqlite(url: URL, lock_timeout: float, pool: Mapping[str, int]) -> AsyncEngine:
    threads = ConnectionThreads(_connecting(url, lock_timeout))
    engine = create_async_engine(url, hide_parameters=True, async_creator=threads.open, **pool)

    def end_threads(_: Engine) -> None:
        await_only(threads.end())

    event.listen(engine.sync_engine, "engine_disposed", end_threads)
    return engine


def _connecting(url: URL, lock_timeout: float) -> Callable[[], sqlite3.Connection]:
    """Return a function that opens the file, for use in a thread."""
    (file,), options = url.get_dialect()().create_connect_args(url)
    return partial(connect, file, lock_timeout, **options)


def _open_postgresql(
    url: URL, lock_timeout: float, pool: Mapping[str, int], planning: str
) -> AsyncEngine:
    return create_async_engine(
        url,
        hide_parameters=True,
        pool_pre_ping=True,
        **pool,
        connect_args={
            "timeout": lock_timeout,
            "command_timeout": 10 * lock_timeout,
            "server_settings": {
                "lock_timeout": f"{round(lock_timeout * 1000)}ms",
                # A process that is suspended in a transaction must not keep its locks.
                "idle_in_transaction_session_timeout": f"{round(5 * lock_timeout * 1000)}ms",
                "plan_cache_mode": planning,
            },
        },
    )
