"""Copy a database: a backup of SQLite's while the bot runs, or all of one into another.

The other may be of another kind, such as PostgreSQL's.
"""

import asyncio
import os
import shlex
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from sqlalchemy import Table, insert, literal, select
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.store import StoreUnavailableError
from db import schema
from db.engine.opening import opened, sqlite_file
from db.maintenance.upgrade import (
    Revision,
    SchemaTooNewError,
    must_be_known,
    must_be_up_to_date,
    revision,
    upgrade,
)

LOCK_TIMEOUT = 60.0
"""Seconds to wait for a lock."""

AT_ONCE = 1000


class CopyError(Exception):
    """Nothing was copied; ``str`` is a sentence that says why, without a password."""


async def backup(url: str, file: Path) -> None:
    """Copy the database at a URL into a new file: a consistent snapshot, checked, synced to disk.

    Others can write at the same time. The file appears when it is complete, readable by its owner
    only. Raises :class:`CopyError`.
    """
    source = sqlite_file(url)
    if source is None:
        raise CopyError(f"PostgreSQL makes its own backups. Run: {_pg_dump(url, file)}")
    try:
        await asyncio.to_thread(_backup, source, file)
    except (OSError, sqlite3.Error) as error:
        raise CopyError(f"The backup failed: {error}.") from error


def _pg_dump(url: str, file: Path) -> str:
    """Return the command that backs up a PostgreSQL database; it will ask for the password."""
    address = make_url(url)._replace(drivername="postgresql", password=None)
    return shlex.join(["pg_dump", "--format=custom", f"--file={file}", str(address)])


def _backup(source: Path, file: Path) -> None:
    if not source.is_file():
        raise CopyError(f"There is no database at {source}.")
    if file.exists():
        raise CopyError(f"{file} is there already, and is not overwritten.")
    handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    os.close(handle)
    part = Path(name)
    try:
        _snapshot(source, part)
        _check_whole(part)
        _sync(part)
        part.rename(file)
        _sync(file.parent)
    finally:
        part.unlink(missing_ok=True)


def _snapshot(source: Path, part: Path) -> None:
    # Without mode=rw, SQLite would create a missing database and back up an empty one.
    with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)) as running:
        running.execute("VACUUM INTO ?", (str(part),))


def _check_whole(copy: Path) -> None:
    """Raise :class:`CopyError` unless the copy passes SQLite's integrity checks."""
    with closing(sqlite3.connect(copy)) as connection:
        whole = connection.execute("PRAGMA integrity_check").fetchall()
        loose = connection.execute("PRAGMA foreign_key_check").fetchall()
    if whole != [("ok",)] or loose:
        raise CopyError("The database is damaged: its copy does not pass SQLite's own check.")


def _sync(path: Path) -> None:
    """Sync a file, or a folder's list of files, to disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


async def move(source: str, target: str) -> int:
    """Copy all rows of the database at one URL into that at another; return their number.

    No bot runs on either. The source has today's schema, the target no rows and perhaps no schema.
    All rows arrive or none. Raises :class:`CopyError`.
    """
    await _check_source(source)
    await _prepare_target(target)
    try:
        async with opened(source, LOCK_TIMEOUT) as origin, opened(target, LOCK_TIMEOUT) as goal:
            for connection, begin in ((origin, "BEGIN"), (goal, "BEGIN IMMEDIATE")):
                if connection.dialect.name == "sqlite":
                    await connection.exec_driver_sql(begin)
                await must_be_up_to_date(connection)
            await _check_empty(goal)
            rows = [await _copy(table, origin, goal) for table in schema.metadata.sorted_tables]
            await goal.commit()
    except StoreUnavailableError as error:
        raise CopyError(f"Nothing was moved: {error}.") from error
    return sum(rows)


async def _check_source(url: str) -> None:
    found = await _revision("old", url)
    if found.current is None:
        raise CopyError("There is no database of this bot at the old address.")
    _check_up_to_date("old", found)


async def _prepare_target(url: str) -> None:
    found = await _revision("new", url)
    if found.current is not None:
        _check_up_to_date("new", found)
        return
    try:
        await upgrade(url)
    except (StoreUnavailableError, OSError) as error:
        raise CopyError(f"The new database can't be used: {error}.") from error


async def _revision(which: str, url: str) -> Revision:
    try:
        return await revision(url)
    except ValueError as error:
        # What the parser says may quote a part of the password.
        raise CopyError(
            f"The {which} database's address can't be used: it should be "
            "sqlite+aiosqlite:///FILE or postgresql+asyncpg://USER:PASSWORD@HOST/NAME."
        ) from error
    except (StoreUnavailableError, OSError, TypeError, ModuleNotFoundError) as error:
        # TypeError: the driver does not know an option of the address.
        raise CopyError(f"The {which} database can't be used: {error}.") from error


def _check_up_to_date(which: str, found: Revision) -> None:
    try:
        must_be_known(found)
    except SchemaTooNewError as error:
        raise CopyError(f"The {which} database can't be used. {error}") from error
    if not found.up_to_date:
        raise CopyError(
            f"The {which} database's schema is {found.current}, and this version of the bot wants "
            f"{found.head}: set DATABASE_URL to it and run `python -m bot db upgrade`."
        )


async def _check_empty(goal: AsyncConnection) -> None:
    for table in schema.metadata.sorted_tables:
        if (await goal.execute(select(literal(1)).select_from(table).limit(1))).first():
            raise CopyError("The new database is not empty: it has rows already.")


async def _copy(table: Table, origin: AsyncConnection, goal: AsyncConnection) -> int:
    count = 0
    # By primary key, because a log entry refers to the one before it.
    result = await origin.stream(select(table).order_by(*table.primary_key))
    async for rows in result.mappings().partitions(AT_ONCE):
        await goal.execute(insert(table), [dict(row) for row in rows])
        count += len(rows)
    return count
