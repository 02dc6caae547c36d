"""Make a SQLAlchemy engine from a database URL, with safe settings and a lock timeout."""

import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool
from sqlalchemy.util import await_only

from db.engine.failure import DATABASE_ERRORS, unavailable
from db.engine.reading import ConnectionThreads

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

_MAIN_CODE: Final = 0xFF
"""Masks the primary part of SQLite's error codes."""

_PAUSE: Final = 0.01
"""Seconds."""


def connect(file: str, lock_timeout: float, **options: Any) -> sqlite3.Connection:  # noqa: ANN401 - the driver's options
    """Open a SQLite file; raises what the driver raises. ``lock_timeout`` is in seconds.

    Transactions begin with an explicit BEGIN only, and then include changes of the schema.
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

    SQLite would damage the file with it. Ours say in their header that they have a log; a backup
    has none, and says that. Only for a process that has not opened the file yet: closing any handle
    of a file gives up all locks that the process has on it, those of SQLite too.
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


CONNECTIONS: Final = 15
"""All are kept: to open and close one costs five reads of a SQLite file, and SQLAlchemy logs an
error where the task that gives one back is cancelled meanwhile.
"""

LOCK_TIMEOUT = 2.0
"""Seconds to wait for a lock or a connection; Discord's limit for an answer is three."""


def open_engine(
    url: str,
    *,
    lock_timeout: float = LOCK_TIMEOUT,
    connections: int = CONNECTIONS,
    plan_each: bool = False,
) -> AsyncEngine:
    """Return an engine for ``sqlite+aiosqlite:///FILE`` or ``postgresql+asyncpg://...``.

    ``lock_timeout``: seconds to wait for a lock or a connection. ``connections``: the size of the
    pool. With ``plan_each`` PostgreSQL plans each query for its own values; a plan for any values,
    which it makes after some queries, suits small servers only.

    Makes the folder of a SQLite file, readable by the owner only, and does not connect yet. Errors
    come without values, which may be secrets. Disposing closes all connections to SQLite, even
    those in use. Raises ``ValueError`` for another kind of URL.
    """
    parsed = make_url(url)
    pool = {"pool_size": connections, "max_overflow": 0}
    if parsed.drivername == "postgresql+asyncpg":
        planning = "force_custom_plan" if plan_each else "auto"
        return _open_postgresql(parsed, lock_timeout, pool, planning)
    file = sqlite_file(parsed)
    if file is None:
        raise ValueError("The database should be sqlite+aiosqlite:///FILE or postgresql+asyncpg://")
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return _open_sqlite(parsed, lock_timeout, pool)


@asynccontextmanager
async def opened(url: str, lock_timeout: float = LOCK_TIMEOUT) -> AsyncIterator[AsyncConnection]:
    """Connect to a database by itself; raises ``StoreUnavailableError``, also for the body."""
    engine = open_engine(url, lock_timeout=lock_timeout)
    try:
        async with engine.connect() as connection:
            yield connection
    except DATABASE_ERRORS as error:
        raise unavailable(error) from error
    finally:
        await engine.dispose()


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
