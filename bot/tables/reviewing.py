"""Reviews of matches, made one after the other behind everything else.

Whoever asks is noted in the storage first, so a restart goes on with what was asked for: a review
that was not finished is begun again.
"""

import asyncio
import logging
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.review.values import Review, read_review
from bot.review.version import review_version
from bot.tables.analysis import Analyst, FailedReviewError
from bot.tables.errors import RefusedError, RestartingError
from bot.tables.host import Host
from bot.tables.leases import ALL_SERVERS, Shards
from bot.tables.ports import Time
from bot.tables.record import record_of
from bot.tables.reviews import Reviews
from bot.tables.state import TableState
from bot.tables.store import Store, StoreUnavailableError
from bot.tables.whereabouts import about

__all__ = ["LONGEST_QUEUE", "Progress", "Reviewing"]

logger = logging.getLogger(__name__)

LONGEST_QUEUE: Final = 20
"""Reviews that may wait: each takes about a minute."""

LOOK: Final = 0.5
"""Seconds between two looks at how far a review is."""


class Progress(NamedTuple):
    """How far a review is."""

    ahead: int
    """So many others are made before it."""
    part: float
    """Of its decisions, from 0 to 1."""


@dataclass(slots=True)
class _Job:
    looked_at: int = 0
    actions: int = 0


class Reviewing:
    """Makes and finds the reviews of the matches of one process's servers."""

    def __init__(  # noqa: PLR0913 - one for each part that can be another
        self,
        host: Host,
        store: Store,
        reviews: Reviews,
        *,
        analyst: Analyst,
        time: Time,
        shards: Shards = ALL_SERVERS,
    ) -> None:
        self._host = host
        self._store = store
        self._reviews = reviews
        self._analyst = analyst
        self._time = time
        self._shards = shards
        self._jobs: dict[str, _Job] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, once: with what was left unfinished."""
        self._task = asyncio.create_task(self._go_on(), name="reviewing")

    async def close(self) -> None:
        """Stop, in the middle of a review if need be: it is begun again at the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def find(self, table: TableState) -> Review | None:
        """Return the review of a match, if there is one that was made as it would be now.

        Raises :class:`RefusedError` with a sentence for a match that cannot be reviewed.
        """
        version = _version(table)
        stored = await self._reviews.review(table.id)
        if stored is None or stored.body is None or stored.version != version:
            return None
        try:
            return await asyncio.to_thread(read_review, stored.body)
        except ValueError:
            logger.error("the review of table %s cannot be read: another is made", table.id)  # noqa: TRY400 - one line
            return None

    async def latest(
        self, guild: int, channel: int, user: int, games: Collection[str]
    ) -> str | None:
        """Return a person's newest match, else a channel's: :meth:`Reviews.latest`."""
        return await self._reviews.latest(guild, channel, user, games)

    async def ask(self, table: TableState) -> Progress:
        """Have a match reviewed, and return how far that is; as :meth:`find` where it cannot be."""
        version = _version(table)
        if table.id not in self._jobs:
            if len(self._jobs) >= LONGEST_QUEUE:
                raise RefusedError("Many reviews are being made. Please try again in a while.")
            await self._reviews.ask(table.id, version, self._time.now())
            self._jobs.setdefault(table.id, _Job())
            if self._task is None or self._task.done():
                self._task = asyncio.create_task(self._work(), name="reviewing")
        return self.progress(table.id) or Progress(0, 0)

    def progress(self, table: str) -> Progress | None:
        """Return how far a review is; None if it is not being made."""
        job = self._jobs.get(table)
        if job is None:
            return None
        ahead = list(self._jobs).index(table)
        return Progress(ahead, job.looked_at / job.actions if job.actions else 0)

    @property
    def waiting(self) -> int:
        """How many reviews were asked for and are not finished, the one being made included."""
        return len(self._jobs)

    async def over(self, table: str) -> None:
        """Wait until a review is finished, or given up; not at all if it is not being made."""
        while table in self._jobs:
            await self._time.sleep(LOOK)

    async def _go_on(self) -> None:
        """Make what was left unfinished, and what is asked for meanwhile."""
        try:
            for table in await self._reviews.unfinished(self._shards):
                self._jobs.setdefault(table, _Job())
        except StoreUnavailableError as error:
            logger.warning("unfinished reviews wait for the next start: %s", error)
        await self._work()

    async def _work(self) -> None:
        while self._jobs:
            table = next(iter(self._jobs))
            with about(table=table):
                await self._try(table)

    async def _try(self, table: str) -> None:
        """Make a review; whatever goes wrong, the next one is made.

        One that is cut off by our own end stays wanted: nobody is told that it has failed.
        """
        try:
            await self._make(table)
        except (StoreUnavailableError, RestartingError) as error:
            logger.warning("the review of table %s is left for later: %s", table, error)
        except RefusedError:
            await self._give_up(table)  # Its log is gone, or its game cannot be reviewed any more.
        except FailedReviewError as error:
            logger.error("the review of table %s failed: %s", table, error)  # noqa: TRY400 - it says where
            await self._give_up(table)
        except Exception:
            logger.exception("the review of table %s failed", table)
            await self._give_up(table)
        self._jobs.pop(table, None)

    async def _make(self, table: str) -> None:
        state = (await self._host.table(table)).state
        version = _version(state)
        stored = await self._reviews.review(table)
        if stored is not None and stored.version != version:
            await self._reviews.ask(table, version, stored.asked_at)
        record = record_of(state, await self._store.load(table))
        job = self._jobs[table]
        job.actions = len(record.actions)
        making = self._analyst.begin(record)
        try:
            while not making.over:
                await self._time.sleep(LOOK)
                job.looked_at = making.looked_at
        finally:
            making.stop()
        await self._reviews.finish(table, version, making.review())

    async def _give_up(self, table: str) -> None:
        try:
            await self._reviews.drop(table)
        except StoreUnavailableError as error:
            logger.warning("the review of table %s stays unfinished: %s", table, error)


def _version(table: TableState) -> str:
    """Return what a review of a table is made by; ``RefusedError`` where there can be none."""
    version = review_version(table.game.name)
    if version is None:
        raise RefusedError(f"Matches of {table.game.title} cannot be reviewed yet.")
    if table.closed is None:
        raise RefusedError("A match can be reviewed when it is over.")
    if table.closed.because != "finished":
        raise RefusedError("Only a match that was played to its end can be reviewed.")
    return version
