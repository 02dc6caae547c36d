"""Work that nobody waits for: kept, finished when the house closes, its faults logged."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine
from traceback import format_tb
from typing import Any

from bot.tables.store import StoreUnavailableError
from cogs.services import Services

logger = logging.getLogger(__name__)


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
    """Look now and every so many seconds, until another process hosts; log what goes wrong."""
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
    """Log an error with its place in the code, but without its words.

    The words may hold what is private, such as a state of a game or an address with a token.
    """
    place = "".join(format_tb(error.__traceback__)).rstrip()
    logger.error("%s: %s\n%s", what, type(error).__name__, place)
