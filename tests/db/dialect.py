"""SQLite's dialect, whose engines share what they have compiled, and don't wait for the disk.

A test that opens a database has an engine of its own, and would compile all statements again: a
quarter of what it takes to start a bot. And each commit would wait some milliseconds until it would
outlive a power cut; what a killed process has committed is there without that, too.
``tests/conftest.py`` registers it. Processes that tests start have the usual one.
"""

import sqlite3
from typing import Any, ClassVar, Final

from sqlalchemy import URL, Engine
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.engine import Compiled
from sqlalchemy.util import LRUCache

_COMPILED: Final[LRUCache[object, Compiled]] = LRUCache(2000)


class Unsynced(sqlite3.Connection):
    """A connection that never waits for the disk, whatever it is told."""

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:  # noqa: ANN401 - the driver's own
        return super().execute(sql.replace("synchronous = FULL", "synchronous = OFF"), *values)


class SharingDialect(SQLiteDialect_aiosqlite):
    """The same as the usual one; all of them are alike, as keys of what is compiled."""

    supports_statement_cache = True

    factory: ClassVar[type[sqlite3.Connection]] = Unsynced
    """What connections are that are opened from now on."""

    def create_connect_args(self, url: URL) -> tuple[Any, Any]:
        places, options = super().create_connect_args(url)
        return places, {**options, "factory": self.factory}

    @classmethod
    def engine_created(cls, engine: Engine) -> None:
        """Let a new engine look up statements where all others do."""
        engine.update_execution_options(compiled_cache=_COMPILED)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self)

    def __hash__(self) -> int:
        return hash(type(self))


def share_compiled() -> None:
    """Use this dialect for all engines from now on."""
    registry.register("sqlite.aiosqlite", __name__, SharingDialect.__name__)
