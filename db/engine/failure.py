"""Translate drivers' errors into the storage's errors, without the values of any row."""

import sqlite3
from typing import Final

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bot.tables.store import StoreUnavailableError

DATABASE_ERRORS: Final = (SQLAlchemyError, OSError, sqlite3.Error)
"""The errors of a database that cannot be used.

SQLAlchemy does not translate those of a connection that is closed while a result is being read.
"""


class WriteRefusedError(Exception):
    """The rows were refused: by a constraint, as a taken number is, or by the write's own work."""


def unavailable(error: BaseException) -> StoreUnavailableError:
    """Return a ``StoreUnavailableError`` with the first line of a database's error."""
    if isinstance(error, StoreUnavailableError):
        return error
    origin = error.orig if isinstance(error, DBAPIError) and error.orig else error
    message = str(origin).partition("\n")[0]
    return StoreUnavailableError(message or type(origin).__name__)


def write_error(error: Exception) -> Exception:
    """Return the storage's error for rows that were not written."""
    if isinstance(error, WriteRefusedError):
        return error
    if isinstance(error, sqlite3.IntegrityError) or _sqlstate(error).startswith("23"):
        return WriteRefusedError(str(error).partition("\n")[0])
    return unavailable(error)


def is_database_failure(error: Exception) -> bool:
    """Whether the database itself failed, so that it is not the fault of certain rows."""
    state = _sqlstate(error)
    if state:
        # 22: a value that cannot be stored; 23: a constraint.
        return state[:2] not in {"22", "23"}
    return isinstance(error, (sqlite3.OperationalError, OSError))


def _sqlstate(error: Exception) -> str:
    return str(getattr(error, "sqlstate", None) or "")
