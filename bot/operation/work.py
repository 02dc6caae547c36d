"""Metrics of work: what the database writes, and what threads and processes do."""

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Final, Generic, ParamSpec, TypeVar

from prometheus_client import Counter, Histogram

from bot.game.contract import Seat
from bot.operation.metrics import Metrics
from bot.review.process import FailedReviewError, Maker, Making
from bot.tables.entries import Acted, Closed, Entry, Opened, Started
from bot.tables.loading import log_context
from bot.tables.ports import Decided, Players, Thinking
from bot.tables.state import TableState
from db.engine.writer import Watcher

if TYPE_CHECKING:
    from bot.tables.store import Listing

logger = logging.getLogger(__name__)

MEMORY: Final = 60.0
"""Seconds for which a failed transaction counts as a fault, if there is no other after it."""


class StorageWatch(Watcher):
    """Counts and logs what is stored; ``listing`` returns what is listed of a table."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self.listing: Callable[[str], Listing | None] = lambda _: None
        self._failed_at: float | None = None
        """When the last transaction failed; None if it did not."""

    @property
    def failing(self) -> bool:
        """Whether the last transaction failed, within :data:`MEMORY`."""
        return self._failed_at is not None and monotonic() - self._failed_at < MEMORY

    def stored(self, table: str, entries: Sequence[Entry]) -> None:
        """Count moves and closed tables; log the kinds of new entries, without their content."""
        listing = self.listing(table)
        game = listing.game if listing else "unknown"
        for entry in entries:
            if isinstance(entry, Acted):
                self._metrics.moves.labels(game, entry.by).inc()
            elif isinstance(entry, Closed):
                self._metrics.closed.labels(game, entry.because).inc()
        if _debugging() or not all(isinstance(entry, Acted) for entry in entries):
            with log_context(table=table):
                _tell(game, entries)

    def committed(self, writes: int, refused: int, seconds: float) -> None:
        """Record a transaction."""
        self._failed_at = None
        self._metrics.commits.observe(seconds)
        self._metrics.batches.observe(writes)
        self._metrics.refused_writes.inc(refused)

    def failed(self, writes: int) -> None:
        """Count the writes of a failed transaction."""
        self._failed_at = monotonic()
        self._metrics.lost_writes.inc(writes)


def _tell(game: str, entries: Sequence[Entry]) -> None:
    if _debugging():
        logger.debug("stored: %s", ", ".join(entry.kind for entry in entries))
    for entry in entries:
        match entry:
            case Opened():
                logger.info("a table of %s was opened", game)
            case Started():
                logger.info("a match of %s began: %d seats", game, len(entry.seats))
            case Closed():
                logger.info("the table was closed: %s", entry.because)
            case _:
                pass


def _debugging() -> bool:
    return logger.isEnabledFor(logging.DEBUG)


P = ParamSpec("P")
T = TypeVar("T")
C = TypeVar("C")


class MeteredThreads(ThreadPoolExecutor):
    """A thread pool that measures queued jobs, busy threads and durations."""

    def __init__(self, threads: int, metrics: Metrics) -> None:
        super().__init__(threads, thread_name_prefix="cards")
        self._metrics = metrics

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a job, and measure it."""
        metrics, begun = self._metrics, False

        def job() -> T:
            nonlocal begun
            begun = True
            metrics.waiting.dec()
            with metrics.busy.track_inprogress(), metrics.jobs.time():
                return fn(*args, **kwargs)

        def given_up(_: Future[T]) -> None:
            if not begun:
                metrics.waiting.dec()

        metrics.waiting.inc()
        future = super().submit(job)
        future.add_done_callback(given_up)
        return future


class MeteredThinking(Thinking):
    """Kai's thinking, with metrics."""

    def __init__(self, players: Players, executor: Executor, metrics: Metrics) -> None:
        super().__init__(players, executor)
        self._metrics = metrics

    async def choose(self, table: TableState, seat: Seat) -> Decided:
        """Return Kai's action for a seat."""
        began = perf_counter()
        with self._metrics.kai_deciding.track_inprogress():
            decided = await super().choose(table, seat)
        self._metrics.kai.labels(table.game.name).observe(perf_counter() - began)
        return decided


class MeteredMaker(Generic[C]):
    """Wraps what makes reviews or puzzles in processes, with metrics of those done and failed."""

    def __init__(self, maker: Maker[C], done: Histogram, failed: Counter) -> None:
        self._maker = maker
        self._metrics = done, failed

    def begin(self, asked: C, /) -> Making:
        """Start to make one."""
        return _Timed(self._maker.begin(asked), *self._metrics)


class _Timed:
    """Wraps a :class:`Making` with metrics; what is given up is not counted."""

    def __init__(self, making: Making, done: Histogram, failed: Counter) -> None:
        self._making = making
        self._done = done
        self._failed = failed
        self._began = perf_counter()

    @property
    def looked_at(self) -> int:
        return self._making.looked_at

    @property
    def over(self) -> bool:
        return self._making.over

    def result(self) -> str:
        try:
            made = self._making.result()
        except FailedReviewError:
            self._failed.inc()
            raise
        self._done.observe(perf_counter() - self._began)
        return made

    def stop(self) -> None:
        self._making.stop()
