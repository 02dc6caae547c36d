"""The part of the week that one process lives through: which people, until when, by which seed."""

import random
from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.daily.day import span_of
from bot.lab.week.people import FIRST_USER, SERVERS
from bot.tables.leases.lease import Shards

__all__ = ["FIRST_DAY", "HOUR", "MINUTE", "SHARDS", "Part", "drawn", "guild_of"]

FIRST_DAY: Final = 100
SHARDS: Final = 2

MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
"""Milliseconds."""


class Part(NamedTuple):
    """One shard's share of a week."""

    shard: int
    people: int
    """Of all shards together."""
    days: int
    seed: int

    @property
    def shards(self) -> Shards:
        """The shard, as the host knows it."""
        return Shards(SHARDS, (self.shard,))

    @property
    def users(self) -> Sequence[int]:
        """Those whose servers this process hosts."""
        every = range(FIRST_USER, FIRST_USER + self.people)
        return [user for user in every if self.shards.cover(guild_of(user))]

    @property
    def guilds(self) -> Sequence[int]:
        """The servers that this process hosts."""
        every = [(1 + number) << 22 for number in range(SERVERS)]
        return [guild for guild in every if self.shards.cover(guild)]

    @property
    def begins(self) -> int:
        """When the week begins (ms since 1970)."""
        return span_of(FIRST_DAY).begins

    @property
    def ends(self) -> int:
        """When the week is over."""
        return span_of(FIRST_DAY + self.days).begins


def guild_of(user: int) -> int:
    """Return the server that a person mostly plays on."""
    return (1 + (user - FIRST_USER) % SERVERS) << 22


def drawn(*words: object) -> random.Random:
    """Return a source that draws the same for the same words, whatever was drawn before."""
    return random.Random(" ".join(map(str, words)))  # noqa: S311 - nothing secret hangs on it
