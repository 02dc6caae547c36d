"""Kai's hints: thought of once for each choice, and known for as long as it is likely to last."""

import asyncio
from concurrent.futures import Executor
from typing import Final, TypeAlias

from cachetools import LRUCache

from bot.game.contract import Seat
from bot.tables.core.state import TableState
from cogs.layouts.taught import Hint
from cogs.reports import teaching

__all__ = ["Hints"]

KNOWN: Final = 500
"""Hints that are remembered: those asked for last. Any other is thought of again."""

_Key: TypeAlias = tuple[str, Seat, int]
"""Table, seat and revision: a seat's choices are the same as long as its revision is."""


class Hints:
    """The hints that were asked for lately."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._known: LRUCache[_Key, Hint] = LRUCache(KNOWN)

    def known(self, table: TableState, seat: Seat) -> Hint | None:
        """Return the hint for a seat's present choice, if it was asked for lately."""
        return self._known.get(_key(table, seat))

    async def ask(self, table: TableState, seat: Seat) -> Hint:
        """Return the hint for a seat that is to act, after Kai has thought if it has to."""
        hint = self.known(table, seat)
        if hint is None:
            loop = asyncio.get_running_loop()
            hint = await loop.run_in_executor(self._executor, teaching.hint, table, seat)
            self._known[_key(table, seat)] = hint
        return hint


def _key(table: TableState, seat: Seat) -> _Key:
    return table.id, seat, table.since[seat]
