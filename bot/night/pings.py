"""Pings before league nights, for people who asked for them: a few a week, and none twice.

A wish for a single night counts more than the standing one for all nights of a server. It is stored
that a ping is sent before it is. So a crash in between costs people a ping, and never brings them a
second one.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple
from weakref import WeakValueDictionary

from bot.night.plan import MOST_CHANGES, PingWish, StoredNight
from bot.tables.clock import Time
from bot.tables.command import RefusedError
from bot.tables.reach import ALL_SERVERS, Reach, Shards
from db.repositories.league import League
from db.repositories.nights import Nights
from db.repositories.pings import PingSubscriptions

logger = logging.getLogger(__name__)

AHEAD: Final = 15 * 60_000
"""Milliseconds from the pings to the start of their night."""

MOST_PINGS: Final = 3
"""Pings that someone gets in a week at most, on all servers together."""

WEEK: Final = 7 * 86_400_000
"""Milliseconds. It isn't one of the calendar: it holds for any seven days."""

MOST_ASKED: Final = 128
"""People who get a ping before a night: as many as may be in."""


class Call(NamedTuple):
    """Pings to be sent at once."""

    night: StoredNight
    users: tuple[int, ...]
    """At least one."""


@dataclass(frozen=True, slots=True)
class PingPlanner:
    """Knows who wants pings, and when they are due. Calls raise ``StoreUnavailableError``."""

    _subscriptions: PingSubscriptions
    _nights: Nights
    _league: League
    _time: Time
    _reach: Reach
    _shards: Shards = ALL_SERVERS
    _locks: WeakValueDictionary[int, asyncio.Lock] = field(
        init=False, default_factory=WeakValueDictionary
    )
    """Of each server: its wishes are counted and changed under it."""

    async def toggle(self, stored: StoredNight, user: int) -> PingWish:
        """Switch someone's ping before a night on or off; ``RefusedError`` says why not."""
        if stored.night.closed:
            raise RefusedError("This night is over.")
        if stored.night.rounds or stored.plan.starts_at <= self._time.now() + AHEAD:
            raise RefusedError("It's too late for a ping before this night.")
        guild, night = stored.plan.guild, stored.plan.id
        async with self._locks.setdefault(guild, asyncio.Lock()):
            before = await self._subscriptions.wish(guild, night, user)
            after = PingWish(not before.wanted, before.changes + 1, before.every)
            if after.wanted:
                await self._must_have_mentions(guild)
                # It is looked at only when they ask: everyone can always be left alone.
                if before.changes >= MOST_CHANGES:
                    raise RefusedError("You've changed your mind too often to get this ping.")
                _must_have_room(await self._subscriptions.asked(guild, night))
            await self._subscriptions.ask(night, user, wanted=after.wanted, changes=after.changes)
        return after

    async def choose(self, guild: int, user: int, *, every: bool) -> None:
        """Want a ping before every night of a server, or before none; ``RefusedError``: why not."""
        async with self._locks.setdefault(guild, asyncio.Lock()):
            if every:
                await self._must_have_mentions(guild)
                await self._must_have_room_everywhere(guild, user)
            await self._subscriptions.choose(guild, user, every=every)

    async def until_next(self) -> float | None:
        """Return the seconds until pings may be due; None: there is no night to tell of."""
        now = self._time.now()
        first = await self._subscriptions.next_start(self._shards, now)
        return None if first is None else max(first - AHEAD - now, 0) / 1000

    async def due(self) -> AsyncIterator[Call]:
        """Yield the pings that are due, each when it is stored that they are sent.

        A night that has begun while nobody looked is not told of any more.
        """
        now = self._time.now()
        for night in await self._subscriptions.due(self._shards, now, now + AHEAD):
            call = await self._begin(night)
            if call is not None:
                yield call

    async def _begin(self, night: str) -> Call | None:
        """Store that the pings of a night are sent; None if none are, or nobody would see them."""
        stored, now = await self._nights.load(night), self._time.now()
        if stored is None or stored.night.closed or stored.plan.starts_at <= now:
            return None
        if self._reach.since(stored.plan.guild) is not None:
            return None  # It comes late rather than never.
        asked = [*await self._subscriptions.asked(stored.plan.guild, night)][:MOST_ASKED]
        if not (await self._league.settings(stored.plan.guild)).mention:
            asked = []
        # A process tells of its nights one after the other. Two processes that count in the same
        # instant, for nights on servers of theirs, might give someone a ping too many.
        enough = await self._subscriptions.pinged(asked, now - WEEK, MOST_PINGS)
        users = tuple(user for user in asked if user not in enough)
        if not await self._subscriptions.begin(night, users, now):
            logger.warning("night %s is being told of elsewhere", night)
            return None
        return Call(stored, users) if users else None

    async def _must_have_mentions(self, guild: int) -> None:
        if not (await self._league.settings(guild)).mention:
            raise RefusedError("This server has switched mentions off, so nobody gets a ping.")

    async def _must_have_room_everywhere(self, guild: int, user: int) -> None:
        """Raise ``RefusedError`` if a server's nights, planned or to come, are full of wishes."""
        nights, every = await self._nights.of_server(guild), await self._subscriptions.every(guild)
        for users in (every, *[await self._subscriptions.asked(guild, one) for one in nights]):
            if user not in users:
                _must_have_room(users)


def _must_have_room(users: Sequence[int]) -> None:
    if len(users) >= MOST_ASKED:
        raise RefusedError(
            f"There's no room left: {MOST_ASKED} people have already asked for a ping."
        )
