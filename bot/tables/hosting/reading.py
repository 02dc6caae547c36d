"""Tables read from their logs; a log that is damaged closes its own table and no other."""

import asyncio
import logging
from collections.abc import Mapping, Sequence

from bot.game.contract import AnyGame
from bot.tables.core.entries import Entry
from bot.tables.core.errors import DamagedTableError, NoSuchTableError
from bot.tables.core.state import TableState, evolve, open_state
from bot.tables.core.store import Store, StoreCorruptError

__all__ = ["Reader", "as_of", "rebuild"]

logger = logging.getLogger(__name__)


class Reader:
    """Reads tables; what is damaged is told to the operator once a table, however often asked."""

    def __init__(self, store: Store, games: Mapping[str, AnyGame]) -> None:
        self._store = store
        self._games = games
        self._told: set[str] = set()

    async def read(self, table: str) -> TableState:
        """Return a table as its log has it.

        Raises ``NoSuchTableError``, ``DamagedTableError`` or ``StoreUnavailableError``.
        """
        try:
            entries = await self._store.load(table)
            if not entries:
                raise NoSuchTableError
            state = await asyncio.to_thread(rebuild, table, entries, self._games)
        except StoreCorruptError as error:
            self._tell(error)
            raise DamagedTableError from error
        self._told.discard(table)
        return state

    def _tell(self, error: StoreCorruptError) -> None:
        if error.table not in self._told:
            self._told.add(error.table)
            logger.error(
                "table %s is closed to play, entry %d of its log is damaged; all others go on",
                *(error.table, error.seq),
            )


def rebuild(table: str, entries: Sequence[Entry], games: Mapping[str, AnyGame]) -> TableState:
    """Replay a table's log; ``StoreCorruptError`` for an entry that cannot follow the others."""
    seq = 1
    try:
        state = open_state(table, entries[0], games)
        for seq, entry in enumerate(entries[1:], 2):  # noqa: B007 - told if it fails
            state = evolve(state, entry)
    except Exception as error:
        # Rules that meet a state or an action that cannot be may raise anything.
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
