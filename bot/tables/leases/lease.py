"""Leases: which process hosts the tables of which servers, and until when.

Discord divides servers among shards, so a table belongs to the process that runs its server's
shard. A process claims a lease of each of its shards before it hosts anything.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

__all__ = ["ALL_SERVERS", "Claim", "Lease", "Leases", "Shards", "shard_of"]


def shard_of(guild: int, count: int) -> int:
    """Return a server's shard out of ``count``, by Discord's formula; 0 for no server (guild 0)."""
    return (guild >> 22) % count


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards of one process: their numbers, out of ``count``."""

    count: int = 1
    numbers: tuple[int, ...] = (0,)

    def cover(self, guild: int) -> bool:
        """Whether a server's tables are hosted by this process."""
        return shard_of(guild, self.count) in self.numbers

    def __str__(self) -> str:
        word = "shard" if len(self.numbers) == 1 else "shards"
        return f"{word} {', '.join(map(str, self.numbers))} of {self.count}"


ALL_SERVERS = Shards()
"""The one shard of a bot that runs as a single process without sharding."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to host one shard's tables. Times are milliseconds since 1970."""

    shard: int
    count: int
    """How many shards there are."""
    house: str | None
    """The name of the process that holds it; None once it was released."""
    until: int
    """When it runs out, by the database's clock, which is the same for all processes."""
    seen_at: int
    """When its process last renewed it, by that process's own clock, as log entries are."""

    def covers(self, guild: int) -> bool:
        """Whether it is the lease of a server's shard."""
        return shard_of(guild, self.count) == self.shard


@dataclass(frozen=True, slots=True)
class Claim:
    """The result of a claim: it was granted if there are no conflicts."""

    before: tuple[Lease, ...]
    """All leases as they were before."""
    conflicts: tuple[Lease, ...]
    """The leases of other processes that conflict with the claim."""


class Leases(Protocol):
    """The leases as one process sees them. Every call raises ``StoreUnavailableError``."""

    async def claim(
        self, shards: Shards, seconds: float, at: int, void: Collection[Lease] = ()
    ) -> Claim:
        """Take the leases of all these shards for some seconds, or of none.

        Other processes' leases that have not run out conflict if they are for these shards, or out
        of another number of shards. Leases in ``void`` are ignored if they have not changed since.
        ``at`` is this process's time (ms since 1970), for :attr:`Lease.seen_at`.
        """

    async def renew(self, shards: Shards, seconds: float, at: int) -> bool:
        """Extend the claimed leases to ``seconds`` from now; False if one is not ours any more.

        A lease that has run out is renewed too, unless another process has claimed it.
        """

    async def release(self, at: int) -> None:
        """Release all leases of this process."""
