"""Work that nobody waits for: kept from being forgotten, and finished when the house closes."""

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from typing import Any

from cogs.faults import log_fault

__all__ = ["Jobs"]

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
