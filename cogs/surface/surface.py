"""The surface that the host talks to: it takes everything down, and shows it soon."""

import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final

import discord

from bot.game.contract import Seat
from bot.games.players import needs_code
from bot.tables.core.state import TableState
from bot.tables.hosting.table import Table
from cogs.answers.click import Click
from cogs.arguments.permissions import may_show, unseen
from cogs.causes import Cause
from cogs.jobs import Jobs
from cogs.layouts.kai import kai_levels
from cogs.layouts.taught import Hint
from cogs.surface.hands import Hands
from cogs.surface.hints import Hints
from cogs.surface.lessons import Lessons
from cogs.surface.notice import Notice
from cogs.surface.parts import Parts
from cogs.surface.presence import Presence
from cogs.surface.reminders import Reminders

__all__ = ["Surface"]

logger = logging.getLogger(__name__)

PATIENCE: Final = 0.3
"""Seconds that a closing bot waits until everything is shown."""

BETWEEN: Final = 0.5
"""Seconds, at least, between attempts at what Discord has refused: with many tables, they wait."""

REST: Final = 10
"""Seconds after a refusal before a click that says we may write there is believed."""


class Surface:
    """Shows tables on Discord; made with the client, told by the host."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._jobs = Jobs()
        self._notices: OrderedDict[str, Notice] = OrderedDict()
        """Those used last are at the end."""
        self._barred: dict[int, set[str]] = {}
        """By server: tables whose messages Discord has refused lately."""
        self.hints = Hints(parts.executor)
        self.lessons = Lessons(parts, self._jobs, self._taught)
        unshown = self._notices.__contains__
        self.hands = Hands(parts, self._jobs, self._link, self.unseen, unshown, self.lessons.of)
        self.presence = Presence(parts)
        self.beside: Callable[[str], str] = lambda _: ""
        """Says at which tables a night plays whose own message can't be shown, and why."""
        self._knocks = Jobs()
        self._knocking = False
        self.reminders = Reminders(parts, self._jobs)

    @property
    def count(self) -> int:
        """How many tables' messages are being kept up to date."""
        return len(self._notices)

    def changed(self, table: TableState) -> None:
        """Show a table as it is now, soon."""
        notice = self._notice(table)
        notice.show(table)
        self._start(table.id, notice)
        self.hands.changed(table)
        self.reminders.changed(table)

    def renew(self, table: TableState) -> None:
        """Show a table again, soon, although it is as it was: more is known of it."""
        notice = self._notice(table)
        notice.forget()
        self._start(table.id, notice)

    def warmed_up(self) -> None:
        """Show again, soon, where Kai plays: it isn't weaker any more."""
        for table, notice in self._notices.items():
            game, levels = notice.table.game.name, kai_levels(notice.table)
            if any(needs_code(game, level) for level in levels):
                notice.reconsider()
                self._start(table, notice)

    async def reminds(self, table: str) -> bool:
        """Whether a message that reminds somebody at a table was really posted."""
        return await self._parts.bookmarks.reminder(table) is not None

    def remind(self, table: TableState, seats: Sequence[Seat]) -> None:
        """Remind the persons in these seats, soon."""
        if seats and not self._notice(table).barred:
            self.reminders.remind(table, seats)

    async def tried(self, table: TableState) -> None:
        """Wait until Discord has taken a table's message, or has refused it."""
        await self._notice(table).tried.wait()

    def is_barred(self, table: TableState) -> bool:
        """Whether Discord has refused a table's message a short time ago."""
        return self._notice(table).barred

    def cause(self, table: TableState) -> Cause | None:
        """Return why Discord refuses a table's message; None where it doesn't."""
        notice = self._notices.get(table.id)
        return notice.cause if notice is not None else None

    def unseen(self, table: TableState, click: Click | None = None) -> str:
        """Return why a table can't be shown in its channel, in sentences; nothing if it can."""
        own = unseen(self._parts.client, table, self.cause(table), click)
        beside = self.beside(table.id)
        return f"{own} `/tables` shows the night." if own and beside else own or beside

    async def look_for(self, table: TableState) -> None:
        """Post a table's message again if somebody has deleted it."""
        notice = self._notice(table)
        if await notice.look():
            logger.info("table %s: its message was deleted", table.id)
            self._start(table.id, notice)

    async def mend(self, table: TableState, message: discord.Message) -> None:
        """Show a closed table whose newest message, clicked on just now, does not say so.

        That is what a crash between the commit and the showing leaves behind.
        """
        bookmark = await self._parts.bookmarks.bookmark(table.id)
        if not table.closed or bookmark is None:
            return
        is_newer = bookmark.message < message.id and _shows_a_table(message)
        if is_newer:
            await self._notice(table).adopt(message.id)
        if is_newer or bookmark.message == message.id:
            self.changed(table)

    async def show_hand(  # noqa: PLR0913 - whose hand, and what it shows
        self,
        click: Click,
        table: Table,
        seat: Seat,
        focus: str = "",
        *,
        notice: str = "",
        hint: Hint | None = None,
    ) -> None:
        """Answer a click with a seat's hand as it is now, under a notice if there is any.

        The click tells about the channel, too: whether we may write there, and which of the table's
        messages is the newest.
        """
        await self.hands.show(click, table, seat, focus, notice=notice, hint=hint)
        if click.guild_id is not None and may_show(click):
            self.look_again(click.guild_id, click.channel_id, REST)
        if not table.state.closed:
            await self._met(table.state, click.message)

    def look_again(self, guild: int, channel: int | None = None, rested: float = 0) -> None:
        """Show what Discord forbade at least ``rested`` seconds ago: it may allow it now."""
        if channel is None:
            self.hands.look_again_on(guild)
        for table in tuple(self._barred.get(guild, ())):
            notice = self._notices.get(table)
            if notice is None:
                self._unbar(guild, table)
            elif channel not in (None, notice.place.channel):
                continue
            elif notice.knock(rested) or not notice.barred:
                self._unbar(guild, table)
                self._start(table, notice)

    def _unbar(self, guild: int, table: str) -> None:
        there = self._barred.get(guild, set())
        there.discard(table)
        if not there:
            self._barred.pop(guild, None)

    async def close(self) -> None:
        """Finish what is being shown."""
        await self._knocks.close(0)
        await self._jobs.close(PATIENCE)

    async def _link(self, table: TableState) -> str:
        """Return where a table's message is, as a link."""
        if table.closed:
            return await Notice(self._parts, table).link()
        return await self._notice(table).link()

    async def _met(self, table: TableState, message: discord.Message | None) -> None:
        """Show a table on the message that was clicked on, if that is a newer one than we know."""
        if message is None or not _shows_a_table(message):
            return
        notice = self._notice(table)
        if await notice.adopt(message.id):
            self._start(table.id, notice)

    def _taught(self, table: Table, user: int) -> None:
        """Let a person's open hand say what there is to learn."""
        self.hands.look_again(table, user)

    def _start(self, table: str, notice: Notice) -> None:
        if not notice.working:
            notice.working = True
            self._jobs.start(self._work(table, notice), f"showing table {table}")

    def _notice(self, table: TableState) -> Notice:
        notice = self._notices.get(table.id)
        if notice is None:
            notice = self._notices[table.id] = Notice(self._parts, table)
        self._notices.move_to_end(table.id)
        return notice

    def _tidy_up(self) -> None:
        """Forget the messages that nothing has been done about for longest: they are bookmarked."""
        most = self._parts.rules.tables_in_memory
        for table, notice in tuple(self._notices.items())[: len(self._notices) - most]:
            if not notice.working and not notice.barred:
                del self._notices[table]

    async def _work(self, table: str, notice: Notice) -> None:
        before = notice.cause
        await notice.work()
        if notice.barred:
            self._barred.setdefault(notice.place.guild, set()).add(table)
            if not self._knocking:
                self._knocking = True
                self._knocks.start(self._knock(), "trying again what Discord refused")
        if notice.over:
            self._notices.pop(table, None)
        if notice.over or notice.cause != before:
            self.hands.changed(notice.table)
        if len(self._notices) > self._parts.rules.tables_in_memory:
            self._tidy_up()

    async def _knock(self) -> None:
        """Try again, one after the other, what Discord has refused, as long as there is any.

        Servers take turns: none waits for all that another one refuses.
        """
        turns: dict[int, int] = {}
        try:
            while waiting := [self._notices[t] for t in self._forbidden() if t in self._notices]:
                wait = min(one.barred_until for one in waiting) - self._parts.time.now()
                await self._parts.time.sleep(max(wait / 1000, BETWEEN))
                due = [one for one in waiting if not one.barred]
                if due:
                    notice = min(due, key=lambda one: turns.get(one.place.guild, 0))
                    turns[notice.place.guild] = self._parts.time.now()
                    self._unbar(notice.place.guild, notice.table.id)
                    self._start(notice.table.id, notice)
        finally:
            self._knocking = False

    def _forbidden(self) -> Sequence[str]:
        return [table for tables in self._barred.values() for table in tables]


def _shows_a_table(message: discord.Message) -> bool:
    """Whether this is a table's public message, not a reminder, which has a button but no picture.

    A lobby has none either: it is known by its bookmark.
    """
    return not message.flags.ephemeral and bool(message.attachments)
