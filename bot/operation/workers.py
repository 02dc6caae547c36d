"""Metrics of the thread pool and of Kai's decisions."""

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from time import perf_counter
from typing import ParamSpec, TypeVar

from bot.game.contract import Seat
from bot.operation.metrics import Metrics
from bot.tables.core.state import TableState
from bot.tables.hosting.thinking import Decided, Players, Thinking

__all__ = ["MeteredThinking", "MeteredThreads"]

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
