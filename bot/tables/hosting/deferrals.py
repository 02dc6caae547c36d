"""What answers that are put off need of a storage; ``db`` meets it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from bot.tables.leases.lease import ALL_SERVERS, Shards

__all__ = ["TOKEN_LIFE", "Deferral", "StoredDeferrals"]

TOKEN_LIFE: Final = 15 * 60_000
"""Milliseconds for which Discord lets an answer that was put off be given."""


@dataclass(frozen=True, slots=True)
class Deferral:
    """An answer that was put off: all that it takes to give it, and not to whom."""

    application: int
    token: str = field(repr=False)
    """A secret: whoever has it can speak in the bot's place until it is over."""
    shard: int
    """Of the server where it is awaited: that shard's next process gives it after a crash."""
    at: int
    """Milliseconds since 1970."""


class StoredDeferrals(Protocol):
    """The answers that were put off and not given yet."""

    def note(self, deferral: Deferral) -> asyncio.Future[None]:
        """Note one, and forget those whose tokens are over; under way at once.

        Raises, by the future, ``StoreUnavailableError``.
        """

    def drop(self, *tokens: str) -> asyncio.Future[None]:
        """Forget some: they are given, or over. Under way at once; raises as :meth:`note`."""

    async def left(self, shards: Shards = ALL_SERVERS) -> Sequence[Deferral]:
        """Return those noted for these shards; raises ``StoreUnavailableError``."""
