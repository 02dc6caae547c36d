"""The tables that are in memory."""

from collections import OrderedDict
from collections.abc import Sequence
from weakref import WeakValueDictionary

from bot.tables.table import Table

__all__ = ["Shelf"]


class Shelf:
    """At most one :class:`Table` of each id, for two of them would act on the same log.

    A table stays as long as anybody holds it: its own alarm, where something is due, a click that
    is under way, or this shelf, which holds those used last. Any other is read from its log again.
    """

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._tables: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._used: OrderedDict[str, Table] = OrderedDict()
        """The tables used last, the latest at the end."""

    def get(self, table: str) -> Table | None:
        """Return a table that is in memory, which counts as a use of it."""
        found = self._tables.get(table)
        if found is not None:
            self._use(found)
        return found

    def put(self, table: Table) -> None:
        """Add a table, in the place of another one of its id."""
        self._tables[table.id] = table
        self._use(table)

    def take(self, table: str) -> Table | None:
        """Remove a table and return it, if it is there."""
        self._used.pop(table, None)
        return self._tables.pop(table, None)

    def all(self) -> Sequence[Table]:
        """Return all that are in memory."""
        return tuple(self._tables.values())

    def _use(self, table: Table) -> None:
        self._used[table.id] = table
        self._used.move_to_end(table.id)
        if len(self._used) > self._kept:
            self._used.popitem(last=False)
