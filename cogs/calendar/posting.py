"""Posting something once, whatever happens meanwhile.

It is stored that a post is begun, then it is posted, then its message is stored. A process that is
killed in between leaves a begun post. Discord itself keeps a second one away as long as it
remembers the first one's mark; after that, the channel's latest messages are looked through.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from hashlib import sha256
from typing import Any, Final

import discord
from discord.utils import utcnow

from bot.tables.league.announcements import Announcement, Announcements
from bot.tables.league.store import League
from cogs.answers import sending
from cogs.layouts.page import Page, Text
from cogs.lost_channels import without_lost
from cogs.trouble import DISCORD_ERRORS, Trouble, trouble

__all__ = ["MARKED", "Posting"]

logger = logging.getLogger(__name__)

MARKED: Final = 120_000
"""For so long, in milliseconds, Discord certainly takes two posts with one mark for one."""

_LOOKED_AT: Final = 100
"""So many of a channel's latest messages are looked through: Discord's limit for one request."""

_MARGIN: Final = timedelta(minutes=10)
"""How far our clock and Discord's may be apart."""


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
        """Post what was begun; return whether it is done with, posted or not.

        It is not where Discord has trouble: then it may have been posted or not. Each of the pages
        takes the place of the one before where the server's AutoMod blocks a word in that.
        """
        page, *others = pages
        there = self._client.get_partial_messageable(channel, guild_id=guild)
        try:
            message = (await sending.post(there, page, _mark(guild, keys))).id
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
        """Return the message that shows such a page; None if it was not posted.

        0 if that cannot be told, for too much was said since. ``age``: how many milliseconds ago
        the post was begun, if that is known. Raises what Discord raises.
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


def _mark(guild: int, keys: Sequence[str]) -> str:
    """Return the mark of a post: the same for the same keys, within Discord's 25 characters."""
    return sha256(f"{guild} {sorted(keys)}".encode()).hexdigest()[:25]


def _title(page: Page) -> str:
    """Return a page's first line, by which its message is found."""
    return next(part.text.partition("\n")[0] for part in page.parts if isinstance(part, Text))


def _texts(components: Iterable[Any]) -> Iterator[str]:
    for component in components:
        if isinstance(component, discord.TextDisplay):
            yield component.content
        yield from _texts(getattr(component, "children", ()))
