"""Snowflakes: Discord's 64-bit ids, whose upper bits are the time (API docs, "Snowflakes")."""

import itertools
import time
from typing import Final

__all__ = ["Snowflakes", "shard_of"]

EPOCH: Final = 1_420_070_400_000
"""The first millisecond of 2015, from which Discord counts."""


class Snowflakes:
    """Makes ids, each greater than the one before."""

    def __init__(self) -> None:
        self._count = itertools.count()
        self._last = 0

    def next(self) -> int:
        """Return a new id of this moment."""
        made = (time.time_ns() // 1_000_000 - EPOCH) << 22 | (next(self._count) & 0xFFF)
        self._last = max(self._last + 1, made)
        return self._last

    def for_shard(self, shard: int, count: int) -> int:
        """Return a new id for a guild that belongs to one of ``count`` shards."""
        now = self.next()
        return now + (((shard - (now >> 22)) % count) << 22)


def shard_of(guild: int, count: int) -> int:
    """Return the shard that a guild's events go to."""
    return (guild >> 22) % count
