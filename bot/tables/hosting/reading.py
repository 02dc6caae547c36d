"""Load a table by replaying its log. A damaged log closes its own table only."""

import asyncio
import logging
from collections.abc import Mapping, Sequence

from bot.game.contract import AnyGame
from bot.tables.core.apply import evolve, open_state
from bot.tables.core.entries import Entry
from bot.tables.core.errors import DamagedTableError, NoSuchTableError
from bot.tables.core.state import TableState
from bot.tables.core.store import Store, StoreCorruptError

__all__ = ["TableReader", "as_of", "rebuild"]

logger = logging.getLogger(__name__)


class TableReader:
    """Loads tables, and logs each damaged log once."""

    def __init__(self, store: Store, games: Mapping[str, AnyGame]) -> None:
        self._store = store
        self._games = games
        self._logged: set[str] = set()

    async def read(self, table: str) -> TableState:
        """Return a table, replayed from its log.

        Raises ``NoSuchTableError``, ``DamagedTableError`` or ``StoreUnavailableError``.
        """
        try:
            entries = await self._store.load(table)
            if not entries:
                raise NoSuchTableError
            state = await asyncio.to_thread(rebuild, table, entries, self._games)
        except StoreCorruptError as error:
            self._log_once(error)
            raise DamagedTableError from error
        self._logged.discard(table)
        return state

    def _log_once(self, error: StoreCorruptError) -> None:
        if error.table not in self._logged:
            self._logged.add(error.table)
            logger.error(
                "table %s is closed to play, entry %d of its log is damaged; all others go on",
                *(error.table, error.seq),
            )


def rebuild(table: str, entries: Sequence[Entry], games: Mapping[str, AnyGame]) -> TableState:
    """Replay a table's log; ``StoreCorruptError`` for an entry that does not fit."""
    seq = 1
    try:
        state = open_state(table, entries[0], games)
        for seq, entry in enumerate(entries[1:], 2):  # noqa: B007 - used if it fails
            state = evolve(state, entry)
    except Exception as error:
        # The rules may raise anything on an impossible state or action.
        raise StoreCorruptError(table, seq) from error
    return state


async def as_of(
    store: Store, games: Mapping[str, AnyGame], table: TableState, seq: int
) -> TableState:
    """Return a table as it was after an entry of its log; raises ``StoreUnavailableError``."""
    if seq == table.seq:
        return table
    entries = (await store.load(table.id))[:seq]
    return await asyncio.to_thread(rebuild, table.id, entries, games)
