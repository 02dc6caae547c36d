"""Keeping the leases of one process, and writing to the store only while they are held."""

import asyncio
import contextlib
import logging
import time as clocks
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from bot.tables.core.entries import Entry
from bot.tables.core.store import (
    NONE,
    Effects,
    LeaseLostError,
    Listing,
    SequenceTakenError,
    Store,
    StoreUnavailableError,
)
from bot.tables.hosting.ports import Time
from bot.tables.leases.lease import ALL_SERVERS, Claim, Lease, Leases, Shards

__all__ = ["ALONE", "Keeper", "LeasedStore", "Terms"]

logger = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""How often a process that waits looks again, at most."""


def _never(_: str) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Terms:
    """What a process claims, and on which terms."""

    shards: Shards = ALL_SERVERS
    seconds: float = 15
    """How long a lease lasts; it is renewed after a third of that. The same in all processes."""
    ended: Callable[[str], bool] = _never
    """Whether a house is known to have ended: then nobody needs to wait for its lease's end."""
    clock: Callable[[], float] = clocks.monotonic
    """Seconds, from anywhere: a lease must not last longer because the wall clock is set."""


ALONE = Terms()
"""For a process that hosts everything."""


class Keeper:
    """Keeps the leases of a process's shards.

    It is *sure* of them for as long as the last renewal bought; afterwards it asks before anything
    is written. A database that is away only makes it unsure. Once somebody else has a lease of
    ours, they all count as lost, for good: :attr:`lost` is set, and ``on_lost`` called.
    """

    def __init__(
        self, leases: Leases, time: Time, terms: Terms, on_lost: Callable[[], None]
    ) -> None:
        self.lost = asyncio.Event()
        self._leases = leases
        self._time = time
        self._terms = terms
        self._on_lost = on_lost
        self._sure_until = float("-inf")
        self._asking = asyncio.Lock()
        self._watched: dict[Lease, float] = {}
        self._before: Sequence[Lease] = ()

    async def claim(self) -> None:
        """Wait until the leases are ours.

        Raises ``StoreUnavailableError`` if the very first look fails; whoever waits is patient.
        """
        claim, told = await self._attempt(()), set[str]()
        while claim.in_the_way:
            void = self._void(claim.in_the_way)
            try:
                if not void:
                    self._tell(claim.in_the_way, told)
                    await self._pause()
                claim = await self._attempt(void)
            except StoreUnavailableError as error:
                self._tell_once(f"the leases cannot be read: {error}", told)
                await self._pause()
        self._before = claim.before
        logger.info("hosting %s", self._terms.shards)

    def seen_before(self, guild: int) -> int:
        """Return when a server's tables were last hosted before our claim; 0 for never."""
        return max((lease.seen_at for lease in self._before if lease.covers(guild)), default=0)

    async def keep(self) -> None:
        """Renew the leases until they are lost."""
        unheard = False
        while not self.lost.is_set():
            await self._time.sleep(self._terms.seconds / 3)
            try:
                await self.ask()
            except StoreUnavailableError as error:
                if not unheard:
                    logger.warning("the leases could not be renewed: %s", error)
                unheard = True
            else:
                unheard = False

    @property
    def sure(self) -> bool:
        """Whether the leases are ours, which mostly needs no question."""
        return not self.lost.is_set() and self._terms.clock() < self._sure_until

    async def be_sure(self) -> None:
        """Return if the leases are ours; ask where that is in doubt.

        Raises :class:`LeaseLostError`, or ``StoreUnavailableError`` where nobody can tell.
        """
        if self.lost.is_set():
            raise LeaseLostError
        if not self.sure:
            await self.ask()
            if self.lost.is_set():
                raise LeaseLostError

    async def ask(self) -> None:
        """Renew the leases, or notice that they are lost; raises ``StoreUnavailableError``."""
        async with self._asking:
            asked = self._terms.clock()
            terms = self._terms
            if await self._leases.renew(terms.shards, terms.seconds, self._time.now()):
                self._sure_until = asked + self._terms.seconds
            elif not self.lost.is_set():
                logger.error("%s: hosted by another process now", self._terms.shards)
                self.lost.set()
                self._on_lost()

    async def release(self) -> None:
        """Give the leases back; raises ``StoreUnavailableError``."""
        self._sure_until = float("-inf")
        await self._leases.release(self._time.now())

    async def _attempt(self, void: Collection[Lease]) -> Claim:
        terms, asked = self._terms, self._terms.clock()
        claim = await self._leases.claim(terms.shards, terms.seconds, self._time.now(), void)
        if not claim.in_the_way:
            self._sure_until = asked + terms.seconds
        return claim

    async def _pause(self) -> None:
        await self._time.sleep(min(LOOK_SECONDS, self._terms.seconds / 3))

    def _void(self, leases: Sequence[Lease]) -> Collection[Lease]:
        """Return the leases that are worth nothing, whatever the clock of the database says.

        Their house has ended, or has not renewed them for their whole length while we looked on.
        """
        now = self._terms.clock()
        self._watched = {lease: self._watched.get(lease, now) for lease in leases}
        return [
            lease
            for lease, since in self._watched.items()
            if now - since > self._terms.seconds or (lease.house and self._terms.ended(lease.house))
        ]

    def _tell(self, leases: Sequence[Lease], told: set[str]) -> None:
        """Say once for each house what we are waiting for."""
        for house in {str(lease.house) for lease in leases} - told:
            told.add(house)
            theirs = [lease for lease in leases if lease.house == house]
            shards = Shards(theirs[0].count, tuple(lease.shard for lease in theirs))
            until = datetime.fromtimestamp(max(lease.until for lease in theirs) / 1000, UTC)
            logger.warning(
                "waiting for %s: hosted by %s, until %s UTC if not renewed",
                *(shards, house, f"{until:%H:%M:%S}"),
            )

    def _tell_once(self, words: str, told: set[str]) -> None:
        if words not in told:
            told.add(words)
            logger.warning(words)


class LeasedStore:
    """Meets ``Store`` on another one: it asks for the leases where they are in doubt.

    They are in doubt after their time, and when somebody else has written to a log: that cannot
    happen while they are ours.
    """

    def __init__(self, store: Store, keeper: Keeper) -> None:
        self._store = store
        self._keeper = keeper
        self._asking: asyncio.Future[None] | None = None

    def append(
        self,
        table: str,
        after: int,
        entries: Sequence[Entry],
        effects: Effects = NONE,
    ) -> asyncio.Future[None]:
        """Append as the other store does; raises ``LeaseLostError`` too."""
        write = partial(self._store.append, table, after, entries, effects)
        written = write() if self._keeper.sure else asyncio.ensure_future(self._when_sure(write))
        written.add_done_callback(self._look_into)
        return written

    async def load(self, table: str) -> list[Entry]:
        """Load as the other store does."""
        return await self._store.load(table)

    async def listings(self, shards: Shards = ALL_SERVERS) -> list[Listing]:
        """List as the other store does."""
        return await self._store.listings(shards)

    async def _when_sure(self, write: Callable[[], Awaitable[None]]) -> None:
        await self._keeper.be_sure()
        await write()

    def _look_into(self, written: asyncio.Future[None]) -> None:
        """Ask for the leases if somebody else has written to a log of ours."""
        if not written.cancelled() and isinstance(written.exception(), SequenceTakenError):
            self._asking = asyncio.ensure_future(self._ask())

    async def _ask(self) -> None:
        with contextlib.suppress(StoreUnavailableError):
            await self._keeper.ask()
