"""What a driver's error means to the house, told without the values of any row."""

import sqlite3
from typing import Final

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bot.tables.core.store import StoreUnavailableError

__all__ = ["ERRORS", "WriteRefusedError", "concerns_all", "failure", "unavailable"]

ERRORS: Final = (SQLAlchemyError, OSError, sqlite3.Error)
"""What a database that cannot be used raises; the driver itself where a connection is closed while
a result of it is being read to its end, for SQLAlchemy does not translate that.
"""


class WriteRefusedError(Exception):
    """A constraint of the schema refused the rows: a place taken, a gap, a second result."""


def unavailable(error: BaseException) -> StoreUnavailableError:
    """Return the house's error for a database that cannot be used, with its first line."""
    origin = error.orig if isinstance(error, DBAPIError) and error.orig else error
    told = str(origin).partition("\n")[0]
    return StoreUnavailableError(told or type(origin).__name__)


def failure(error: Exception) -> Exception:
    """Return the house's error for rows that were not written."""
    if isinstance(error, sqlite3.IntegrityError) or _sqlstate(error).startswith("23"):
        return WriteRefusedError(str(error).partition("\n")[0])
    return unavailable(error)


def concerns_all(error: Exception) -> bool:
    """Tell whether the database itself failed, rather than somebody's rows."""
    state = _sqlstate(error)
    if state:
        # 22: a value that cannot be stored; 23: a constraint.
        return state[:2] not in {"22", "23"}
    return isinstance(error, (sqlite3.OperationalError, OSError))


def _sqlstate(error: Exception) -> str:
    """Return the five characters by which PostgreSQL names an error, or nothing."""
    return str(getattr(error, "sqlstate", None) or "")
