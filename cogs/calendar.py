"""The calendar: tells servers of weeks and seasons that are over, once, also after a crash."""

import asyncio
import logging
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from hashlib import sha256
from typing import Any, Final

import discord
from discord.utils import utcnow

from bot.league.periods import period_at, span, week_at
from bot.league.reports import Announcement, Climb, Ended, ended_at, season_key
from bot.league.settings import GuildSettings
from bot.tables.store import StoreUnavailableError
from cogs.champions import recap_page, season_champions, week_recap
from cogs.core.answers import post
from cogs.core.page import Page, Text
from cogs.core.requests import DISCORD_ERRORS, Trouble, trouble
from cogs.core.work import cancelled, log_fault, repeat
from cogs.servers import without_lost
from cogs.services import Services
from db.repositories.league import League
from db.repositories.weeks import Announcements

logger = logging.getLogger(__name__)

MARKED: Final = 120_000
"""For so long, in milliseconds, Discord certainly takes two posts with one mark for one."""

_LOOKED_AT: Final = 100
"""The number of a channel's latest messages that are looked through: Discord's limit for one
request."""

_MARGIN: Final = timedelta(minutes=10)

FIRST: Final = 60
"""Seconds after a start until the first look: until then, there is more urgent work."""

EVERY: Final = 600
"""Seconds between two looks."""

LATE: Final = 3_600_000
"""Milliseconds after which a recap says that it's late."""

NOTED: Final = 60
"""Seconds from one note that people can play to the next."""

_AT_ONCE: Final = 100


class Posting:
    """Posts a page in a server's channel. Calls raise ``StoreUnavailableError``."""

    def __init__(
        self, client: discord.Client, announcements: Announcements, league: League
    ) -> None:
        self._client = client
        self._announcements = announcements
        self._league = league

    async def post(
        self, guild: int, keys: Sequence[str], channel: int, pages: Sequence[Page]
    ) -> bool:
        """Post what was begun; return whether it is done with: not where Discord has trouble.

        Each page takes the place of the one before where AutoMod blocks a word in that.
        """
        page, *others = pages
        there = self._client.get_partial_messageable(channel, guild_id=guild)
        try:
            message = (await post(there, page, _mark(guild, keys))).id
        except DISCORD_ERRORS as error:
            kind = trouble(error)
            if kind is Trouble.PASSING:
                logger.warning("server %d: its recap is left for later: %s", guild, error)
                return False
            if kind is Trouble.BLOCKED and others:
                return await self.post(guild, keys, channel, others)
            if kind is Trouble.CHANNEL_GONE:
                settings = await self._league.settings(guild)
                await without_lost(self._client, self._league, guild, settings)
            logger.warning("server %d: no recap can be posted: %s", guild, error)
            message = 0
        await self._announcements.finish(guild, keys, message)
        return True

    async def take_up(
        self,
        guild: int,
        begun: Sequence[Announcement],
        channel: int,
        pages: Sequence[Page],
        now: int,
    ) -> bool:
        """Post what may have been posted before; return whether it is done with."""
        keys, ages = [one.key for one in begun], [now - one.at for one in begun]
        if min(ages) < 0 or max(ages) >= MARKED:
            # If our clock was set back meanwhile, nothing is known of the time.
            age = max(ages) if min(ages) >= 0 else None
            try:
                message = await self._posted(guild, channel, pages[0], age)
            except DISCORD_ERRORS as error:
                if trouble(error) is Trouble.PASSING:
                    return False
                # Rather no recap than two.
                logger.warning("server %d: its recap is given up: %s", guild, error)
                message = 0
            if message is not None:
                await self._announcements.finish(guild, keys, message)
                return True
        return await self.post(guild, keys, channel, pages)

    async def _posted(self, guild: int, channel: int, page: Page, age: int | None) -> int | None:
        """Return the message that shows such a page; None if not posted, 0 if that can't be told.

        ``age``: how many milliseconds ago the post was begun, if known. Raises what Discord raises.
        """
        title = _title(page)
        since = None if age is None else utcnow() - timedelta(milliseconds=age) - _MARGIN
        there = self._client.get_partial_messageable(channel, guild_id=guild)
        seen = 0
        async for message in there.history(limit=_LOOKED_AT):
            if since is not None and message.created_at < since:
                return None
            own = self._client.user is not None and message.author.id == self._client.user.id
            if own and any(title in text for text in _texts(message.components)):
                return message.id
            seen += 1
        return 0 if seen == _LOOKED_AT else None


class Calendar:
    """Does what is due on the servers of one process, one server after the other."""

    def __init__(self, client: discord.Client, services: Services) -> None:
        self._client = client
        self._services = services
        self._posting = Posting(client, services.storage.announcements, services.storage.league)
        self._ended: Ended | None = None
        self._done: set[int] = set()
        self._tasks: Sequence[asyncio.Task[None]] = ()

    def start(self) -> None:
        """Start the background tasks; call it once."""
        self._tasks = [
            asyncio.create_task(self._work(), name="the calendar"),
            asyncio.create_task(self._note(), name="noting that people can play"),
        ]

    async def close(self) -> None:
        """Cancel the tasks; the next start does the rest."""
        await cancelled(*self._tasks)

    async def _note(self) -> None:
        async def note() -> None:
            if self._services.host.reach.everywhere():
                await self._services.daily.see()

        await self._client.wait_until_ready()
        await repeat(self._services, note, NOTED, "noting that people can play", logger)

    async def _work(self) -> None:
        await self._client.wait_until_ready()
        await self._services.time.sleep(FIRST)
        await repeat(self._services, self._look, EVERY, "the calendar", logger)

    async def _look(self) -> None:
        if not self._services.host.reach.everywhere():
            return  # What is told now would not arrive, and no day ends.
        await self._services.daily.keep_up()
        ended = ended_at(self._services.time.now())
        if ended != self._ended:
            self._ended, self._done = ended, set()
        servers = [guild.id for guild in self._client.guilds if guild.id not in self._done]
        for first in range(0, len(servers), _AT_ONCE):
            some = servers[first : first + _AT_ONCE]
            known = await self._services.storage.announcements.known(some, ended.keys)
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
        settings = await self._services.storage.league.settings(guild)
        begun = [one for one in known if one.message is None]
        if begun and not await self._take_up(guild, ended, begun, settings):
            return False
        told = {one.key for one in known}
        keys = [key for key in ended.keys if key not in told]
        return not keys or await self._tell(guild, ended, keys, settings)

    async def _tell(
        self, guild: int, ended: Ended, keys: Sequence[str], settings: GuildSettings
    ) -> bool:
        week, *_ = ended.keys
        climbed = await self._note_places(guild, settings) if week in keys else ()
        pages = await self._pages(guild, ended, keys, settings, climbed)
        now, announcements = self._services.time.now(), self._services.storage.announcements
        if not pages:
            await announcements.begin(guild, keys, now, message=0)
            return True
        if not await announcements.begin(guild, keys, now):
            return False  # Another process is at it: look again.
        return await self._posting.post(guild, keys, settings.recap, pages)

    async def _take_up(
        self, guild: int, ended: Ended, begun: Sequence[Announcement], settings: GuildSettings
    ) -> bool:
        keys = [one.key for one in begun]
        pages = await self._pages(guild, ended, keys, settings, ())
        if not pages:
            await self._services.storage.announcements.finish(guild, keys, 0)
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
        """Note where people stand as this week begins, unless the season began with it."""
        now, places = self._services.time.now(), self._services.storage.places
        period, week = period_at(settings.season, now), week_at(now).begins
        if span(period).begins >= week or await places.noted(guild, period, week):
            return ()
        return await places.note(guild, [*self._services.games], period, week)


def _mark(guild: int, keys: Sequence[str]) -> str:
    return sha256(f"{guild} {sorted(keys)}".encode()).hexdigest()[:25]


def _title(page: Page) -> str:
    return next(part.text.partition("\n")[0] for part in page.parts if isinstance(part, Text))


def _texts(components: Iterable[Any]) -> Iterator[str]:
    for component in components:
        if isinstance(component, discord.TextDisplay):
            yield component.content
        yield from _texts(getattr(component, "children", ()))
