"""A table's public message: always the newest state, and never more work than is worth it."""

import logging
from typing import TYPE_CHECKING, Final

import discord

from bot.tables.state import TableState
from bot.tables.store import Bookmark, Phase, StoreUnavailableError
from cogs import sending
from cogs.faults import log_fault
from cogs.layouts.lobby import left_lobby_page
from cogs.layouts.page import Page
from cogs.surface.mentions import may_mention
from cogs.surface.moment import needs_fresh, needs_showing
from cogs.surface.painter import Painter
from cogs.surface.trouble import DISCORD_ERRORS, Trouble, trouble

if TYPE_CHECKING:
    from cogs.client import CardNight

__all__ = ["Notice"]

logger = logging.getLogger(__name__)

LONGEST_PAUSE: Final = 60
"""Seconds between attempts, at most, while Discord has trouble."""


class Notice:
    """Shows one table in its channel.

    :meth:`show` takes down the newest state; :meth:`work`, run by one task at a time, brings the
    message up to it: at most one edit in ``edit_interval`` and, within a turn, none. Where Discord
    has trouble it tries again; where it forbids, it rests a minute. No table waits for either.
    """

    def __init__(self, bot: "CardNight", table: TableState) -> None:
        self.working = False
        self._bot = bot
        self._newest = table
        self._results: TableState | None = None
        """A scored round that was left before it could be shown: it is shown first."""
        self._shown: TableState | None = None
        self._page: Page | None = None
        self._bookmark: Bookmark | None = None
        self._looked_up = False
        self._painter = Painter()
        self._sent_at = 0
        self._failures = 0
        self._barred_until = 0

    @property
    def over(self) -> bool:
        """Whether there is nothing more to show."""
        return self._newest.closed is not None and not self._behind()

    def show(self, table: TableState) -> None:
        """Take down what is to be shown; an older state than before is ignored."""
        if table.seq < self._newest.seq:
            return
        before = self._newest
        if _is_scored(before) and not _is_scored(table) and self._shown is not before:
            self._results = before
        self._newest = table

    async def link(self) -> str:
        """Return a link to the message, or to the channel where there is none yet."""
        place = self._newest.place
        try:
            bookmark = await self._find_bookmark()
        except StoreUnavailableError:
            bookmark = None
        if bookmark is None:
            return f"<#{place.channel}>"
        where = f"{place.guild}/{bookmark.channel}/{bookmark.message}"
        return f"[to the table](https://discord.com/channels/{where})"

    async def work(self) -> None:
        """Bring the message up to date, until it is."""
        self.working = True
        try:
            while self._behind():
                await self._pause()
                await self._step()
        finally:
            self.working = False

    def _behind(self) -> bool:
        if self._now() < self._barred_until:
            return False
        return self._results is not None or needs_showing(self._shown, self._newest)

    async def _pause(self) -> None:
        """Keep the distance between two edits, longer after failures."""
        services = self._bot.services
        if self._failures:
            await services.time.sleep(min(2**self._failures, LONGEST_PAUSE))
            return
        wait = services.manners.edit_interval - (self._now() - self._sent_at) / 1000
        if wait > 0 and self._sent_at:
            await services.time.sleep(wait)

    async def _step(self) -> None:
        table = self._results or self._newest
        try:
            await self._bring_up(table)
        except StoreUnavailableError as error:
            self._failed(table, error)
        except DISCORD_ERRORS as error:
            self._meet(table, error)
        except Exception as error:  # noqa: BLE001 - the match goes on, whatever is wrong with it
            log_fault(logger, f"table {table.id} cannot be shown", error)
            self._done(table)
        else:
            self._done(table)

    def _done(self, table: TableState) -> None:
        self._shown, self._failures = table, 0
        if table is self._results:
            self._results = None

    async def _bring_up(self, table: TableState) -> None:
        services = self._bot.services
        mention = await may_mention(services, table.place.guild)
        page = await self._painter.page(table, services, mention=mention)
        bookmark = await self._find_bookmark()
        fresh_after = services.manners.fresh_after
        if bookmark is None:
            if table.seats or not table.closed:  # A lobby never seen need not be seen closing.
                await self._post(table, page)
        elif needs_fresh(self._shown, table, bookmark, self._now(), fresh_after):
            await self._post(table, page)
            if self._shown is not None and self._shown.phase is Phase.LOBBY and table.seats:
                await self._leave_lobby(table, bookmark)
        elif page != self._page:
            await sending.edit(self._message(bookmark), page)
        self._page, self._sent_at = page, self._now()

    async def _post(self, table: TableState, page: Page) -> None:
        message = await sending.post(self._channel(table.place.channel), page)
        self._bookmark = Bookmark(table.id, table.place.channel, message.id, self._now())
        try:
            await self._bot.services.bookmarks.set_bookmark(self._bookmark)
        except StoreUnavailableError as error:
            # After a restart there would be one message more: no reason to stop here.
            logger.warning("table %s: its message was not remembered: %s", table.id, error)

    async def _leave_lobby(self, table: TableState, bookmark: Bookmark) -> None:
        """Take the buttons off the lobby's message. If that fails, they only refuse."""
        try:
            await sending.edit(self._message(bookmark), left_lobby_page(table, await self.link()))
        except DISCORD_ERRORS as error:
            logger.info("table %s: its lobby keeps its buttons: %s", table.id, error)

    def _meet(self, table: TableState, error: Exception) -> None:
        """Decide what to do after Discord has refused."""
        kind = trouble(error)
        if kind is Trouble.PASSING:
            self._failed(table, error)
        elif kind is Trouble.STALE and self._bookmark is not None:
            self._bookmark = self._page = None
        else:
            if not self._barred_until:
                logger.warning("table %s cannot be shown in its channel: %s", table.id, error)
            self._barred_until = self._now() + LONGEST_PAUSE * 1000

    def _failed(self, table: TableState, error: Exception) -> None:
        self._failures += 1
        logger.info("table %s: to be shown later (%s)", table.id, type(error).__name__)

    async def _find_bookmark(self) -> Bookmark | None:
        if not self._looked_up:
            self._bookmark = await self._bot.services.bookmarks.bookmark(self._newest.id)
            self._looked_up = True
        return self._bookmark

    def _channel(self, channel: int) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(channel, guild_id=self._newest.place.guild)

    def _message(self, bookmark: Bookmark) -> discord.PartialMessage:
        return self._channel(bookmark.channel).get_partial_message(bookmark.message)

    def _now(self) -> int:
        return self._bot.services.time.now()


def _is_scored(table: TableState) -> bool:
    return table.stage is not None and table.stage.paused and not table.closed
