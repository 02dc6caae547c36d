"""Timers of idle tables: by id, so that a table due in days need not stay in memory."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from bot.tables.core.store import Listing
from bot.tables.hosting.ports import Time
from bot.tables.hosting.reach import Reach

__all__ = ["FAR", "IdleTables"]

FAR: Final = 3_600_000
"""Milliseconds. An event later than this does not keep its table in memory."""


class IdleTables:
    """The times at which idle tables must be loaded again, by table id."""

    def __init__(self) -> None:
        self._due: dict[str, int] = {}

    def __contains__(self, table: object) -> bool:
        return table in self._due

    def put(self, table: str, at: int) -> None:
        """Set a table's timer, in milliseconds since 1970."""
        self._due[table] = at

    def drop(self, table: str) -> None:
        """Delete a table's timer."""
        self._due.pop(table, None)

    async def run(
        self,
        time: Time,
        wake: Callable[[str], Awaitable[None]],
        listings: Callable[[], Sequence[Listing]],
        reach: Reach,
    ) -> None:
        """Wake tables in time, forever; once awake, a table sets its own alarm.

        Those of servers that have been out of reach for long are woken, too: they stand still.
        """
        while True:
            await time.sleep(FAR / 2 / 1000)
            soon = time.now() + FAR
            due = [table for table, at in self._due.items() if at <= soon]
            away = [one.table for one in listings() if reach.lasts(one.guild, FAR // 2)]
            for table in {*due, *away}:
                self.drop(table)
                await wake(table)
