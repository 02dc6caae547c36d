"""Storage of deferred answers to interactions, so that a restart can still give them.

``db`` implements :class:`StoredDeferrals`.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from bot.tables.leases.lease import ALL_SERVERS, Shards

__all__ = ["TOKEN_LIFE", "Deferral", "StoredDeferrals"]

TOKEN_LIFE: Final = 15 * 60_000
"""Milliseconds for which Discord accepts a deferred answer."""


@dataclass(frozen=True, slots=True)
class Deferral:
    """A deferred answer: what it takes to send it, but not to whom."""

    application: int
    token: str = field(repr=False)
    """The interaction's token. Secret: until it expires, it lets anyone answer as the bot."""
    shard: int
    """The server's shard: after a crash, the shard's next process sends the answer."""
    at: int
    """Milliseconds since 1970."""


class StoredDeferrals(Protocol):
    """The deferred answers that have not been sent yet."""

    def note(self, deferral: Deferral) -> asyncio.Future[None]:
        """Store a deferral, and delete those whose tokens have expired; starts at once.

        The future raises ``StoreUnavailableError``.
        """

    def drop(self, *tokens: str) -> asyncio.Future[None]:
        """Delete deferrals that were answered or have expired; raises as :meth:`note` does."""

    async def left(self, shards: Shards = ALL_SERVERS) -> Sequence[Deferral]:
        """Return the deferrals stored for these shards; raises ``StoreUnavailableError``."""
