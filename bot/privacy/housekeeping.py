"""Retention: how long old data are kept, and the background task that deletes them."""

import asyncio
import contextlib
import logging
from dataclasses import dataclass
from typing import Final

from bot.daily.days import day_at
from bot.league.periods import WEEK
from bot.tables.clock import Time
from bot.tables.store import StoreUnavailableError
from db.repositories.prune import Pruner

logger = logging.getLogger(__name__)

EVERY: Final = 3600
"""Seconds between two runs, at most."""

PROMPT: Final = 4
"""Runs within the shortest retention time, at least."""

DAY: Final = 86_400_000
"""Milliseconds."""


@dataclass(frozen=True, slots=True)
class Retention:
    """How long data are kept, in days; 0 for ever.

    Results, standings and server settings are never pruned. Pings before league nights are kept for
    as long as they are counted, and what recognises people who had their data deleted until the
    next quarter is over.
    """

    logs: float = 0
    """Of finished matches, with their records; and moves of daily deals."""
    abandoned: float = 0
    """Lobbies and matches that were closed before their end."""
    gifts: float = 0
    """That a person whose data were deleted had been given chips."""
    begins: int = 0
    """Before this time (ms since 1970) nothing is deleted, because these times are new here."""


class Housekeeping:
    """Prunes at the start and then at least once an hour, as long as the process runs."""

    def __init__(self, pruner: Pruner, keep: Retention, time: Time) -> None:
        self.keep = keep
        self._pruner = pruner
        self._time = time
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the background task; call it once."""
        self._task = asyncio.create_task(self._work(), name="pruning")

    async def close(self) -> None:
        """Cancel the task; the next start does the rest."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _work(self) -> None:
        while True:
            try:
                await self._prune()
            except StoreUnavailableError as error:
                logger.warning("old tables stay for now: %s", error)
            await self._time.sleep(self._rest())

    def _rest(self) -> float:
        keep = self.keep
        kept = [days * DAY / 1000 for days in (keep.logs, keep.abandoned, keep.gifts) if days]
        return min(EVERY, max(1, min(kept) / PROMPT)) if kept else EVERY

    async def _prune(self) -> None:
        now = self._time.now()
        await self._pruner.prune_pings(now - WEEK, now)
        await self._pruner.prune_former(now)
        if now < self.keep.begins:
            return
        if self.keep.gifts:
            await self._pruner.prune_gifts(self._before(self.keep.gifts))
        if self.keep.logs:
            await self._pruner.prune_dailies(day_at(self._before(self.keep.logs)))
        if not self.keep.logs and not self.keep.abandoned:
            return
        count = await self._pruner.prune(
            self._before(self.keep.logs), self._before(self.keep.abandoned)
        )
        if count:
            logger.info("the logs of %d old tables were deleted", count)

    def _before(self, days: float) -> int:
        return self._time.now() - round(days * DAY) if days else 0
