"""Upgrade a database's schema with Alembic, and tell its revision."""

from dataclasses import dataclass
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

from db.engine.failure import DATABASE_ERRORS, unavailable
from db.engine.opening import open_engine, sqlite_file

__all__ = ["Revision", "SchemaTooNewError", "revision", "upgrade"]

MIGRATIONS = Path(__file__).parents[1] / "migrations"

LOCK_TIMEOUT = 60.0
"""Seconds to wait for another process that is upgrading the same database."""

LOCK = 7_266_001
"""The number of PostgreSQL's advisory lock for an upgrade; arbitrary, but never changed."""


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


async def upgrade(url: str) -> None:
    """Upgrade the database's schema to the newest revision, in one transaction.

    Raises ``StoreUnavailableError`` or :class:`SchemaTooNewError`.
    """
    engine = open_engine(url, lock_timeout=LOCK_TIMEOUT)
    try:
        async with engine.begin() as connection:
            await _wait_for_others(connection)
            await connection.run_sync(_upgrade)
    except DATABASE_ERRORS as error:
        raise unavailable(error) from error
    finally:
        await engine.dispose()


async def revision(url: str) -> Revision:
    """Return the database's revision without changing it; raises ``StoreUnavailableError``."""
    head = ScriptDirectory.from_config(_config()).get_current_head()
    file = sqlite_file(url)
    if file is not None and not file.exists():
        return Revision(None, str(head))
    engine = open_engine(url)
    try:
        async with engine.connect() as connection:
            return Revision(await connection.run_sync(_current), str(head))
    except DATABASE_ERRORS as error:
        raise unavailable(error) from error
    finally:
        await engine.dispose()


async def _wait_for_others(connection: AsyncConnection) -> None:
    """Take the lock that keeps other processes from upgrading, for this transaction."""
    if connection.dialect.name == "sqlite":
        await connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")


def _upgrade(connection: Connection) -> None:
    config = _config()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise SchemaTooNewError(
            "The database was made by a newer version of the bot. Install that version, or go "
            "back to a backup that is older than it."
        ) from error


def _current(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _config() -> Config:
    config = Config()
    # Alembic's configuration interpolates percent signs.
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config
