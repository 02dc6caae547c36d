"""Cache of the tables in memory, at most one object for each table."""

from collections.abc import Sequence
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.tables.hosting.table import Table

__all__ = ["TableCache"]


class TableCache:
    """At most one :class:`Table` for each id, because two would write to the same log.

    The cache refers weakly to tables, so a table stays in memory while its alarm or a command
    uses it. The ``size`` most recently used tables stay as well. Any other is loaded from its log.
    """

    def __init__(self, size: int) -> None:
        self._tables: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._recent: LRUCache[str, Table] = LRUCache(size)

    def get(self, table: str) -> Table | None:
        """Return a table if it is in memory, and mark it as recently used."""
        hosted = self._tables.get(table)
        if hosted is not None:
            self._recent[table] = hosted
        return hosted

    def put(self, table: Table) -> None:
        """Add a table, replacing any with the same id."""
        self._tables[table.id] = self._recent[table.id] = table

    def take(self, table: str) -> Table | None:
        """Remove and return a table; None if it is not in memory."""
        self._recent.pop(table, None)
        return self._tables.pop(table, None)

    def all(self) -> Sequence[Table]:
        """Return all tables in memory."""
        return tuple(self._tables.values())
