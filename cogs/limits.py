"""How much one person and one server may ask for, and how a crowd of clicks waits in line.

Costly is what reads the database or draws: for that, each person and each server have so many a
minute. What reads much is counted as long as it is under way, too, so that only so much of it ever
waits. Clicks on hands are never counted. They wait in line instead, one line for each person at
each table: so whoever clicks as fast as a machine waits for themselves, and nobody else does.
"""

import asyncio
import math
from collections.abc import AsyncIterator, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, cast

import discord
from cachetools import TTLCache
from discord import app_commands

from bot.tables.core.errors import RefusedError
from bot.tables.hosting.quotas import Quotas, QuotaScope

if TYPE_CHECKING:
    from cogs.services import Click

__all__ = ["PERSON_AT_ONCE", "SERVER_AT_ONCE", "Buckets", "Limits", "Lines", "costly"]

MINUTE: Final = 60.0
"""Seconds."""

REMEMBERED: Final = 10_000
"""Persons, and servers, whose use is remembered: those who asked last."""

HINTS: Final = 10
"""So many lists of suggestions, one for each letter typed, are worth one costly command."""

PERSON_AT_ONCE: Final = 3
"""Heavy reads of one person that may be under way at once."""

SERVER_AT_ONCE: Final = 10
"""And of all people of one server."""

HOUSE_AT_ONCE: Final = 200
"""And of all servers: beyond it, each has one at a time."""

_TOO_MANY: Final = {
    QuotaScope.PERSON: "You are asking for a lot at once. Please try again in a moment.",
    QuotaScope.SERVER: "This server is asking for a lot at once. Please try again in a moment.",
    QuotaScope.HOUSE: "Many servers are asking for a lot at once. Please try again in a minute.",
}

LONGEST_LINE: Final = 8
"""Clicks of one person at one table that may wait. No hand is that fast."""


class Limits:
    """Costly commands a minute, by person and by server; 0 is without limit."""

    def __init__(self, per_person: int, per_server: int) -> None:
        self._people = Buckets(per_person)
        self._servers = Buckets(per_server)
        self._typing = Buckets(per_person * HINTS)
        self._reading = Quotas(PERSON_AT_ONCE, SERVER_AT_ONCE, HOUSE_AT_ONCE)

    def take(self, click: "Click") -> None:
        """Count something costly; ``RefusedError`` says when to try again, and counts nothing."""
        now = click.client.services.time.now() / 1000
        person, server = self._people.of(click.user.id, now), self._servers.of(click.guild_id, now)
        for bucket, who in ((person, "You are"), (server, "This server is")):
            wait = bucket.get_retry_after(now) if bucket else 0
            if wait > 0:
                again = math.ceil(now + wait)
                raise RefusedError(
                    f"{who} asking for a lot at once. Please try again <t:{again}:R>."
                )
        for taken in filter(None, (person, server)):
            taken.update_rate_limit(now)

    @contextmanager
    def reading(self, click: "Click") -> Iterator[None]:
        """Count the body as a heavy read, as long as it takes.

        Raises ``RefusedError``, before anything is waited for, where too many are under way.
        """
        server, person = click.guild_id, click.user.id
        full = self._reading.exhausted(server, person)
        if full is not None:
            raise RefusedError(_TOO_MANY[full])
        self._reading.take(server, person)
        try:
            yield
        finally:
            self._reading.give_back(server, person)

    def take_hint(self, click: "Click") -> bool:
        """Count a list of suggestions; return whether there are any to be had."""
        now = click.client.services.time.now() / 1000
        bucket = self._typing.of(click.user.id, now)
        return bucket is None or not bucket.update_rate_limit(now)


class Buckets:
    """One bucket for each of those who asked in the last minute, or at least who asked last."""

    def __init__(self, rate: int) -> None:
        self._rate = rate
        self._now = 0.0
        self._buckets: TTLCache[int | None, app_commands.Cooldown] = TTLCache(
            REMEMBERED, MINUTE, timer=lambda: self._now
        )
        """Whoever has not asked for a minute has a full bucket, the same as a new one."""

    def __len__(self) -> int:
        return len(self._buckets)

    def of(self, key: int | None, now: float) -> app_commands.Cooldown | None:
        """Return the bucket of a person or a server; None where there is no limit."""
        if not self._rate:
            return None
        self._now = now
        bucket = self._buckets.get(key) or app_commands.Cooldown(self._rate, MINUTE)
        self._buckets[key] = bucket
        return bucket


async def _within_limits(interaction: discord.Interaction[Any]) -> bool:
    click = cast("Click", interaction)
    try:
        click.client.services.limits.take(click)
    except RefusedError as error:
        raise app_commands.CheckFailure(str(error)) from None
    return True


costly: Final = app_commands.check(_within_limits)
"""Makes a slash command count as costly."""


@dataclass(slots=True)
class _Line:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    length: int = 0


class Lines:
    """Lines of waiting clicks, first come, first served; they are there while somebody waits."""

    def __init__(self) -> None:
        self._lines: dict[Hashable, _Line] = {}

    @asynccontextmanager
    async def turn(self, key: Hashable) -> AsyncIterator[bool]:
        """Wait for one's turn, and have it for the body; False at once where the line is full."""
        line = self._lines.setdefault(key, _Line())
        if line.length >= LONGEST_LINE:
            yield False
            return
        line.length += 1
        try:
            async with line.lock:
                yield True
        finally:
            line.length -= 1
            if not line.length:
                del self._lines[key]
