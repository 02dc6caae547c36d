"""The surface that the host talks to, and the look for people who have left a server."""

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import Final

import discord

from bot.game.contract import Seat
from bot.games.registry import needs_code
from bot.tables.authority import depart, those_to_look_for
from bot.tables.command import RefusedError
from bot.tables.state import TableState, human_users, stage_of
from bot.tables.table import Table
from cogs.core.click import Click
from cogs.core.permissions import Cause, may_show, unseen
from cogs.core.private import Private
from cogs.core.requests import is_gone
from cogs.core.work import Jobs
from cogs.play.coaching import Hint
from cogs.play.kai import kai_levels
from cogs.play.message import TableMessage
from cogs.play.open_hands import Hands
from cogs.play.reminders import Reminders
from cogs.play.teaching import Hints, Lessons
from cogs.services import Parts

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
        self._messages: OrderedDict[str, TableMessage] = OrderedDict()
        """Those used last are at the end."""
        self._barred: dict[int, set[str]] = {}
        """By server: tables whose messages Discord has refused lately."""
        self.hints = Hints(parts.executor)
        self.lessons = Lessons(parts, self._jobs, self._new_lesson)
        unshown = self._messages.__contains__
        self.private = Private(self._jobs, parts.time, parts.drawing, parts.behaviour.token_life)
        shows = self._link, self.unseen, unshown, self.lessons.of
        self.hands = Hands(parts, self._jobs, self.private, *shows)
        self.presence = Presence(parts)
        self.night_hitch: Callable[[str], str] = lambda _: ""
        """Says at which tables a night plays whose own message can't be shown, and why."""
        self._retries = Jobs()
        self._retrying = False
        self.reminders = Reminders(parts, self._jobs)

    @property
    def count(self) -> int:
        """How many tables' messages are being kept up to date."""
        return len(self._messages)

    def changed(self, table: TableState) -> None:
        """Show a table as it is now, soon."""
        shown = self._message(table)
        shown.show(table)
        self._start(table.id, shown)
        self.hands.changed(table)
        self.reminders.changed(table)

    def renew(self, table: TableState) -> None:
        """Show a table again, soon, although it is as it was: more is known of it."""
        shown = self._message(table)
        shown.forget()
        self._start(table.id, shown)

    def warmed_up(self) -> None:
        """Show again, soon, where Kai plays: it isn't weaker any more."""
        for table, shown in self._messages.items():
            game, levels = shown.table.game.name, kai_levels(shown.table)
            if any(needs_code(game, level) for level in levels):
                shown.reconsider()
                self._start(table, shown)

    async def reminds(self, table: str) -> bool:
        """Whether a message that reminds someone at a table was really posted."""
        return await self._parts.storage.bookmarks.reminder(table) is not None

    def remind(self, table: TableState, seats: Sequence[Seat]) -> None:
        """Remind the persons in these seats, soon."""
        if seats and not self.is_barred(table):
            self.reminders.remind(table, seats)
            if stage_of(table).paused:  # Its message says when the match ends: later now, maybe.
                self.renew(table)

    async def tried(self, table: TableState) -> None:
        """Wait until Discord has taken a table's message, or has refused it."""
        await self._message(table).tried.wait()

    def is_barred(self, table: TableState) -> bool:
        """Whether Discord has refused a table's message a short time ago."""
        return table.id in self._messages and self._messages[table.id].barred

    def cause(self, table: TableState) -> Cause | None:
        """Return why Discord refuses a table's message; None where it doesn't."""
        shown = self._messages.get(table.id)
        return shown.cause if shown is not None else None

    def unseen(self, table: TableState, click: Click | None = None) -> str:
        """Return why a table can't be shown in its channel, in sentences; nothing if it can."""
        own = unseen(self._parts.client, table, self.cause(table), click)
        hitch = self.night_hitch(table.id) if table.at_night else ""
        return f"{own} `/night` shows the night." if own and hitch else own or hitch

    async def look_for(self, table: TableState) -> None:
        """Post a table's message again if someone has deleted it."""
        shown = self._message(table)
        if await shown.look():
            self._start(table.id, shown)

    async def refresh_closed(self, table: TableState, message: discord.Message) -> None:
        """Show a closed table whose newest message doesn't say so, after a crash."""
        bookmark = await self._parts.storage.bookmarks.bookmark(table.id)
        if not table.closed or bookmark is None:
            return
        is_newer = bookmark.message < message.id and _shows_a_table(message)
        if is_newer:
            await self._message(table).use_message(message.id)
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
        anew: bool = False,
    ) -> None:
        """Answer a click with a seat's hand; the click tells about the channel, too."""
        await self.hands.show(click, table, seat, focus, notice=notice, hint=hint, anew=anew)
        if click.guild_id is not None and may_show(click):
            self.look_again(click.guild_id, click.channel_id, REST)
        if not table.state.closed:
            await self._met(table.state, click.message)

    def look_again(self, guild: int, channel: int | None = None, rested: float = 0) -> None:
        """Show what Discord forbade at least ``rested`` seconds ago: it may allow it now."""
        if channel is None:
            self.hands.look_again_on(guild)
        for table in tuple(self._barred.get(guild, ())):
            shown = self._messages.get(table)
            if shown is None:
                self._unbar(guild, table)
            elif channel not in (None, shown.table.place.channel):
                continue
            elif shown.retry(rested) or not shown.barred:
                self._unbar(guild, table)
                self._start(table, shown)

    def _unbar(self, guild: int, table: str) -> None:
        there = self._barred.get(guild, set())
        there.discard(table)
        if not there:
            self._barred.pop(guild, None)

    async def close(self) -> None:
        """Finish what is being shown."""
        await self._retries.close(0)
        await self._jobs.close(PATIENCE)

    async def _link(self, table: TableState) -> str:
        return await (self._messages.get(table.id) or TableMessage(self._parts, table)).link()

    async def _met(self, table: TableState, message: discord.Message | None) -> None:
        if message is None or not _shows_a_table(message):
            return
        shown = self._message(table)
        if await shown.use_message(message.id):
            self._start(table.id, shown)

    def _new_lesson(self, table: Table, user: int) -> None:
        self.hands.look_again(table, user)

    def _start(self, table: str, shown: TableMessage) -> None:
        if not shown.working:
            shown.working = True
            self._messages[table] = shown
            self._jobs.start(self._work(table, shown), f"showing table {table}")

    def _message(self, table: TableState) -> TableMessage:
        """Return a table's message; of a closed table it is kept only while it has to be shown."""
        shown = self._messages.get(table.id) or TableMessage(self._parts, table)
        if not table.closed:
            self._messages[table.id] = shown
            self._messages.move_to_end(table.id)
        return shown

    def _tidy_up(self) -> None:
        most = self._parts.rules.tables_in_memory
        for table, shown in tuple(self._messages.items())[: len(self._messages) - most]:
            if not shown.working and not shown.barred:
                del self._messages[table]

    async def _work(self, table: str, shown: TableMessage) -> None:
        before = shown.cause
        await shown.work()
        if shown.barred:
            self._barred.setdefault(shown.table.place.guild, set()).add(table)
            if not self._retrying:
                self._retrying = True
                self._retries.start(self._retry(), "trying again what Discord refused")
        if shown.over:
            self._messages.pop(table, None)
        if shown.over or shown.cause != before:
            self.hands.changed(shown.table)
        if len(self._messages) > self._parts.rules.tables_in_memory:
            self._tidy_up()

    async def _retry(self) -> None:
        """Try again, one after the other, what Discord has refused; servers take turns."""
        turns: dict[int, int] = {}
        try:
            while waiting := [
                self._messages[table]
                for tables in self._barred.values()
                for table in tables
                if table in self._messages
            ]:
                wait = min(one.barred_until for one in waiting) - self._parts.time.now()
                await self._parts.time.sleep(max(wait / 1000, BETWEEN))
                due = [one for one in waiting if not one.barred]
                if due:
                    shown = min(due, key=lambda one: turns.get(one.table.place.guild, 0))
                    turns[shown.table.place.guild] = self._parts.time.now()
                    self._unbar(shown.table.place.guild, shown.table.id)
                    self._start(shown.table.id, shown)
        finally:
            self._retrying = False


def _shows_a_table(message: discord.Message) -> bool:
    """Whether this is a match's message: a reminder has no picture."""
    return not message.flags.ephemeral and bool(message.attachments)


OFTEN: Final = 10
"""Seconds, at least, between two looks for a table's people that someone's command causes."""

_GONE: Final = {10007, 10013}
"""Discord's codes for someone who is no member of a server, or nobody at all."""


class Presence:
    """Lets people leave their tables who have left the server."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._looked: dict[str, int] = {}

    async def look_for_all(self, table: Table) -> bool:
        """Look for everyone on whom a table depends; return whether someone has gone."""
        now = self._parts.time.now()
        if now - self._looked.get(table.id, -OFTEN * 1000) < OFTEN * 1000:
            return False
        self._looked = {one: at for one, at in self._looked.items() if now - at < OFTEN * 1000}
        self._looked[table.id] = now
        return await self._look_for(table, those_to_look_for(table.state))

    async def look_for_awaited(self, table: Table) -> bool:
        """Look for those whom the table waits for; return whether someone has gone."""
        return await self._look_for(table, awaited(table.state))

    async def _look_for(self, table: Table, users: Iterable[int]) -> bool:
        guild = self._parts.client.get_guild(table.state.place.guild)
        if guild is None or guild.unavailable:
            return False
        gone = [user for user in users if await has_left(guild, user)]
        if not gone:
            return False
        before = table.state.seq
        try:
            await table.do(depart(gone))
        except RefusedError as error:
            logger.info("table %s keeps people who are gone: %s", table.id, error)
        return table.state.seq > before


def awaited(table: TableState) -> tuple[int, ...]:
    """Return the users whom a table waits for: its host, those who have to act, a whole lobby."""
    there = those_to_look_for(table)
    if table.stage is None:
        return tuple(there)
    acting = () if table.stage.paused else human_users(table)
    return tuple(user for user in there if user == table.host.id or user in acting)


async def has_left(guild: discord.Guild, user: int) -> bool:
    """Ask Discord whether someone is no member of a server any more."""
    return await is_gone(guild.fetch_member(user), *_GONE)
