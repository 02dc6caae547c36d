"""Tables with nothing to do for days: they are woken in time, and not kept in memory for it."""

from collections.abc import Awaitable, Callable
from typing import Final

from bot.tables.hosting.ports import Time

__all__ = ["FAR", "Sleepers"]

FAR: Final = 3_600_000
"""Milliseconds: what is due later than this needs no table in memory."""


class Sleepers:
    """Remembers by id when something is due at tables, hours or days from now."""

    def __init__(self) -> None:
        self._due: dict[str, int] = {}

    def __contains__(self, table: object) -> bool:
        return table in self._due

    def put(self, table: str, at: int) -> None:
        """Remember a table until a time, in milliseconds since 1970."""
        self._due[table] = at

    def drop(self, table: str) -> None:
        """Forget a table."""
        self._due.pop(table, None)

    async def keep(self, time: Time, wake: Callable[[str], Awaitable[None]]) -> None:
        """Wake tables in time, without end; they set their own alarms then."""
        while True:
            await time.sleep(FAR / 2 / 1000)
            soon = time.now() + FAR
            for table in [table for table, at in self._due.items() if at <= soon]:
                self.drop(table)
                await wake(table)
