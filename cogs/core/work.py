"""Work: how much of it people may ask for, which threads do it, and what nobody waits for."""

import asyncio
import contextlib
import logging
import math
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from traceback import format_tb
from typing import Any, Final, ParamSpec, TypeVar

from cachetools import TTLCache
from discord import app_commands

from bot.tables.clock import Time
from bot.tables.command import RefusedError
from bot.tables.quotas import Quotas, QuotaScope
from bot.tables.store import StoreUnavailableError
from cogs.core.click import Click
from cogs.services import Services

logger = logging.getLogger(__name__)

MINUTE: Final = 60.0
"""Seconds."""

REMEMBERED: Final = 10_000
"""Persons, and servers, whose use is remembered: those who asked last."""

HINTS: Final = 10
"""Lists of suggestions, one for each letter typed, that count as one costly command."""

PERSON_AT_ONCE: Final = 3
"""Heavy reads of one person that may be under way at once."""

SERVER_AT_ONCE: Final = 10
"""And of all people of one server."""

HOUSE_AT_ONCE: Final = 200
"""And of all servers: beyond it, each has one at a time."""

_TOO_MANY: Final = {
    QuotaScope.PERSON: "That's a lot at once. Please try again in a moment.",
    QuotaScope.SERVER: "This server is very busy. Please try again in a moment.",
    QuotaScope.HOUSE: "I'm very busy right now. Please try again in a minute.",
}


class Limits:
    """Costly commands a minute, by person and by server; 0 is without limit."""

    def __init__(self, per_person: int, per_server: int, time: Time) -> None:
        self._time = time
        self._people = Buckets(per_person)
        self._servers = Buckets(per_server)
        self._typing = Buckets(per_person * HINTS)
        self._reading = Quotas(PERSON_AT_ONCE, SERVER_AT_ONCE, HOUSE_AT_ONCE)

    def take(self, click: Click) -> None:
        """Count something costly; ``RefusedError`` says when to try again, and counts nothing."""
        now = self._time.now() / 1000
        person, server = self._people.of(click.user.id, now), self._servers.of(click.guild_id, now)
        again = _busy_until(server, now)
        if again is not None:
            raise RefusedError(f"This server is very busy. Please try again <t:{again}:R>.")
        _take_own(person, now)
        if server is not None:
            server.update_rate_limit(now)

    def take_own(self, click: Click) -> None:
        """Count something cheap, for the person alone; ``RefusedError`` as in :meth:`take`."""
        now = self._time.now() / 1000
        _take_own(self._people.of(click.user.id, now), now)

    @contextmanager
    def reading(self, click: Click) -> Iterator[None]:
        """Count the body as a heavy read; ``RefusedError`` where too many are under way."""
        server, person = click.guild_id, click.user.id
        full = self._reading.exhausted(server, person)
        if full is not None:
            raise RefusedError(_TOO_MANY[full])
        self._reading.take(server, person)
        try:
            yield
        finally:
            self._reading.give_back(server, person)

    def take_hint(self, click: Click) -> bool:
        """Count a list of suggestions; return whether there are any to be had."""
        now = self._time.now() / 1000
        bucket = self._typing.of(click.user.id, now)
        return bucket is None or not bucket.update_rate_limit(now)


def _take_own(person: app_commands.Cooldown | None, now: float) -> None:
    again = _busy_until(person, now)
    if again is not None:
        raise RefusedError(f"That's a lot at once. Please try again <t:{again}:R>.")
    if person is not None:
        person.update_rate_limit(now)


def _busy_until(bucket: app_commands.Cooldown | None, now: float) -> int | None:
    wait = 0 if bucket is None else bucket.get_retry_after(now)
    return math.ceil(now + wait) if wait > 0 else None


class Buckets:
    """One bucket for each of those who asked in the last minute, or at least who asked last."""

    def __init__(self, rate: int) -> None:
        self._rate = rate
        self._now = 0.0
        self._buckets: TTLCache[int | None, app_commands.Cooldown] = TTLCache(
            REMEMBERED, MINUTE, timer=lambda: self._now
        )
        """After a minute without a request a bucket is full, the same as a new one."""

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


P = ParamSpec("P")
T = TypeVar("T")


async def in_thread(
    executor: Executor, work: Callable[P, T], *args: P.args, **options: P.kwargs
) -> T:
    """Return what some work comes to, done by a thread of ``executor``; raises what it raises."""
    done = partial(work, *args, **options)
    return await asyncio.get_running_loop().run_in_executor(executor, done)


PER_PERSON: Final = 1
"""Pieces of work of one person that may wait or be under way."""

PER_SERVER: Final = 3
"""And of all people of one server together."""

MOST_WAITING: Final = 20
"""And of everyone."""


class Heavy:
    """Does the work in a thread that is there for nothing else, first come, first served."""

    def __init__(self, thread: Executor) -> None:
        self._thread = thread
        self._people: Counter[int] = Counter()
        self._servers: Counter[int | None] = Counter()

    @property
    def waiting(self) -> int:
        """How many pieces of work wait or are under way."""
        return self._people.total()

    async def do(self, click: Click, work: Callable[[], T]) -> T:
        """Return what the work comes to; ``RefusedError`` where too much of theirs is under way."""
        person, server = click.user.id, click.guild_id
        self._check(person, server)
        self._people[person] += 1
        self._servers[server] += 1
        doing = asyncio.get_running_loop().run_in_executor(self._thread, work)
        doing.add_done_callback(lambda _: self._done(person, server))
        # The one who waits may give up; the thread goes on, and counts until it is done.
        return await asyncio.shield(doing)

    def _check(self, person: int, server: int | None) -> None:
        if self._people[person] >= PER_PERSON:
            raise RefusedError("You've already asked for this. Please wait until it's done.")
        if self._servers[server] >= PER_SERVER:
            raise RefusedError("This server is very busy. Please try again later.")
        if self.waiting >= MOST_WAITING:
            raise RefusedError("I'm very busy right now. Please try again later.")

    def _done(self, person: int, server: int | None) -> None:
        self._people[person] -= 1
        self._servers[server] -= 1
        # Only who has something waiting is remembered.
        self._people, self._servers = +self._people, +self._servers


class Jobs:
    """A set of tasks. What one of them raises is logged and stops nothing else."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def start(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Begin some work and return at once; after :meth:`close`, no more is begun."""
        if self._closed:
            work.close()
            return
        task = asyncio.create_task(_guarded(work, name), name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self, patience: float) -> None:
        """Wait at most ``patience`` seconds for all of it, then give up what is left."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while self._tasks:  # Work may begin more of it.
                    await asyncio.wait(self._tasks)
        self._closed = True
        late = tuple(self._tasks)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)


async def _guarded(work: Coroutine[Any, Any, None], name: str) -> None:
    try:
        await work
    except Exception as error:  # noqa: BLE001 - nobody is there to catch it
        log_fault(logger, f"{name} failed", error)


async def repeat(
    services: Services,
    look: Callable[[], Awaitable[None]],
    every: float,
    what: str,
    log: logging.Logger,
) -> None:
    """Look now and every ``every`` seconds, until another process hosts; log what goes wrong."""
    while not services.host.lost.is_set():
        try:
            await look()
        except StoreUnavailableError as error:
            log.warning("%s waits: %s", what, error)
        except Exception as error:  # noqa: BLE001 - the next look may go better
            log_fault(log, f"{what} failed", error)
        await services.time.sleep(every)


async def cancelled(*tasks: asyncio.Task[None] | None) -> None:
    """Cancel tasks that were begun, and wait until they have ended."""
    for task in tasks:
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


def log_fault(logger: logging.Logger, what: str, error: BaseException) -> None:
    """Log an error with its place, but without its words: they may hold what is private."""
    place = "".join(format_tb(error.__traceback__)).rstrip()
    logger.error("%s: %s\n%s", what, type(error).__name__, place)
