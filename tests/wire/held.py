"""The bot with a thread pool that a test can block."""

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Final, ParamSpec, TypeVar

from bot.commands.run import run as run_bot
from bot.commands.stopping import STOP_SECONDS
from bot.operation.metrics import Metrics
from bot.operation.workers import MeteredThreads
from tests.review.quickly import QuickReviews

__all__ = ["HOLD", "holding", "run"]

P = ParamSpec("P")
T = TypeVar("T")

HOLD: Final = "WIRE_HOLD"
"""The environment variable with the file that holds the threads up while it is there."""

LOOK: Final = 0.01
"""Seconds between two looks at the file."""


@contextmanager
def holding(file: Path) -> Iterator[None]:
    """Block the threads until the body ends, by a file."""
    file.touch()
    try:
        yield
    finally:
        file.unlink()


def run(stop_seconds: float = STOP_SECONDS) -> int:
    """Run the bot; return the exit status."""
    return run_bot(make_operation=_Watch, stop_seconds=stop_seconds)


class _Watch(QuickReviews):
    def threads(self, number: int) -> MeteredThreads:
        return _Held(number, self.metrics)


class _Held(MeteredThreads):
    def __init__(self, threads: int, metrics: Metrics) -> None:
        super().__init__(threads, metrics)
        self._file = Path(os.environ[HOLD])

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        def job() -> T:
            while self._file.exists():
                time.sleep(LOOK)
            return fn(*args, **kwargs)

        return super().submit(job)
