"""A store wrapper that lets only the process that holds the tables' leases write."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from bot.tables.core.entries import Entry
from bot.tables.core.store import (
    NO_EFFECTS,
    Effects,
    Listing,
    SequenceTakenError,
    Store,
    StoreUnavailableError,
)
from bot.tables.leases.keeper import LeaseKeeper
from bot.tables.leases.lease import ALL_SERVERS, Shards

__all__ = ["LeasedStore"]


class LeasedStore:
    """Wraps a ``Store``, and checks the leases when they are in doubt.

    They are in doubt when they have run out, and when another process has written to a log, which
    cannot happen as long as they are ours.
    """

    def __init__(self, store: Store, keeper: LeaseKeeper) -> None:
        self._store = store
        self._keeper = keeper
        self._renewing: asyncio.Future[None] | None = None

    def append(
        self,
        table: str,
        after: int,
        entries: Sequence[Entry],
        effects: Effects = NO_EFFECTS,
    ) -> asyncio.Future[None]:
        """Append as ``Store.append`` does; raises ``LeaseLostError`` too."""
        write = partial(self._store.append, table, after, entries, effects)
        written = write() if self._keeper.sure else asyncio.ensure_future(self._when_sure(write))
        written.add_done_callback(self._check_leases)
        return written

    async def load(self, table: str) -> list[Entry]:
        """Load as ``Store.load`` does."""
        return await self._store.load(table)

    async def listings(self, shards: Shards = ALL_SERVERS) -> list[Listing]:
        """List as ``Store.listings`` does."""
        return await self._store.listings(shards)

    async def _when_sure(self, write: Callable[[], Awaitable[None]]) -> None:
        await self._keeper.be_sure()
        await write()

    def _check_leases(self, written: asyncio.Future[None]) -> None:
        """Check the leases if another process has written to a log of ours."""
        if not written.cancelled() and isinstance(written.exception(), SequenceTakenError):
            self._renewing = asyncio.ensure_future(self._renew())

    async def _renew(self) -> None:
        with contextlib.suppress(StoreUnavailableError):
            await self._keeper.renew()
