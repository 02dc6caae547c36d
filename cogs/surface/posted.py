"""A table's public message: where it is, what it shows, and how it gets there."""

import logging
from dataclasses import replace

import discord
from discord.utils import snowflake_time

from bot.tables.core.entries import Place
from bot.tables.core.state import TableState
from bot.tables.core.store import Bookmark, StoreUnavailableError
from cogs.answers import sending
from cogs.arguments.permissions import may_look
from cogs.layouts.lobby import left_lobby_page
from cogs.layouts.page import Page
from cogs.surface.parts import Parts
from cogs.trouble import DISCORD_ERRORS, MESSAGE_GONE, is_gone

__all__ = ["Posted"]

logger = logging.getLogger(__name__)


class Posted:
    """The newest message of one table, remembered across restarts by its bookmark.

    What is sent raises ``discord.HTTPException`` or what the network raises.
    """

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._bookmark: Bookmark | None = None
        self._looked_up = False
        self._replaces = ""
        """What marks the next post: the message that it replaces, or the table of the first one."""
        self._doubtful = False
        """Whether the next post may have been made before, by a process that was killed then."""
        self._uncertain = False

    @property
    def uncertain(self) -> bool:
        """Whether a post may have been made without our hearing of it."""
        return self._uncertain

    async def find(self, table: TableState) -> Bookmark | None:
        """Return the bookmark, if there is a message; raises ``StoreUnavailableError``."""
        if not self._looked_up:
            self._bookmark = await self._parts.bookmarks.bookmark(table.id)
            self._looked_up = True
            self._replaces = str(self._bookmark.message) if self._bookmark else table.id
            self._doubtful = self._bookmark is not None or table.seq > 1
        return self._bookmark

    async def link(self, table: TableState) -> str:
        """Return a link to the message, or to the channel where there is none yet."""
        try:
            bookmark = await self.find(table)
        except StoreUnavailableError:
            bookmark = None
        if bookmark is None:
            return f"<#{table.place.channel}>"
        where = f"{table.place.guild}/{bookmark.channel}/{bookmark.message}"
        return f"[to the table](https://discord.com/channels/{where})"

    async def post(self, table: TableState, page: Page) -> None:
        """Post a new message."""
        again, self._uncertain = self._uncertain or self._doubtful, True
        message = await sending.post(self._channel(table.place), page, self._replaces)
        self._uncertain = self._doubtful = False
        self._replaces = str(message.id)
        posted = Bookmark(table.id, table.place.channel, message.id, self._now(), table.seq)
        # Discord may have taken an earlier attempt without our hearing of it: then that is the
        # message, and shows what was true at that time.
        await self._remember(replace(posted, shows=0) if again else posted)
        if again:
            await self.edit(table, page)

    async def edit(self, table: TableState, page: Page) -> None:
        """Let the message show a page; there must be one."""
        bookmark = self._bookmark
        assert bookmark is not None  # noqa: S101 - whoever edits has found it
        await sending.edit(self._message(table, bookmark), page)
        if self._is(bookmark):
            await self.shows(table)

    async def shows(self, table: TableState) -> None:
        """Remember that the message shows this much of the log."""
        if self._bookmark is not None and self._bookmark.shows != table.seq:
            await self._remember(replace(self._bookmark, shows=table.seq))

    async def adopt(self, table: TableState, message: int) -> bool:
        """Take a newer message of the table for the newest; return whether it is newer."""
        try:
            bookmark = await self.find(table)
        except StoreUnavailableError:
            return False
        if bookmark is None or message <= bookmark.message:
            return False
        self._replaces = str(message)
        posted_at = round(snowflake_time(message).timestamp() * 1000)
        await self._remember(Bookmark(table.id, table.place.channel, message, posted_at, 0))
        return True

    async def leave_lobby(self, table: TableState, lobby: Bookmark) -> None:
        """Take the buttons off the lobby's message. If that fails, they only refuse."""
        try:
            page = left_lobby_page(table, await self.link(table))
            await sending.edit(self._message(table, lobby), page)
        except DISCORD_ERRORS as error:
            logger.info("table %s: its lobby keeps its buttons: %s", table.id, error)

    async def is_gone(self, table: TableState) -> bool | None:
        """Ask Discord whether somebody has deleted the message; None where that can't be seen."""
        try:
            bookmark = await self.find(table)
        except StoreUnavailableError:
            return False
        if bookmark is None:
            return False
        if not may_look(self._parts.client, table.place.guild, bookmark.channel):
            return None
        gone = await is_gone(self._message(table, bookmark).fetch(), MESSAGE_GONE)
        return gone and self._is(bookmark)

    def is_younger(self, seconds: float) -> bool:
        """Whether there is a message that was posted less than so long ago."""
        known = self._bookmark
        return known is not None and self._now() - known.posted_at < seconds * 1000

    def refused(self) -> None:
        """Take note that Discord has not taken the last post; it may have taken one before."""
        self._uncertain, self._doubtful = False, True

    def forget(self) -> bool:
        """Forget a message that is gone; return whether there was one."""
        had, self._bookmark = self._bookmark is not None, None
        return had

    def _is(self, bookmark: Bookmark) -> bool:
        """Whether this is the newest message: while Discord is asked, a newer one may be found."""
        return self._bookmark is not None and self._bookmark.message == bookmark.message

    async def _remember(self, bookmark: Bookmark) -> None:
        self._bookmark = bookmark
        try:
            await self._parts.bookmarks.set_bookmark(bookmark)
        except StoreUnavailableError as error:
            # After a restart there would be one message or one change more: no reason to stop.
            logger.warning("table %s: its message was not remembered: %s", bookmark.table, error)

    def _channel(self, place: Place) -> discord.PartialMessageable:
        return self._parts.client.get_partial_messageable(place.channel, guild_id=place.guild)

    def _message(self, table: TableState, bookmark: Bookmark) -> discord.PartialMessage:
        place = Place(guild=table.place.guild, channel=bookmark.channel)
        return self._channel(place).get_partial_message(bookmark.message)

    def _now(self) -> int:
        return self._parts.time.now()
