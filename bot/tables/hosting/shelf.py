"""The tables that are in memory."""

from collections.abc import Sequence
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.tables.hosting.table import Table

__all__ = ["Shelf"]


class Shelf:
    """At most one :class:`Table` of each id, for two of them would act on the same log.

    A table stays as long as anybody holds it: its own alarm, where something is due, a click that
    is under way, or this shelf, which holds those used last. Any other is read from its log again.
    """

    def __init__(self, kept: int) -> None:
        self._tables: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._used: LRUCache[str, Table] = LRUCache(kept)

    def get(self, table: str) -> Table | None:
        """Return a table that is in memory, which counts as a use of it."""
        found = self._tables.get(table)
        if found is not None:
            self._used[table] = found
        return found

    def put(self, table: Table) -> None:
        """Add a table, in the place of another one of its id."""
        self._tables[table.id] = self._used[table.id] = table

    def take(self, table: str) -> Table | None:
        """Remove a table and return it, if it is there."""
        self._used.pop(table, None)
        return self._tables.pop(table, None)

    def all(self) -> Sequence[Table]:
        """Return all that are in memory."""
        return tuple(self._tables.values())
