"""Old data go: what is kept for how long, and the task that sees to it behind everything else."""

import asyncio
import contextlib
import logging
from dataclasses import dataclass
from typing import Final, Protocol

from bot.tables.core.store import StoreUnavailableError
from bot.tables.hosting.ports import Time

__all__ = ["Housekeeping", "Keep", "Pruner"]

logger = logging.getLogger(__name__)

EVERY: Final = 3600
"""Seconds between two rounds, at most."""

PROMPT: Final = 4
"""Rounds, at least, in the time for which anything is kept: short times count too."""

DAY: Final = 86_400_000
"""Milliseconds."""


@dataclass(frozen=True, slots=True)
class Keep:
    """How long the log of a closed table, and what else gets old, is kept, in days; 0: for ever.

    Results, standings and servers' settings are not pruned.
    """

    logs: float = 0
    """Of matches that were played to their end: so long they have a record."""
    abandoned: float = 0
    """Of lobbies and matches that were closed before their end."""
    gifts: float = 0
    """And that somebody who had their data deleted was given chips."""


class Pruner(Protocol):
    """The storage, as far as it can prune; any process may, at any time."""

    async def prune(self, finished_before: int, others_before: int) -> int:
        """Delete the logs of tables closed before these times (ms since 1970); return how many.

        Of a match that was played to its end the results stay, of any other table nothing does.
        Little by little, so that no move has to wait. Raises ``StoreUnavailableError``; what was
        begun goes on with the next call.
        """

    async def prune_gifts(self, gone_before: int) -> None:
        """Forget who was given chips of those who were deleted before that (ms since 1970)."""


class Housekeeping:
    """Prunes at the start and then once an hour or more often, for as long as the process runs."""

    def __init__(self, pruner: Pruner, keep: Keep, time: Time) -> None:
        self.keep = keep
        self._pruner = pruner
        self._time = time
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, once."""
        self._task = asyncio.create_task(self._work(), name="pruning")

    async def close(self) -> None:
        """Stop, in the middle of it if need be: nothing is lost by that."""
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
        """Return the seconds until the next round."""
        keep = self.keep
        kept = [days * DAY / 1000 for days in (keep.logs, keep.abandoned, keep.gifts) if days]
        return min(EVERY, max(1, min(kept) / PROMPT)) if kept else EVERY

    async def _prune(self) -> None:
        if self.keep.gifts:
            await self._pruner.prune_gifts(self._before(self.keep.gifts))
        if not self.keep.logs and not self.keep.abandoned:
            return
        count = await self._pruner.prune(
            self._before(self.keep.logs), self._before(self.keep.abandoned)
        )
        if count:
            logger.info("the logs of %d old tables were deleted", count)

    def _before(self, days: float) -> int:
        return self._time.now() - round(days * DAY) if days else 0
