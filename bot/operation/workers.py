"""Metrics of what threads and processes work at: jobs, Kai's decisions, reviews and puzzles."""

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from time import perf_counter
from typing import ParamSpec, TypeVar

from prometheus_client import Counter, Histogram

from bot.game.contract import Seat
from bot.game.record import Record
from bot.operation.metrics import Metrics
from bot.puzzle.making import Asked
from bot.puzzle.service import PuzzleMaker
from bot.review.process import Analyst, FailedReviewError, Making
from bot.tables.ports import Decided, Players, Thinking
from bot.tables.state import TableState

P = ParamSpec("P")
T = TypeVar("T")


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


class MeteredAnalyst:
    """Wraps a :class:`bot.review.process.Analyst` with metrics."""

    def __init__(self, analyst: Analyst, metrics: Metrics) -> None:
        self._analyst = analyst
        self._metrics = metrics

    def begin(self, record: Record) -> Making:
        """Start to make a review."""
        metrics = self._metrics
        return _Timed(self._analyst.begin(record), metrics.reviews, metrics.failed_reviews)


class MeteredMaker:
    """Wraps a :class:`bot.puzzle.service.PuzzleMaker` with metrics."""

    def __init__(self, maker: PuzzleMaker, metrics: Metrics) -> None:
        self._maker = maker
        self._metrics = metrics

    def begin(self, asked: Asked) -> Making:
        """Start to look through a match."""
        metrics = self._metrics
        return _Timed(self._maker.begin(asked), metrics.searches, metrics.failed_searches)


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
