"""The bot with threads, or with heavy reads of a server, that a test holds up by a file."""

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Final, ParamSpec, TypeVar

from sqlalchemy import event
from sqlalchemy.util import await_only

from bot.commands.run import run as run_bot
from bot.operation.metrics import Metrics
from bot.operation.operation import Operation
from bot.operation.work import MeteredThreads
from bot.process import STOP_SECONDS
from cogs.client import CardNight
from db.storage import Storage
from tests.review.quickly import QuickReviews

P = ParamSpec("P")
T = TypeVar("T")

HOLD: Final = "WIRE_HOLD"
"""The environment variable with the file that holds up what it can while it is there."""

LOOK: Final = 0.01
"""Seconds between two looks at the file."""


@contextmanager
def holding(file: Path, guild: int = 0) -> Iterator[None]:
    """Hold up the threads, or the heavy reads of a server, until the body ends."""
    file.write_text(str(guild))
    try:
        yield
    finally:
        file.unlink()


def run(stop_seconds: float = STOP_SECONDS) -> int:
    """Run the bot whose threads can be held up; return the exit status."""
    return run_bot(make_operation=_Watch, stop_seconds=stop_seconds)


def run_crowded() -> int:
    """Run the bot whose heavy reads can be held up; return the exit status."""
    return run_bot(make_operation=_Crowd)


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


class _Crowd(Operation):
    def attach(self, bot: CardNight, storage: Storage) -> None:
        file = Path(os.environ[HOLD])

        def hold(
            _c: object, _d: object, _sql: str, values: tuple[object, ...], *_more: object
        ) -> None:
            while file.exists() and int(file.read_text() or 0) in values:
                await_only(asyncio.sleep(LOOK))

        event.listen(storage.heavy.engine.sync_engine, "before_cursor_execute", hold)
        super().attach(bot, storage)
