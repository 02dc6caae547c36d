"""Load a table by replaying its log; a damaged log closes its own table only.

With it what each line of the process's log says: which table and server the task is about.
"""

import asyncio
import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from bot.game.contract import AnyGame
from bot.tables.apply import evolve, open_state
from bot.tables.command import DamagedTableError, NoSuchTableError
from bot.tables.entries import Entry
from bot.tables.state import TableState
from bot.tables.store import Store, StoreCorruptError

CONTEXT: Final[ContextVar[Mapping[str, int | str]]] = ContextVar("log context", default={})  # noqa: B039 - never changed in place
"""``table`` (its id) and ``guild`` (Discord's id), where known."""


def current_log_context() -> Mapping[str, int | str]:
    """Return the context: ``table`` (its id) and ``guild`` (Discord's id), where known."""
    return CONTEXT.get()


@contextmanager
def log_context(*, table: str | None = None, guild: int | None = None) -> Iterator[None]:
    """Add a table or a server to the log context, for the body and tasks started in it."""
    known = {"table": table, "guild": guild}
    token = CONTEXT.set(
        {**CONTEXT.get(), **{key: value for key, value in known.items() if value is not None}}
    )
    try:
        yield
    finally:
        CONTEXT.reset(token)


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
            state = await asyncio.to_thread(state_from, table, entries, self._games)
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


def state_from(table: str, entries: Sequence[Entry], games: Mapping[str, AnyGame]) -> TableState:
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
    return await asyncio.to_thread(state_from, table.id, entries, games)
