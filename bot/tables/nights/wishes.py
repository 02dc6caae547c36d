"""Storage of who wants a ping before league nights; ``db`` implements it.

A wish for a single night counts more than the standing one for all nights of a server.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol

from bot.tables.leases.lease import Shards

__all__ = ["Wish", "Wishes"]


class Wish(NamedTuple):
    """What somebody wants before a night."""

    wanted: bool
    """Whether they want a ping before this night, whatever that follows from."""
    changes: int
    """How often they have changed their mind about this night."""
    every: bool
    """Whether they have a standing wish for the nights of this server."""


class Wishes(Protocol):
    """The wishes and pings of all people. All calls raise ``StoreUnavailableError``.

    Times are milliseconds since 1970.
    """

    async def wish(self, guild: int, night: str, user: int) -> Wish:
        """Return what somebody wants before a night of a server."""

    async def ask(self, night: str, user: int, *, wanted: bool, changes: int) -> None:
        """Store a wish for a single night."""

    async def every(self, guild: int) -> Sequence[int]:
        """Return who has a standing wish for a server's nights."""

    async def choose(self, guild: int, user: int, *, every: bool) -> None:
        """Store a standing wish, or delete it; the wishes for single nights there follow it."""

    async def asked(self, guild: int, night: str) -> Sequence[int]:
        """Return who wants a ping before a night: first those who asked for this one alone."""

    async def due(self, shards: Shards, after: int, until: int) -> Sequence[str]:
        """Return the nights that begin after one time and until another, and weren't told of.

        Only those on these shards' servers that have a message and aren't closed.
        """

    async def next_start(self, shards: Shards, after: int) -> int | None:
        """Return when the next of these nights begins; None if none does."""

    async def pinged(self, users: Collection[int], after: int, times: int) -> Collection[int]:
        """Return who of these people has had so many pings, or more, after a time."""

    async def begin(self, night: str, users: Collection[int], at: int) -> bool:
        """Store that these people get a ping before a night, and that nobody else will.

        False, and nothing is stored, if that was stored before.
        """
