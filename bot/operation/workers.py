"""The threads that draw and think, and Kai, with what they do measured."""

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from time import perf_counter
from typing import ParamSpec, TypeVar

from bot.game.contract import Seat
from bot.operation.meters import Meters
from bot.tables.core.state import TableState
from bot.tables.hosting.thinking import Players, Thinking

__all__ = ["MeteredThinking", "MeteredThreads"]

P = ParamSpec("P")
T = TypeVar("T")


class MeteredThreads(ThreadPoolExecutor):
    """A pool of threads that says how many jobs wait and how long each takes."""

    def __init__(self, threads: int, meters: Meters) -> None:
        super().__init__(threads, thread_name_prefix="cards")
        self._meters = meters

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have a job done by the next thread that is free."""
        meters, begun = self._meters, False

        def job() -> T:
            nonlocal begun
            begun = True
            meters.waiting.dec()
            with meters.busy.track_inprogress(), meters.jobs.time():
                return fn(*args, **kwargs)

        def given_up(_: Future[T]) -> None:
            if not begun:
                meters.waiting.dec()

        meters.waiting.inc()
        future = super().submit(job)
        future.add_done_callback(given_up)
        return future


class MeteredThinking(Thinking):
    """Kai, with a watch."""

    def __init__(self, players: Players, executor: Executor, meters: Meters) -> None:
        super().__init__(players, executor)
        self._meters = meters

    async def choose(self, table: TableState, seat: Seat) -> str:
        """Return Kai's action for a seat, in notation."""
        began = perf_counter()
        with self._meters.kai_deciding.track_inprogress():
            action = await super().choose(table, seat)
        self._meters.kai.labels(table.game.name).observe(perf_counter() - began)
        return action
