"""Looking for what Discord doesn't tell without more intents: deleted messages, people gone.

Tables and nights are looked after in turn, each once a minute; so are the servers.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Final

import discord

from bot.tables.command import RefusedError
from bot.tables.store import StoreCorruptError, StoreUnavailableError
from cogs.core.work import Jobs, cancelled, repeat
from cogs.night_runner import NightPages
from cogs.services import Services

logger = logging.getLogger(__name__)

EVERY: Final = 15

RESTED: Final = 40
"""Seconds for which a table is left alone after it was looked after."""

MOST: Final = 20
"""Tables and nights that are looked after at a time: a tenth of what we may ask."""

MOST_OF_A_SERVER: Final = 8
"""How many of them may be of one server: enough for the 20 tables that it usually may have."""


class Watch:
    """Looks after the tables and nights of one process."""

    def __init__(self, client: discord.Client, services: Services, pages: NightPages) -> None:
        self._client = client
        self._services = services
        self._pages = pages
        self._looked: dict[str, int] = {}
        self._busy: set[int | str] = set()
        """The servers whose tables are being looked after, and the nights."""
        self._jobs = Jobs()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the background task; call it once."""
        self._task = asyncio.create_task(self._work(), name="the watch")

    async def close(self) -> None:
        """Cancel the task."""
        await cancelled(self._task)
        await self._jobs.close(0)

    async def _work(self) -> None:
        await self._client.wait_until_ready()
        await self._services.time.sleep(EVERY)
        await repeat(self._services, self._look, EVERY, "the watch", logger)

    async def _look(self) -> None:
        host, now = self._services.host, self._services.time.now()
        in_memory = {*host.in_memory()}
        there: dict[str, int | str] = {
            one.table: one.guild for one in host.listings() if one.table in in_memory
        }
        there |= {night: night for night in await self._services.nights.open()}
        self._looked = {name: self._looked.get(name, 0) for name in there}
        rested = [name for name, at in self._looked.items() if now - at >= RESTED * 1000]
        waiting = sorted(rested, key=self._looked.__getitem__)
        free = {name: there[name] for name in waiting if there[name] not in self._busy}
        for turn, names in chosen(free).items():
            self._looked.update(dict.fromkeys(names, now))
            self._busy.add(turn)
            self._jobs.start(self._look_after_all(turn, names), f"looking after {turn}")

    async def _look_after_all(self, turn: int | str, names: Sequence[str]) -> None:
        try:
            for name in names:
                await (self._pages.look_for(name) if name == turn else self._look_after(name))
        except StoreUnavailableError as error:
            logger.warning("the watch waits: %s", error)
        finally:
            self._busy.discard(turn)

    async def _look_after(self, name: str) -> None:
        try:
            table, surface = await self._services.host.table(name), self._services.surface
            guild = self._client.get_guild(table.state.place.guild)
            if guild is None or guild.unavailable:
                return
            await surface.look_for(table.state)
            await surface.presence.look_for_awaited(table)
        except (RefusedError, StoreCorruptError) as error:
            logger.debug("table %s is left alone: %s", name, type(error).__name__)


def chosen(waiting: Mapping[str, int | str]) -> Mapping[int | str, Sequence[str]]:
    """Return what is looked after now; ``waiting`` has whose turn: a server's, or a night's own."""
    found: dict[int | str, list[str]] = {}
    room = MOST
    for name, turn in waiting.items():
        if room and len(found.get(turn, ())) < MOST_OF_A_SERVER:
            found.setdefault(turn, []).append(name)
            room -= 1
    return found
