"""Where a table's public message is, what it shows, and how it gets there."""

import logging
from dataclasses import replace
from typing import Any, Final

import discord
from discord.utils import snowflake_time

from bot.face.face import Scene
from bot.game.contract import AnyGame
from bot.games.faces import face_of
from bot.league.reports import NOTHING, Aftermath
from bot.league.results import why_uncounted
from bot.tables.entries import Place
from bot.tables.sight import look
from bot.tables.state import TableState
from bot.tables.store import Bookmark, Phase, StoreUnavailableError
from cogs.core.answers import post
from cogs.core.page import Page
from cogs.core.permissions import may_look
from cogs.core.requests import DISCORD_ERRORS, MESSAGE_GONE, is_gone
from cogs.core.work import in_thread
from cogs.play.finish import finish_page
from cogs.play.lobby import closed_lobby_page, left_lobby_page, lobby_page
from cogs.play.table import table_page
from cogs.services import Parts

logger = logging.getLogger(__name__)


class Posted:
    """The newest message of one table, remembered across restarts; raises what sending raises."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._bookmark: Bookmark | None = None
        self._looked_up = False
        self._replaces = ""
        """What marks the next post: the message that it replaces, or the table of the first one."""
        self._doubtful = False
        """Whether the next post may have been made before, by a process that was killed then."""
        self.uncertain = False
        """Whether a post may have been made without our hearing of it."""

    async def find(self, table: TableState) -> Bookmark | None:
        """Return the bookmark, if there is a message; raises ``StoreUnavailableError``."""
        if not self._looked_up:
            self._bookmark = await self._parts.storage.bookmarks.bookmark(table.id)
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
        again, self.uncertain = self.uncertain or self._doubtful, True
        message = await post(
            self._channel(table.place), page, self._replaces, self._parts.client.card_emojis
        )
        self.uncertain = self._doubtful = False
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
        assert bookmark is not None  # noqa: S101 - an edit has found it
        emojis = self._parts.client.card_emojis
        await post(self._message(table, bookmark), page, emojis=emojis)
        if self._is(bookmark):
            await self.shows(table)

    async def shows(self, table: TableState) -> None:
        """Remember that the message shows this much of the log."""
        if self._bookmark is not None and self._bookmark.shows != table.seq:
            await self._remember(replace(self._bookmark, shows=table.seq))

    async def use_message(self, table: TableState, message: int) -> bool:
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
            await post(self._message(table, lobby), page)
        except DISCORD_ERRORS as error:
            logger.info("table %s: its lobby keeps its buttons: %s", table.id, error)

    async def is_gone(self, table: TableState) -> bool | None:
        """Ask Discord whether someone has deleted the message; None where that can't be seen."""
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
        self.uncertain, self._doubtful = False, True

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
            await self._parts.storage.bookmarks.set_bookmark(bookmark)
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


class Painter:
    """Makes the public pages of one table; remembers its last picture."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._scene: Scene[Any] | None = None
        self._picture = b""

    async def page(self, table: TableState, *, mention: bool) -> Page:
        """Return the public page of a table as it stands."""
        parts = self._parts
        if table.phase is Phase.LOBBY:
            short_counts = await self._short_counts(table)
            return lobby_page(table, parts.rules, short_counts=short_counts, mention=mention)
        if not table.seats:
            return closed_lobby_page(table)
        if table.phase is Phase.PLAYING:
            return await in_thread(parts.executor, self._match_page, table, mention=mention)
        return await in_thread(
            parts.executor, self._finish_page, table, await self._aftermath(table)
        )

    async def _aftermath(self, table: TableState) -> Aftermath:
        finished = table.closed is not None and table.closed.because == "finished"
        if not finished or why_uncounted(table) is not None:
            return NOTHING
        try:
            settings = await self._parts.storage.league.settings(table.place.guild)
            return await self._parts.storage.aftermaths.aftermath(table.id, settings.season)
        except StoreUnavailableError:
            return NOTHING

    async def _short_counts(self, table: TableState) -> bool:
        if not table.setup.ranked:
            return False
        try:
            settings = await self._parts.storage.league.settings(table.place.guild)
        except StoreUnavailableError:
            return False
        return settings.count_short

    def _match_page(self, table: TableState, *, mention: bool) -> Page:
        face = face_of(table.game)
        painted = self._paint(table.game, look(table).scene)
        return table_page(table, face, painted, self._parts.rules, mention=mention)

    def _finish_page(self, table: TableState, aftermath: Aftermath) -> Page:
        face = face_of(table.game)
        return finish_page(table, face, self._paint(table.game, look(table).scene), aftermath)

    def _paint(self, game: AnyGame, scene: Scene[Any]) -> bytes:
        if scene != self._scene:
            self._picture = self._parts.drawer.picture(game, scene)
            self._scene = scene
        return self._picture


LONGEST_PAUSE: Final = 60
"""Seconds between attempts, at most, while Discord has trouble."""

BAR: Final = 45
"""Seconds for which nothing is tried where Discord forbids it: refusals are counted against us."""

PATIENT: Final = 80
"""Refusals in a row, about an hour of them, after which the bars are longer."""

LONGEST_BAR: Final = 600
"""Seconds of such a bar."""


class Rests:
    """Pauses after failures (1 s, 2 s, 4 s …) and bars after refusals; times are ms since 1970."""

    def __init__(self) -> None:
        self._failures = 0
        self._refusals = 0
        self._refused_at = 0
        self.barred_until = 0
        """Until when nothing is to be tried; in the past where there is no bar."""

    def succeeded(self) -> None:
        """Forget all trouble."""
        self._failures = self._refusals = 0

    def failed(self) -> None:
        """Note a failure that will pass."""
        self._failures += 1

    def refused(self, now: int) -> bool:
        """Note a refusal; return whether it is the first in a row."""
        rest = BAR if self._refusals < PATIENT else LONGEST_BAR
        self._refused_at, self.barred_until = now, now + rest * 1000
        self._refusals += 1
        return self._refusals == 1

    @property
    def pause(self) -> int:
        """Seconds to wait before the next attempt; 0 where nothing has failed."""
        return min(2 ** (self._failures - 1), LONGEST_PAUSE) if self._failures else 0

    def barred(self, now: int) -> bool:
        """Whether nothing is to be tried."""
        return now < self.barred_until

    def lift(self, now: int, rested: float) -> bool:
        """End a bar that has lasted ``rested`` seconds; return whether there was one to end."""
        if not self.barred(now) or now - self._refused_at < rested * 1000:
            return False
        self.barred_until = 0
        return True
