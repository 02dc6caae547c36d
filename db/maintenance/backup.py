"""Back up a SQLite database while the bot runs."""

import asyncio
import os
import shlex
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import make_url

from db.engine.opening import sqlite_file


class BackupError(Exception):
    """No backup was made; ``str`` is a sentence that says why."""


async def backup(url: str, file: Path) -> None:
    """Copy the database at a URL into a new file: a consistent snapshot, checked, synced to disk.

    Others can write at the same time. The file appears when it is complete, readable by its owner
    only. Raises :class:`BackupError`.
    """
    source = sqlite_file(url)
    if source is None:
        raise BackupError(f"PostgreSQL makes its own backups. Run: {_pg_dump(url, file)}")
    try:
        await asyncio.to_thread(_backup, source, file)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"The backup failed: {error}.") from error


def _pg_dump(url: str, file: Path) -> str:
    """Return the command that backs up a PostgreSQL database; it will ask for the password."""
    address = make_url(url)._replace(drivername="postgresql", password=None)
    return shlex.join(["pg_dump", "--format=custom", f"--file={file}", str(address)])


def _backup(source: Path, file: Path) -> None:
    if not source.is_file():
        raise BackupError(f"There is no database at {source}.")
    if file.exists():
        raise BackupError(f"{file} is there already, and is not overwritten.")
    handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    os.close(handle)
    part = Path(name)
    try:
        _copy(source, part)
        _check(part)
        _sync(part)
        part.rename(file)
        _sync(file.parent)
    finally:
        part.unlink(missing_ok=True)


def _copy(source: Path, part: Path) -> None:
    # Without mode=rw, SQLite would create a missing database and back up an empty one.
    with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)) as running:
        running.execute("VACUUM INTO ?", (str(part),))


def _check(copy: Path) -> None:
    """Raise :class:`BackupError` unless the copy passes SQLite's integrity checks."""
    with closing(sqlite3.connect(copy)) as connection:
        whole = connection.execute("PRAGMA integrity_check").fetchall()
        loose = connection.execute("PRAGMA foreign_key_check").fetchall()
    if whole != [("ok",)] or loose:
        raise BackupError("The database is damaged: its copy does not pass SQLite's own check.")


def _sync(path: Path) -> None:
    """Sync a file, or a folder's list of files, to disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
