"""Running league nights: what is due is done, people are told, and messages are changed."""

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from typing import Any, Final

import discord

from bot.tables.core.store import StoreUnavailableError
from cogs.calendar.night_pages import NightPages
from cogs.calendar.telling import Teller
from cogs.faults import log_fault
from cogs.jobs import Jobs
from cogs.services import Services

__all__ = ["EVERY", "NightRunner"]

logger = logging.getLogger(__name__)

EVERY: Final = 5
"""Seconds between two looks, at least."""

SELDOM: Final = 600
"""Seconds between two looks, at most."""


class NightRunner:
    """Runs the nights of one process; no night waits for another one's requests."""

    def __init__(self, client: discord.Client, services: Services) -> None:
        self._client = client
        self._services = services
        self._teller = Teller(client, services)
        self._task: asyncio.Task[None] | None = None
        self._jobs = Jobs()
        self._attended: set[str] = set()
        """Nights at which something is being done."""
        self._dozes = self._sealed = False
        self.pages = NightPages(client, services, self._jobs)
        services.nights.tell_of_changes(self._wake)

    def start(self) -> None:
        """Start the background task; call it once."""
        self._begin(self._work())

    async def close(self) -> None:
        """Cancel what is being done; the next start goes on."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self._jobs.close(0)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        self._task = asyncio.create_task(work, name="league nights")

    def _wake(self) -> None:
        """Look soon, if the next look is far off."""
        if self._dozes and self._task is not None:
            self._dozes = False
            self._task.cancel()
            self._begin(self._work(after=EVERY))

    async def _work(self, after: float = 0) -> None:
        await self._client.wait_until_ready()
        services = self._services
        await services.time.sleep(after)
        while not services.host.lost.is_set():
            pause = await self._look()
            await services.time.sleep(EVERY)
            if pause > EVERY and not services.nights.changed:
                self._dozes = True
                await services.time.sleep(pause - EVERY)
                self._dozes = False

    async def _look(self) -> float:
        """Begin what is due; return after how many seconds to look again, if nothing changes."""
        nights = self._services.nights
        try:
            if not self._sealed:
                await nights.seal_all()
                self._sealed = True
            due = {*await nights.due()}
            for night in (due | nights.changed) - self._attended:
                self._attended.add(night)
                self._jobs.start(self._attend(night, is_due=night in due), f"night {night}")
            await self._teller.tell(self._jobs)
            waits = (await nights.until_next(), await self._services.telling.until_next())
        except StoreUnavailableError as error:
            logger.warning("league nights wait: %s", error)
        except Exception as error:  # noqa: BLE001 - the next look may go better
            log_fault(logger, "the league nights failed", error)
        else:
            seconds = min((wait for wait in waits if wait is not None), default=SELDOM)
            return min(max(seconds, EVERY), SELDOM)
        return EVERY

    async def _attend(self, night: str, *, is_due: bool) -> None:
        """Do what is due at a night, and show it."""
        nights = self._services.nights
        try:
            if is_due:
                await nights.look_at(night)
                while nights.boards.counted:
                    self._services.surface.renew(nights.boards.counted.pop())
            while night in nights.changed:
                nights.changed.discard(night)
                await self.pages.show(night)
        except StoreUnavailableError as error:
            logger.warning("night %s waits: %s", night, error)
            nights.changed.add(night)
        finally:
            self._attended.discard(night)
