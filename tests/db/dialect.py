"""SQLite's dialect, whose engines share what they have compiled.

A test that opens a database has an engine of its own, and would compile all statements again: a
quarter of what it takes to start a bot. ``tests/conftest.py`` registers it.
"""

from typing import Final

from sqlalchemy import Engine
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.engine import Compiled
from sqlalchemy.util import LRUCache

_COMPILED: Final[LRUCache[object, Compiled]] = LRUCache(2000)


class SharingDialect(SQLiteDialect_aiosqlite):
    """The same as the usual one; all of them are alike, as keys of what is compiled."""

    supports_statement_cache = True

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
