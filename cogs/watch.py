"""Looking for what Discord doesn't tell: deleted messages, and people who have left the server.

To be told of deleted messages a bot has to read all messages of all servers, and to be told of
people, a privileged intent. So tables and league nights are looked after in turn: each once a
minute, where they are not too many.
"""

import asyncio
import contextlib
import logging
from typing import Final

import discord

from bot.tables.core.errors import RefusedError
from bot.tables.core.store import StoreCorruptError, StoreUnavailableError
from cogs.calendar.night_pages import NightPages
from cogs.faults import log_fault
from cogs.services import Services

__all__ = ["EVERY", "MOST", "RESTED", "Watch"]

logger = logging.getLogger(__name__)

EVERY: Final = 15
"""Seconds between two looks."""

RESTED: Final = 40
"""Seconds for which a table is left alone after it was looked after."""

MOST: Final = 20
"""Tables and nights that are looked after at a time: a tenth of what we may ask."""


class Watch:
    """Looks after the tables and nights of one process."""

    def __init__(self, client: discord.Client, services: Services, pages: NightPages) -> None:
        self._client = client
        self._services = services
        self._pages = pages
        self._looked: dict[str, int] = {}
        """When each table and each night was looked after."""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the background task; call it once."""
        self._task = asyncio.create_task(self._work(), name="the watch")

    async def close(self) -> None:
        """Cancel the task."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _work(self) -> None:
        await self._client.wait_until_ready()
        while not self._services.host.lost.is_set():
            await self._services.time.sleep(EVERY)
            try:
                await self._look()
            except StoreUnavailableError as error:
                logger.warning("the watch waits: %s", error)
            except Exception as error:  # noqa: BLE001 - the next look may go better
                log_fault(logger, "the watch failed", error)

    async def _look(self) -> None:
        """Look after the tables in memory and the nights that were left alone for longest."""
        host, now = self._services.host, self._services.time.now()
        nights = {*await self._services.nights.open()}
        there = {*host.in_memory()}.intersection(one.table for one in host.listings()) | nights
        self._looked = {name: self._looked.get(name, 0) for name in there}
        rested = [name for name, at in self._looked.items() if now - at >= RESTED * 1000]
        for name in sorted(rested, key=self._looked.__getitem__)[:MOST]:
            self._looked[name] = now
            try:
                await (self._pages.look_for(name) if name in nights else self._look_after(name))
            except (RefusedError, StoreCorruptError) as error:
                logger.debug("table %s is left alone: %s", name, type(error).__name__)

    async def _look_after(self, name: str) -> None:
        table, surface = await self._services.host.table(name), self._services.surface
        guild = self._client.get_guild(table.state.place.guild)
        if guild is None or guild.unavailable:
            return
        await surface.look_for(table.state)
        await surface.presence.look_for_awaited(table)
