"""The calendar: looks every few minutes which weeks and seasons are over, and tells the servers.

A season ends by the clock alone, so nothing here ends one. What is done for a server when a week or
a season is over is stored under a key (:class:`Ended`), so it is done once, also after a crash.
"""

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from typing import Final

import discord

from bot.league.periods import period_at, span
from bot.league.weeks import week_at
from bot.tables.core.store import StoreUnavailableError
from bot.tables.league.announcements import Announcement, Ended, ended_at, season_key
from bot.tables.league.places import Climb
from bot.tables.league.settings import GuildSettings
from cogs.calendar.posting import Posting
from cogs.faults import log_fault
from cogs.layouts.page import Page
from cogs.layouts.recap import recap_page
from cogs.reports.recap import season_champions, week_recap
from cogs.services import Services

__all__ = ["EVERY", "FIRST", "Calendar"]

logger = logging.getLogger(__name__)

FIRST: Final = 60
"""Seconds after a start until the first look: until then, there is more urgent work."""

EVERY: Final = 600
"""Seconds between two looks."""

LATE: Final = 3_600_000
"""Milliseconds after which a recap says that it's late."""

NOTED: Final = 60
"""Seconds from one note that people can play to the next."""

_AT_ONCE: Final = 100
"""So many servers are looked up together."""


class Calendar:
    """Does what is due on the servers of one process, one server after the other."""

    def __init__(self, client: discord.Client, services: Services) -> None:
        self._client = client
        self._services = services
        self._posting = Posting(client, services.announcements, services.league)
        self._ended: Ended | None = None
        self._done: set[int] = set()
        """The servers for which nothing is due until something else has ended."""
        self._tasks: Sequence[asyncio.Task[None]] = ()

    def start(self) -> None:
        """Start the background tasks; call it once."""
        self._tasks = [
            asyncio.create_task(self._work(), name="the calendar"),
            asyncio.create_task(self._note(), name="noting that people can play"),
        ]

    async def close(self) -> None:
        """Cancel the tasks; the next start does the rest."""
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _note(self) -> None:
        """Note every minute that people can play, if they can."""
        await self._client.wait_until_ready()
        while not self._services.host.lost.is_set():
            try:
                if self._services.host.reach.everywhere():
                    await self._services.daily.see()
            except StoreUnavailableError as error:
                logger.warning("noting that people can play waits: %s", error)
            except Exception as error:  # noqa: BLE001 - the next note may go better
                log_fault(logger, "noting that people can play failed", error)
            await self._services.time.sleep(NOTED)

    async def _work(self) -> None:
        await self._client.wait_until_ready()
        await self._services.time.sleep(FIRST)
        while not self._services.host.lost.is_set():
            try:
                await self._look()
            except StoreUnavailableError as error:
                logger.warning("the calendar waits: %s", error)
            except Exception as error:  # noqa: BLE001 - the next look may go better
                log_fault(logger, "the calendar failed", error)
            await self._services.time.sleep(EVERY)

    async def _look(self) -> None:
        """Do what is due; raises ``StoreUnavailableError``."""
        if not self._services.host.reach.everywhere():
            return  # What is told now would not arrive, and no day ends.
        await self._services.daily.keep_up()
        ended = ended_at(self._services.time.now())
        if ended != self._ended:
            self._ended, self._done = ended, set()
        servers = [guild.id for guild in self._client.guilds if guild.id not in self._done]
        for first in range(0, len(servers), _AT_ONCE):
            some = servers[first : first + _AT_ONCE]
            known = await self._services.announcements.known(some, ended.keys)
            for guild in some:
                if self._services.host.lost.is_set():
                    return
                try:
                    if await self._serve(guild, ended, known.get(guild, ())):
                        self._done.add(guild)
                except StoreUnavailableError:
                    raise
                except Exception as error:  # noqa: BLE001 - the other servers are not to miss theirs
                    log_fault(logger, f"the calendar failed for server {guild}", error)

    async def _serve(self, guild: int, ended: Ended, known: Sequence[Announcement]) -> bool:
        """Do what is due for a server; return whether all of it is done."""
        settings = await self._services.league.settings(guild)
        begun = [one for one in known if one.message is None]
        if begun and not await self._take_up(guild, ended, begun, settings):
            return False
        told = {one.key for one in known}
        keys = [key for key in ended.keys if key not in told]
        return not keys or await self._tell(guild, ended, keys, settings)

    async def _tell(
        self, guild: int, ended: Ended, keys: Sequence[str], settings: GuildSettings
    ) -> bool:
        """Tell of what is over now, if there is anything to tell and somewhere to tell it."""
        week, *_ = ended.keys
        climbed = await self._note_places(guild, settings) if week in keys else ()
        pages = await self._pages(guild, ended, keys, settings, climbed)
        now, announcements = self._services.time.now(), self._services.announcements
        if not pages:
            await announcements.begin(guild, keys, now, message=0)
            return True
        if not await announcements.begin(guild, keys, now):
            return False  # Another process is at it: look again.
        return await self._posting.post(guild, keys, settings.recap, pages)

    async def _take_up(
        self, guild: int, ended: Ended, begun: Sequence[Announcement], settings: GuildSettings
    ) -> bool:
        """Go on with what was begun by a process that was killed, or failed."""
        keys = [one.key for one in begun]
        pages = await self._pages(guild, ended, keys, settings, ())
        if not pages:
            await self._services.announcements.finish(guild, keys, 0)
            return True
        now = self._services.time.now()
        return await self._posting.take_up(guild, begun, settings.recap, pages, now)

    async def _pages(
        self,
        guild: int,
        ended: Ended,
        keys: Sequence[str],
        settings: GuildSettings,
        climbed: Sequence[Climb],
    ) -> tuple[Page, ...]:
        """Return the one message about all that is over, with names and without them.

        Nothing if there is nothing to tell.
        """
        if not settings.recap:
            return ()
        week, *_ = ended.keys
        season = ended.month if settings.season == "month" else ended.quarter
        champions = recap = None
        over = 0
        if season_key(season) in keys:
            over = span(season).ends
            champions = await season_champions(self._services, guild, season)
        if week in keys:
            over = ended.week.ends
            recap = await week_recap(self._services, guild, ended.week, settings.season, climbed)
        late = self._services.time.now() - over > LATE
        pages = (recap_page(recap, champions, named=named, late=late) for named in (True, False))
        return tuple(page for page in pages if page is not None)

    async def _note_places(self, guild: int, settings: GuildSettings) -> Sequence[Climb]:
        """Note where people stand in the season at the beginning of this week.

        Not in a season that has begun with the week: everybody is new in it.
        """
        now, places = self._services.time.now(), self._services.places
        period, week = period_at(settings.season, now), week_at(now).begins
        if span(period).begins >= week or await places.noted(guild, period, week):
            return ()
        return await places.note(guild, [*self._services.games], period, week)
