"""Boards: nothing is told of one before all its tables are done, and the league hears of none.

A table's board is noted when the table is opened, in the same transaction. When all are done, the
results are stored and booked as if all matches had ended then, and the notes are gone. So it holds
after any crash, and for tables that their night does not wait for any more.
"""

import logging
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from bot.night.duplicate import finished_boards
from bot.tables.core.errors import RefusedError
from bot.tables.core.state import TableState
from bot.tables.hosting.host import Host
from bot.tables.hosting.ports import Time
from bot.tables.league.results import match_result
from bot.tables.leases.lease import Shards
from bot.tables.nights.cutting import board_of
from bot.tables.nights.store import Nights, StoredNight

__all__ = ["UNTOLD", "Boards"]

logger = logging.getLogger(__name__)


UNTOLD: Final = (
    "A match is over, but other tables are still playing its deal. Please try again once they're "
    "done."
)
"""Said where nothing else has been finished on a server."""


class Boards:
    """The boards that are played on a process's servers."""

    def __init__(self, nights: Nights, host: Host, time: Time, shards: Shards) -> None:
        self._nights = nights
        self._host = host
        self._time = time
        self._shards = shards
        self.counted: list[TableState] = []
        """Tables whose messages have to be brought up to date, because their results are told."""

    async def must_be_over(self, table: TableState) -> None:
        """Raise ``RefusedError`` while the board dealt at a table is played at another one.

        Also at one that the night does not wait for any more.
        """
        if table.board is not None and await self._nights.is_waiting(table.id):
            raise RefusedError(
                "Other tables are still playing this deal. Please try again once they're done."
            )

    async def nights(self) -> Collection[str]:
        """Return the nights with boards that are still played, also those that are over."""
        return {board_of(board)[0] for board in await self._nights.boards(self._shards)}

    async def playing(self, night: str) -> Mapping[int, Sequence[str]]:
        """Return the boards of a night that are still played, by number, with their tables."""
        boards = (
            (*board_of(board), tables)
            for board, tables in (await self._nights.boards(self._shards)).items()
        )
        return {number: tables for of, number, tables in boards if of == night}

    async def untold(self, guild: int) -> bool:
        """Whether a match of a server is over, but not told because its board is still played."""
        for night in await self.nights():
            stored = await self._nights.load(night)
            if stored is not None and stored.plan.guild == guild:
                boards = (await self.playing(night)).values()
                if any(not self._plays(table) for tables in boards for table in tables):
                    return True
        return False

    async def release(self, stored: StoredNight) -> bool:
        """Tell the league of the boards of a night that are done; return whether there were any."""
        done = [
            tables
            for number, tables in (await self.playing(stored.plan.id)).items()
            if number in finished_boards(stored.night) and not any(map(self._plays, tables))
        ]
        for tables in done:
            # In their order, and at the same time, as a recount of the league books them.
            now = self._time.now()
            for table in tables:
                await self._release(table, now)
        return bool(done)

    def _plays(self, table: str) -> bool:
        return self._host.listing(table) is not None

    async def _release(self, name: str, now: int) -> None:
        state = result = None
        with suppress(RefusedError):  # Its log is damaged: there is no result.
            state = (await self._host.table(name)).state
            result = match_result(state)
        ended = None if result is None else replace(result, finished_at=now)
        await self._nights.release(name, ended)
        if state is not None and ended is not None:
            self._host.counted(state)
            self.counted.append(state)
        logger.info("table %s: its board is done", name)
