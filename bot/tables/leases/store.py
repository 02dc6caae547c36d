"""A store that is written to only by the process that holds the tables' leases."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from bot.tables.core.entries import Entry
from bot.tables.core.store import (
    NONE,
    Effects,
    Listing,
    SequenceTakenError,
    Store,
    StoreUnavailableError,
)
from bot.tables.leases.keeper import Keeper
from bot.tables.leases.lease import ALL_SERVERS, Shards

__all__ = ["LeasedStore"]


class LeasedStore:
    """Meets ``Store`` on another one: it asks for the leases where they are in doubt.

    They are in doubt after their time, and when somebody else has written to a log: that cannot
    happen while they are ours.
    """

    def __init__(self, store: Store, keeper: Keeper) -> None:
        self._store = store
        self._keeper = keeper
        self._asking: asyncio.Future[None] | None = None

    def append(
        self,
        table: str,
        after: int,
        entries: Sequence[Entry],
        effects: Effects = NONE,
    ) -> asyncio.Future[None]:
        """Append as the other store does; raises ``LeaseLostError`` too."""
        write = partial(self._store.append, table, after, entries, effects)
        written = write() if self._keeper.sure else asyncio.ensure_future(self._when_sure(write))
        written.add_done_callback(self._look_into)
        return written

    async def load(self, table: str) -> list[Entry]:
        """Load as the other store does."""
        return await self._store.load(table)

    async def listings(self, shards: Shards = ALL_SERVERS) -> list[Listing]:
        """List as the other store does."""
        return await self._store.listings(shards)

    async def _when_sure(self, write: Callable[[], Awaitable[None]]) -> None:
        await self._keeper.be_sure()
        await write()

    def _look_into(self, written: asyncio.Future[None]) -> None:
        """Ask for the leases if somebody else has written to a log of ours."""
        if not written.cancelled() and isinstance(written.exception(), SequenceTakenError):
            self._asking = asyncio.ensure_future(self._ask())

    async def _ask(self) -> None:
        with contextlib.suppress(StoreUnavailableError):
            await self._keeper.ask()
