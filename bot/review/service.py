"""The host of reviews: makes them in the background, one at a time, servers in turn.

Each match's review begins when the match ends; one that someone waits for comes first. Requests are
stored first, so an unfinished review is started again after a restart.
"""

import asyncio
import logging
from collections import Counter
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from bot.review.making import review_version
from bot.review.process import Analyst, FailedReviewError
from bot.review.review import Review, read_review
from bot.tables.clock import Time
from bot.tables.command import RefusedError, RestartingError
from bot.tables.history import record_of
from bot.tables.host import Host
from bot.tables.loading import log_context
from bot.tables.quotas import Quotas, QuotaScope, RoundRobin
from bot.tables.state import TableState
from bot.tables.store import ALL_SERVERS, Shards, Store, StoreUnavailableError
from db.repositories.reviews import Reviews

PERSON_AT_ONCE: Final = 2
"""Reviews that one person may wait for."""

SERVER_AT_ONCE: Final = 6

LONGEST_QUEUE: Final = 20
"""Reviews that all servers may wait for; beyond this, each server may still have one."""

MOST_UNASKED: Final = 200
"""Of one server; any more wait to be asked for."""


class Progress(NamedTuple):
    """The progress of a review."""

    ahead: int
    """How many reviews come before it, if nobody asks for more."""
    part: float
    """From 0 to 1."""


@dataclass(slots=True)
class Job:
    """A review that is queued or being made."""

    server: int
    person: int | None = None
    """Who asked for it first, if anyone."""
    looked_at: int = 0
    actions: int = 0


class ReviewQueue:
    """Jobs by table: one is made, others in turn by server, first those someone waits for."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._asked: RoundRobin[str] = RoundRobin()
        self._unasked: RoundRobin[str] = RoundRobin()
        self._unasked_of: Counter[int] = Counter()
        """By server."""
        self._made: str | None = None
        self._quotas = Quotas(PERSON_AT_ONCE, SERVER_AT_ONCE, LONGEST_QUEUE)

    def __len__(self) -> int:
        return len(self._jobs)

    def __contains__(self, table: str) -> bool:
        return table in self._jobs

    def __getitem__(self, table: str) -> Job:
        return self._jobs[table]

    def note(self, table: str, server: int, person: int) -> None:
        """Add a job that someone asks for; ``RefusedError`` if a quota is used up."""
        full = self._quotas.exhausted(server, person)
        if full is not None:
            raise RefusedError(self._too_many(full, server, person))
        self._jobs[table] = Job(server, person)
        self._quotas.take(server, person)

    def note_unasked(self, table: str, server: int) -> bool:
        """Add a job that nobody waits for; return whether there is room for it."""
        if table in self._jobs or self._unasked_of[server] >= MOST_UNASKED:
            return False
        self._jobs[table] = Job(server)
        self._unasked_of[server] += 1
        return True

    def hurry(self, table: str, person: int) -> None:
        """Let a job that nobody waited for come earlier, if the person's quota allows that."""
        job = self._jobs[table]
        if job.person is not None or self._quotas.exhausted(job.server, person) is not None:
            return
        job.person = person
        self._quotas.take(job.server, person)
        self._unasked_of -= Counter([job.server])
        if table in list(self._unasked):
            self._unasked.discard(job.server, table)
            self.line_up(table)

    def line_up(self, table: str) -> None:
        """Queue a job that was added."""
        job = self._jobs[table]
        lines = self._unasked if job.person is None else self._asked
        lines.add(job.server, table)

    def begin(self) -> str | None:
        """Take the next table from the queue; None if it is empty."""
        self._made = self._asked.take() or self._unasked.take()
        return self._made

    def drop(self, table: str) -> None:
        """Remove a job that is finished or given up."""
        job = self._jobs.pop(table)
        if job.person is None:
            self._unasked_of -= Counter([job.server])
        else:
            self._quotas.give_back(job.server, job.person)

    def progress(self, table: str) -> Progress | None:
        """Return a review's progress; None if there is no such job."""
        job = self._jobs.get(table)
        if job is None:
            return None
        return Progress(self._ahead(table), job.looked_at / job.actions if job.actions else 0)

    def _ahead(self, table: str) -> int:
        if table == self._made:
            return 0
        waiting = [*self._asked, *self._unasked]
        place = waiting.index(table) if table in waiting else len(waiting)
        return place + (self._made in self._jobs)

    def _too_many(self, full: QuotaScope, server: int, person: int | None) -> str:
        if full is QuotaScope.HOUSE:
            return "Many reviews are waiting. Please try again later."
        asked = [job for job in self._jobs.values() if job.person is not None]
        if full is QuotaScope.PERSON:
            who, count = "You're", sum(job.person == person for job in asked)
        else:
            who, count = "This server is", sum(job.server == server for job in asked)
        return f"{who} already waiting for {count} reviews. Please ask again when one is ready."


logger = logging.getLogger(__name__)

LOOK: Final = 0.5
"""Seconds between two checks of a review's progress."""


class Aside(Protocol):
    """Work on reviewed matches for which nobody waits: done when no review is to be made."""

    def note(self, table: str, server: int) -> None:
        """Hear that a review is finished."""

    def next(self) -> str | None:
        """Take the next table to work on; None if there is none."""

    async def work(self, table: str) -> None:
        """Do the work on a table; raises nothing."""


class ReviewService:
    """Finds and makes the reviews of matches on one process's servers."""

    def __init__(  # noqa: PLR0913 - one for each part that can be another
        self,
        host: Host,
        store: Store,
        reviews: Reviews,
        *,
        analyst: Analyst,
        time: Time,
        shards: Shards = ALL_SERVERS,
        unasked: bool = True,
        aside: Aside | None = None,
    ) -> None:
        """``unasked`` is whether every match is reviewed, and not only those someone asks for."""
        self._host = host
        self._store = store
        self._reviews = reviews
        self._analyst = analyst
        self._time = time
        self._shards = shards
        self._queue = ReviewQueue()
        self._unasked = unasked
        self._aside = aside
        self._task: asyncio.Task[None] | None = None
        self._beginning: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Start with the reviews that were left unfinished; call it once."""
        self._task = asyncio.create_task(self._go_on(), name="reviewing")
        if self._unasked:
            self._host.tell_of_ends(self._begin)

    async def close(self) -> None:
        """Stop; a review in progress is started again at the next start."""
        self._host.tell_of_ends(None)
        tasks = [*self._beginning, *([] if self._task is None else [self._task])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def find(self, table: TableState) -> Review | None:
        """Return a match's review of the current version; ``RefusedError`` if it can have none."""
        version = _version(table)
        stored = await self._reviews.review(table.id)
        if stored is None or stored.body is None or stored.version != version:
            return None
        try:
            return await asyncio.to_thread(read_review, stored.body)
        except ValueError:
            logger.error("the review of table %s cannot be read: another is made", table.id)  # noqa: TRY400 - one line
            return None

    async def find_or_ask(self, table: TableState, person: int) -> Review | Progress:
        """Return the review of a match, or queue it (:meth:`ask`) and return its progress."""
        # Do not look for a review in progress: if it finished meanwhile, ask() would repeat it.
        if table.id not in self._queue:
            review = await self.find(table)
            if review is not None:
                return review
        return await self.ask(table, person)

    async def ask(self, table: TableState, person: int) -> Progress:
        """Queue a match's review, and return its progress; ``RefusedError`` says why not."""
        version = _version(table)
        if table.id not in self._queue:
            # Counted before the first await, so that no quota is exceeded meanwhile.
            self._queue.note(table.id, table.place.guild, person)
            try:
                await self._reviews.ask(table.id, version, self._time.now())
            except BaseException:
                self._queue.drop(table.id)
                raise
            self._line_up(table.id)
        else:
            self._queue.hurry(table.id, person)
        return self.progress(table.id) or Progress(0, 0)

    def progress(self, table: str) -> Progress | None:
        """Return a review's progress; None if it is neither queued nor being made."""
        return self._queue.progress(table)

    @property
    def waiting(self) -> int:
        """How many reviews are queued, including the one being made."""
        return len(self._queue)

    async def over(self, table: str) -> None:
        """Wait until a review is finished or given up."""
        while table in self._queue:
            await self._time.sleep(LOOK)

    def _begin(self, table: TableState) -> None:
        if review_version(table.game.name) is None or not _is_played_out(table):
            return
        if self._queue.note_unasked(table.id, table.place.guild):
            with log_context(table=table.id):
                task = asyncio.create_task(self._ask_unasked(table), name="asking for a review")
            self._beginning.add(task)
            task.add_done_callback(self._beginning.discard)

    async def _ask_unasked(self, table: TableState) -> None:
        try:
            await self._reviews.ask(table.id, _version(table), self._time.now())
        except (StoreUnavailableError, RestartingError) as error:
            self._queue.drop(table.id)
            logger.warning("the review of table %s waits to be asked for: %s", table.id, error)
        else:
            self._line_up(table.id)

    def _line_up(self, table: str) -> None:
        self._queue.line_up(table)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work(), name="reviewing")

    async def _go_on(self) -> None:
        try:
            for table, server in await self._reviews.unfinished(self._shards):
                if self._queue.note_unasked(table, server):
                    self._queue.line_up(table)
        except StoreUnavailableError as error:
            logger.warning("unfinished reviews wait for the next start: %s", error)
        await self._work()

    async def _work(self) -> None:
        while True:
            if table := self._queue.begin():
                with log_context(table=table):
                    await self._try(table)
            elif self._aside is not None and (table := self._aside.next()):
                with log_context(table=table):
                    await self._aside.work(table)
            else:
                return  # Nothing was awaited since the last look at the queue.

    async def _try(self, table: str) -> None:
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
        self._queue.drop(table)

    async def _make(self, table: str) -> None:
        state = (await self._host.table(table)).state
        version = _version(state)
        stored = await self._reviews.review(table)
        if stored is not None and stored.version != version:
            await self._reviews.ask(table, version, stored.asked_at)
        record = record_of(state, await self._store.load(table)).standing
        job = self._queue[table]
        job.actions = len(record.actions)
        making = self._analyst.begin(record)
        try:
            while not making.over:
                await self._time.sleep(LOOK)
                job.looked_at = making.looked_at
        finally:
            making.stop()
        await self._reviews.finish(table, version, making.result())
        if self._aside is not None:
            self._aside.note(table, state.place.guild)

    async def _give_up(self, table: str) -> None:
        try:
            await self._reviews.drop(table)
        except StoreUnavailableError as error:
            logger.warning("the review of table %s stays unfinished: %s", table, error)


def _version(table: TableState) -> str:
    version = review_version(table.game.name)
    if version is None:
        raise RefusedError(f"Matches of {table.game.title} can't be reviewed yet.")
    if table.closed is None:
        raise RefusedError("You can review a match once it's over.")
    if not _is_played_out(table):
        raise RefusedError("Only matches that were played to the end have a review.")
    return version


def _is_played_out(table: TableState) -> bool:
    return table.closed is not None and table.closed.because == "finished"
