"""Running league nights: what is due is done, people are told, and messages are changed."""

import asyncio
import contextlib
import logging
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

import discord

from bot.tables.core.errors import RefusedError
from bot.tables.core.store import StoreUnavailableError
from bot.tables.league.people import hidden_among
from bot.tables.nights.store import NightPlan, StoredNight
from bot.tables.nights.tables import table_id
from cogs.answers import sending
from cogs.calendar.telling import Teller
from cogs.commands.threads import NO_PRIVATE_THREADS, has_threads
from cogs.faults import log_fault
from cogs.jobs import Jobs
from cogs.layouts.night import ShownNight, night_page
from cogs.layouts.page import Page
from cogs.services import Services
from cogs.surface.rests import BAR, PATIENT
from cogs.trouble import DISCORD_ERRORS, Trouble, trouble

__all__ = ["EVERY", "NightRunner", "ThreadRooms", "shown_night", "shown_page"]

logger = logging.getLogger(__name__)

_ArchivesAfter: TypeAlias = Literal[60, 1440, 4320, 10080]

EVERY: Final = 5
"""Seconds between two looks, at least."""

SELDOM: Final = 600
"""Seconds between two looks, at most."""

_ARCHIVES_AFTER: Final[Mapping[str, _ArchivesAfter]] = {"live": 60, "slow": 4320}
"""Minutes without a message after which Discord hides a table's thread, by its clock."""


class ThreadRooms:
    """Gives each table a thread of the night's channel, where there can be one."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def room(self, plan: NightPlan, round_number: int, table: int) -> int:
        """Return the thread for a table, or the channel itself."""
        channel = self._client.get_channel(plan.channel)
        if not isinstance(channel, discord.TextChannel) or not has_threads(channel):
            return plan.channel
        try:
            thread = await channel.create_thread(
                name=f"Round {round_number} · Table {table + 1}",
                type=discord.ChannelType.public_thread,
                auto_archive_duration=_ARCHIVES_AFTER[plan.setup.clock.kind],
            )
        except DISCORD_ERRORS as error:
            logger.info("no thread for a table of night %s: %s", plan.id, error)
            return plan.channel
        return thread.id

    async def private_room(
        self, plan: NightPlan, round_number: int, table: int, people: Sequence[int]
    ) -> int:
        """Return a private thread for a table, with its people in it; raises ``RefusedError``."""
        channel = self._client.get_channel(plan.channel)
        if not isinstance(channel, discord.TextChannel):
            raise RefusedError(NO_PRIVATE_THREADS)
        try:
            thread = await channel.create_thread(
                name=f"Board {round_number} · Table {table + 1}",
                type=discord.ChannelType.private_thread,
                auto_archive_duration=_ARCHIVES_AFTER[plan.setup.clock.kind],
                invitable=False,
            )
        except DISCORD_ERRORS as error:
            logger.info("no private thread for a table of night %s: %s", plan.id, error)
            raise RefusedError(NO_PRIVATE_THREADS) from None
        for user in people:
            try:
                await thread.add_user(discord.Object(user))
            except DISCORD_ERRORS as error:
                # Somebody who has left the server; the others play.
                logger.info("night %s: nobody new in a thread: %s", plan.id, type(error).__name__)
        return thread.id


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
        self._dozes = False
        self._tries: dict[str, int] = {}
        """How often in a row Discord has refused a night's message."""
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
                await self._show(night)
        except StoreUnavailableError as error:
            logger.warning("night %s waits: %s", night, error)
            nights.changed.add(night)
        finally:
            self._attended.discard(night)

    async def _show(self, night: str) -> None:
        """Bring a night's message up to date: post it again if it is gone, try again if refused."""
        stored = await self._services.nights.nights.load(night)
        if stored is None or stored.message is None:
            return
        page = await shown_page(self._services, stored)
        there = self._client.get_partial_messageable(
            stored.plan.channel, guild_id=stored.plan.guild
        )
        try:
            try:
                await sending.edit(there.get_partial_message(stored.message), page)
            except DISCORD_ERRORS as error:
                if trouble(error) is not Trouble.STALE:
                    raise
                logger.info("night %s: its message can't be changed: posted again", night)
                message = await sending.post(there, page, f"night {stored.message}")
                await self._services.nights.nights.show(night, message.id, stored.event)
        except DISCORD_ERRORS as error:
            logger.info("night %s is not shown: %s", night, type(error).__name__)
            if self._tries.get(night, 0) < PATIENT:
                self._jobs.start(self._try_again(night), f"night {night}, to be shown again")
        else:
            self._tries.pop(night, None)

    async def _try_again(self, night: str) -> None:
        """Show a night in a while, which Discord has just refused."""
        self._tries[night] = self._tries.get(night, 0) + 1
        await self._services.time.sleep(BAR)
        self._services.nights.changed.add(night)
        self._wake()


async def shown_page(services: Services, stored: StoredNight) -> Page:
    """Return the message of a night as it is now; raises ``StoreUnavailableError``."""
    shown = await shown_night(services, stored)
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(services.executor, night_page, shown)


async def shown_night(services: Services, stored: StoredNight) -> ShownNight:
    """Return a night with what its message needs to know; raises ``StoreUnavailableError``."""
    hidden = await hidden_among(services.people, [one.user for one in stored.people])
    rooms, number = {}, len(stored.night.rounds)
    for at, table in enumerate(stored.night.rounds[-1].tables if number else ()):
        listing = services.host.listing(table_id(stored, number, at))
        if table.running and listing is not None:
            rooms[at] = listing.channel
    duplicate = stored.night.form == "duplicate"
    boards = await services.nights.boards.playing(stored.plan.id) if duplicate else ()
    return ShownNight(stored, hidden, rooms, frozenset(boards))
