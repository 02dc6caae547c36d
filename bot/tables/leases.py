"""The keeper of leases: claims those of this process, renews them, notices that they are lost."""

import asyncio
import contextlib
import logging
import time as clocks
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.tables.clock import Time
from bot.tables.store import (
    ALL_SERVERS,
    Claim,
    Lease,
    LeaseLostError,
    Leases,
    SchemaChangedError,
    SequenceTakenError,
    Shards,
    StoreUnavailableError,
)

logger = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""Between two attempts to claim leases, at most."""


async def _nothing() -> None:
    pass


def _seconds() -> float:
    """Return monotonic seconds, in which the time counts that the machine slept through."""
    if hasattr(clocks, "CLOCK_BOOTTIME"):
        return clocks.clock_gettime(clocks.CLOCK_BOOTTIME)
    return clocks.monotonic()


@dataclass(frozen=True, slots=True)
class LeaseTerms:
    """Which shards a process claims, and for how long."""

    shards: Shards = ALL_SERVERS
    seconds: float = 15
    """How long a lease lasts, the same in all processes. It is renewed after a third."""
    ended: Callable[[str], bool] = lambda _: False
    """Whether the process of that name is known to have ended."""
    clock: Callable[[], float] = _seconds
    """Monotonic seconds: setting the wall clock must not make a lease last longer."""
    prepare: Callable[[], Awaitable[None]] = _nothing
    """What is done once the process has its leases, before it hosts anything."""


SINGLE_PROCESS = LeaseTerms()


class Watch:
    """Watches other processes' leases, and tells for once who holds them."""

    def __init__(self, terms: LeaseTerms) -> None:
        self._terms = terms
        self._watched: dict[Lease, float] = {}
        self._told: set[str] = set()

    def void(self, leases: Sequence[Lease]) -> Collection[Lease]:
        """Return the leases that are void, whatever the database's clock says.

        Their process has ended, or did not renew them for a lease's whole length as we watched.
        """
        now = self._terms.clock()
        self._watched = {lease: self._watched.get(lease, now) for lease in leases}
        return [
            lease
            for lease, since in self._watched.items()
            if now - since > self._terms.seconds or (lease.house and self._terms.ended(lease.house))
        ]

    def tell_holders(self, leases: Sequence[Lease], what_for: str = "") -> None:
        """Log, once for each process, whose leases we are waiting for."""
        for house in {str(lease.house) for lease in leases} - self._told:
            self._told.add(house)
            theirs = [lease for lease in leases if lease.house == house]
            until = datetime.fromtimestamp(max(lease.until for lease in theirs) / 1000, UTC)
            logger.warning(
                "waiting%s for %s: hosted by %s, until %s UTC if not renewed",
                *(what_for, _shards(theirs), house, f"{until:%H:%M:%S}"),
            )

    def tell_once(self, message: str) -> None:
        """Log a message, unless it was logged."""
        if message not in self._told:
            self._told.add(message)
            logger.warning(message)

    async def pause(self, time: Time) -> None:
        """Wait before looking again."""
        await time.sleep(min(LOOK_SECONDS, self._terms.seconds / 3))


def _shards(leases: Sequence[Lease]) -> Shards:
    return Shards(leases[0].count, tuple(lease.shard for lease in leases))


class LeaseKeeper:
    """Keeps the leases of a process's shards.

    It is *sure* of them until the last renewal runs out. An unreachable database makes it unsure,
    no more. As soon as another process has one of them, all are lost for good: :attr:`lost` is set,
    and ``on_lost`` is called.
    """

    def __init__(
        self, leases: Leases, time: Time, terms: LeaseTerms, on_lost: Callable[[], None]
    ) -> None:
        self.lost = asyncio.Event()
        self._leases = leases
        self._time = time
        self._terms = terms
        self._on_lost = on_lost
        self._sure_until = self._asked_at = float("-inf")
        self._renewing = asyncio.Lock()
        self._renewal: asyncio.Future[None] | None = None
        self._looking: asyncio.Future[None] | None = None
        """The latest renewal, and the latest look: the loop alone would not keep them."""
        self._before: Sequence[Lease] = ()

    async def claim(self) -> None:
        """Wait until this process has its leases.

        Raises ``StoreUnavailableError`` if the first attempt fails. Later ones are repeated, unless
        another version has upgraded the database.
        """
        claim, watch = await self._attempt(()), Watch(self._terms)
        while claim.conflicts:
            void = watch.void(claim.conflicts)
            try:
                if not void:
                    watch.tell_holders(claim.conflicts)
                    await watch.pause(self._time)
                claim = await self._attempt(void)
            except SchemaChangedError:
                raise
            except StoreUnavailableError as error:
                watch.tell_once(f"the leases can't be read: {error}")
                await watch.pause(self._time)
        self._before = claim.before
        logger.info("hosting %s", self._terms.shards)

    async def prepare(self) -> None:
        """Do what must be done before anything is hosted, while the leases are being kept."""
        await self._terms.prepare()

    def seen_before(self, guild: int) -> int:
        """Return when a server's tables were last hosted before our claim (ms since 1970, or 0)."""
        return max((lease.seen_at for lease in self._before if lease.covers(guild)), default=0)

    async def keep(self) -> None:
        """Renew the leases until they are lost."""
        failing = False
        while not self.lost.is_set():
            await self._time.sleep(self._terms.seconds / 3)
            try:
                await self.renew()
            except StoreUnavailableError as error:
                if not failing:
                    logger.warning("the leases could not be renewed: %s", error)
                failing = True
            else:
                failing = False

    @property
    def sure(self) -> bool:
        """Whether the leases are certainly ours, without asking the database."""
        return not self.lost.is_set() and self._terms.clock() < self._sure_until

    async def settle(self) -> None:
        """Wait, after a sleep for longer than the leases last, until it is known whose they are.

        Raises :class:`LeaseLostError`. A database that can't be asked leaves it open.
        """
        if self._asked_at < self._sure_until and not self.sure:
            with contextlib.suppress(StoreUnavailableError):
                await self.renew()
        if self.lost.is_set():
            raise LeaseLostError

    def look(self, error: BaseException | None) -> None:
        """Look at the leases, soon, if a write was refused because of them."""
        if isinstance(error, SequenceTakenError | LeaseLostError | SchemaChangedError):
            self._looking = asyncio.ensure_future(self._look())

    async def _look(self) -> None:
        with contextlib.suppress(StoreUnavailableError):
            await self.renew()

    async def renew(self) -> None:
        """Renew the leases, or notice that they are lost; raises ``StoreUnavailableError``.

        It goes on to its end even if nobody waits for it: half of it would keep others waiting.
        """
        self._renewal = asyncio.ensure_future(self._renew())
        await asyncio.shield(self._renewal)

    async def _renew(self) -> None:
        async with self._renewing:
            terms = self._terms
            started = terms.clock()
            try:
                ours = await self._leases.renew(terms.shards, terms.seconds, self._time.now())
            except SchemaChangedError as error:
                self._lose(str(error))
            else:
                if ours:
                    self._sure_until = started + terms.seconds
                else:
                    self._lose("hosted by another process now")
            finally:
                self._asked_at = started

    def _lose(self, why: str) -> None:
        if not self.lost.is_set():
            logger.error("%s: %s", self._terms.shards, why)
            self.lost.set()
            self._on_lost()

    async def release(self) -> None:
        """Release the leases; raises ``StoreUnavailableError``."""
        async with self._renewing:
            self._sure_until = float("-inf")
            await self._leases.release(self._time.now())

    async def _attempt(self, void: Collection[Lease]) -> Claim:
        terms, started = self._terms, self._terms.clock()
        claim = await self._leases.claim(terms.shards, terms.seconds, self._time.now(), void)
        if not claim.conflicts:
            self._sure_until, self._asked_at = started + terms.seconds, started
        return claim
