"""Upgrade a database's schema with Alembic, tell its revision, and forget the messages of a world.

Alembic is imported for an upgrade alone: with what it needs it takes a tenth of a start.
"""

import asyncio
import logging
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, delete, inspect, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.store import Lease, SchemaChangedError, StoreUnavailableError
from db.engine.failure import DATABASE_ERRORS, unavailable
from db.engine.opening import must_belong, opened, sqlite_file
from db.engine.writer import REVISION
from db.maintenance.hosting import check_unhosted, leases_query
from db.schema import bookmarks, deferrals, reminders

logger = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).parents[1] / "migrations"

LOCK_TIMEOUT = 60.0
"""Seconds to wait for another process that upgrades the same database."""

LOCK = 7_266_001
"""PostgreSQL's advisory lock for an upgrade; arbitrary, but never changed."""

_POSTGRES_LOCKS: Final = (
    f"SELECT pg_advisory_xact_lock({LOCK})",
    # Writers have looked at the schema first: this waits for them, and they for the upgrade.
    "LOCK TABLE alembic_version IN ACCESS EXCLUSIVE MODE",
    "LOCK TABLE leases IN SHARE ROW EXCLUSIVE MODE",
)

MB: Final = 1_000_000

LEAST_ROOM: Final = 2 * MB
"""Bytes that even a small database's upgrade may need, on top of a third of its size."""

Free = Callable[[Path], int]


class SchemaTooNewError(Exception):
    """The database's schema is from a newer version of the bot than this one."""


@dataclass(frozen=True, slots=True)
class Revision:
    """A database's schema revision (None: no schema yet), and the one that this program needs."""

    current: str | None
    head: str

    @property
    def up_to_date(self) -> bool:
        """Whether the database needs no upgrade."""
        return self.current == self.head


@dataclass(frozen=True, slots=True)
class Room:
    """Bytes that an upgrade needs on the database's disk, and that are free (None: unseen)."""

    needed: int
    free: int | None

    @property
    def enough(self) -> bool:
        """Whether there is room, as far as can be seen."""
        return self.free is None or self.needed <= self.free

    def __str__(self) -> str:
        """Say it as the end of “The upgrade needs …”."""
        # Rounded so that what isn't enough never looks as if it were.
        needed = f"{-(-self.needed // MB):,} MB"
        if self.free is None:
            return f"up to {needed} of the database's disk"
        return f"{needed} free on the database's disk, and there are {self.free // MB:,} MB"


def free_room(file: Path) -> int:
    """Return how many bytes are free on the disk of a file that exists."""
    return shutil.disk_usage(file.parent).free


def _none(_: Lease) -> bool:
    return False


async def upgrade(
    url: str, void: Callable[[Lease], bool] = _none, *, free: Free = free_room
) -> bool:
    """Upgrade the database's schema to the newest revision, in one transaction.

    Returns whether there was anything to do. No process may hold a lease that is not ``void``;
    those that are left are taken away. Raises :class:`db.maintenance.hosting.HostedError`,
    ``StoreUnavailableError``, also for a full disk, or :class:`SchemaTooNewError`; then nothing has
    changed.
    """
    await must_have_own_log(url)
    if (await revision(url)).up_to_date:
        return False
    async with opened(url, LOCK_TIMEOUT) as connection:
        await _begin(connection)
        before = await connection.run_sync(_current)
        if before is None:
            await connection.run_sync(_upgrade)
        elif before != head():
            must_be_known(Revision(before, head()))
            await _check(connection, url, void, free)
            logger.info("upgrading the database's schema from %s to %s", before, head())
            await connection.run_sync(_upgrade)
            await connection.exec_driver_sql("UPDATE leases SET house = NULL, until = 0")
        await connection.commit()
        return before != head()


async def must_have_own_log(url: str) -> None:
    """Raise ``StoreUnavailableError`` if another database's log lies beside a SQLite file.

    Only for a process that has no connection to it: see :func:`db.engine.opening.must_belong`.
    """
    file = sqlite_file(url)
    if file is not None:
        try:
            await asyncio.to_thread(must_belong, file)
        except DATABASE_ERRORS as error:
            raise unavailable(error) from error


async def revision(url: str) -> Revision:
    """Return the database's revision without changing it; raises ``StoreUnavailableError``."""
    file = sqlite_file(url)
    if file is not None and not file.exists():
        return Revision(None, head())
    async with opened(url) as connection:
        return Revision(await connection.run_sync(_current), head())


async def room(url: str) -> Room:
    """Return the room that an upgrade of a database needs; raises ``StoreUnavailableError``."""
    async with opened(url) as connection:
        return await _room(connection, url, free_room)


def must_be_known(found: Revision) -> None:
    """Raise :class:`SchemaTooNewError` unless this version knows the schema, or there is none."""
    if found.current is not None and found.current not in _revisions():
        raise SchemaTooNewError(
            "The database was made by a newer version of the bot. Install that version, or go "
            "back to a backup that is older than it."
        )


async def must_be_up_to_date(connection: AsyncConnection) -> None:
    """Raise ``SchemaChangedError`` unless the schema is this version's.

    For a transaction that writes: no upgrade begins before its end.
    """
    if (await connection.exec_driver_sql(REVISION)).scalar_one() != head():
        raise SchemaChangedError


def head() -> str:
    """Return the schema's revision that this program needs."""
    return max(_revisions())


@cache
def _revisions() -> frozenset[str]:
    """The four digits with which the names of their files begin."""
    return frozenset(path.name[:4] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


async def _begin(connection: AsyncConnection) -> None:
    if connection.dialect.name == "sqlite":
        await connection.exec_driver_sql("BEGIN IMMEDIATE")
        return
    advisory, *tables = _POSTGRES_LOCKS
    await connection.exec_driver_sql(advisory)
    names = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
    for lock in tables:
        if lock.split()[2] in names:
            await connection.exec_driver_sql(lock)


async def _check(
    connection: AsyncConnection, url: str, void: Callable[[Lease], bool], free: Free
) -> None:
    names = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
    if "leases" in names:
        rows = (await connection.execute(leases_query(connection.dialect.name))).all()
        check_unhosted(rows, void)
    room = await _room(connection, url, free)
    if not room.enough:
        raise StoreUnavailableError(f"the upgrade needs {room}. Nothing has changed")
    if room.free is None:
        logger.warning("the upgrade needs %s; what is free there can't be seen", room)


async def _room(connection: AsyncConnection, url: str, free: Free) -> Room:
    file = sqlite_file(url)
    if file is not None:
        return Room(LEAST_ROOM + file.stat().st_size // 3, free(file))
    query = text("SELECT pg_database_size(current_database())")
    size: int = (await connection.execute(query)).scalar_one()
    return Room(LEAST_ROOM + size // 3, None)


def _upgrade(connection: Connection) -> None:
    from alembic import command  # noqa: PLC0415 - see above
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    # Alembic's configuration interpolates percent signs.
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _current(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.exec_driver_sql(REVISION).scalar_one_or_none()
    return found


async def forget_messages(url: str) -> None:
    """Forget all messages and answers that are due, so that each table is posted again.

    For a local session on a new simulated Discord. Raises ``StoreUnavailableError``.
    """
    async with opened(url) as connection:
        await must_be_up_to_date(connection)
        for table in (bookmarks, reminders, deferrals):
            await connection.execute(delete(table))
        await connection.commit()
