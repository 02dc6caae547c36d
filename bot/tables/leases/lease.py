"""Leases: which process hosts the tables of which servers, and until when.

Discord divides servers among shards, so a table belongs to the process that runs its server's
shard. A process claims a lease of each of its shards before it hosts anything.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

__all__ = ["ALL_SERVERS", "Claim", "Lease", "Leases", "Shards", "shard_of"]


def shard_of(guild: int, count: int) -> int:
    """Return the shard of a server, by Discord's rule; without a server it is the first."""
    return (guild >> 22) % count


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards of one process: their numbers, out of so many."""

    count: int = 1
    numbers: tuple[int, ...] = (0,)

    def cover(self, guild: int) -> bool:
        """Whether a server's tables are hosted by this process."""
        return shard_of(guild, self.count) in self.numbers

    def __str__(self) -> str:
        word = "shard" if len(self.numbers) == 1 else "shards"
        return f"{word} {', '.join(map(str, self.numbers))} of {self.count}"


ALL_SERVERS = Shards()
"""What the only process hosts."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to host one shard's tables. Times are milliseconds since 1970."""

    shard: int
    count: int
    """Of how many shards."""
    house: str | None
    """The process that has it; None once it was given back."""
    until: int
    """By the database's clock, which is the same for all."""
    seen_at: int
    """When its house last said that it hosts, by that house's own clock, as in the logs."""

    def covers(self, guild: int) -> bool:
        """Whether a server's tables went with it."""
        return shard_of(guild, self.count) == self.shard


@dataclass(frozen=True, slots=True)
class Claim:
    """What came of a claim: it was granted if nothing was in the way."""

    before: tuple[Lease, ...]
    """All leases as they were before."""
    in_the_way: tuple[Lease, ...]
    """Those that other processes have, and that cannot be had together with the claimed ones."""


class Leases(Protocol):
    """The leases as one process sees them. Every call raises ``StoreUnavailableError``."""

    async def claim(
        self, shards: Shards, seconds: float, at: int, void: Collection[Lease] = ()
    ) -> Claim:
        """Take the leases of all these shards for so long, or of none.

        In the way are leases of other processes that have not run out: for these shards, or for
        any out of another number of shards. Those in ``void`` are known to be worth nothing if
        they are still the same. ``at`` is this process's time, as in :attr:`Lease.seen_at`.
        """

    async def renew(self, shards: Shards, seconds: float, at: int) -> bool:
        """Hold the claimed leases for so long from now; return False if one is not ours any more.

        One that has run out is renewed too, as long as nobody else has claimed it.
        """

    async def release(self, at: int) -> None:
        """Give back whatever this process has."""
