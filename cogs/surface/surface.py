"""The surface that the host talks to: it takes everything down, and shows it soon."""

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bot.games.game import Seat
from bot.render.faces import face_of
from bot.tables.state import TableState
from cogs import sending
from cogs.layouts.table import reminder_page
from cogs.surface.hands import Hands
from cogs.surface.jobs import Jobs
from cogs.surface.mentions import may_mention
from cogs.surface.notice import Notice
from cogs.surface.trouble import DISCORD_ERRORS

if TYPE_CHECKING:
    from cogs.client import CardNight

__all__ = ["Surface"]

logger = logging.getLogger(__name__)

PATIENCE: Final = 5
"""Seconds that a closing house waits for what is being shown."""


class Surface:
    """Shows tables on Discord; made with the client, told by the host."""

    def __init__(self, bot: "CardNight") -> None:
        self._bot = bot
        self._jobs = Jobs()
        self._notices: dict[str, Notice] = {}
        self.hands = Hands(bot, self._jobs, self.link)

    def changed(self, table: TableState) -> None:
        """Show a table as it is now, soon."""
        notice = self._notice(table)
        notice.show(table)
        if not notice.working:
            notice.working = True
            self._jobs.start(self._work(table.id, notice), f"showing table {table.id}")
        self.hands.changed(table)

    def remind(self, table: TableState, seats: Sequence[Seat]) -> None:
        """Remind the persons in these seats, soon."""
        if seats:
            self._jobs.start(self._remind(table, tuple(seats)), f"reminder at table {table.id}")

    async def link(self, table: TableState) -> str:
        """Return where a table's message is, as a link."""
        if table.closed:
            return await Notice(self._bot, table).link()
        return await self._notice(table).link()

    async def mend(self, table: TableState, message: int) -> None:
        """Show a closed table whose newest message, clicked on just now, does not say so.

        That is what a crash between the commit and the showing leaves behind.
        """
        bookmark = await self._bot.services.bookmarks.bookmark(table.id)
        if table.closed and bookmark is not None and bookmark.message == message:
            self.changed(table)

    async def close(self) -> None:
        """Finish what is being shown."""
        await self._jobs.close(PATIENCE)

    def _notice(self, table: TableState) -> Notice:
        notice = self._notices.get(table.id)
        if notice is None:
            notice = self._notices[table.id] = Notice(self._bot, table)
        return notice

    async def _work(self, table: str, notice: Notice) -> None:
        await notice.work()
        if notice.over:
            self._notices.pop(table, None)

    async def _remind(self, table: TableState, seats: tuple[Seat, ...]) -> None:
        mention = await may_mention(self._bot.services, table.place.guild)
        page = reminder_page(table, face_of(table.game), seats, mention=mention)
        place = table.place
        channel = self._bot.get_partial_messageable(place.channel, guild_id=place.guild)
        try:
            await sending.post(channel, page)
        except DISCORD_ERRORS as error:
            logger.info("table %s: its reminder was not posted: %s", table.id, error)
