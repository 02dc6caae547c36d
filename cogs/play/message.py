"""When a table's public message is worth a change or a new one, and what becomes of refusals."""

import asyncio
import logging
from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

import discord

from bot.tables.clock import deadline, resting
from bot.tables.loading import as_of
from bot.tables.match import PATIENCE
from bot.tables.sight import nameless
from bot.tables.state import TableState
from bot.tables.store import Bookmark, Phase, StoreUnavailableError
from cogs.core.permissions import Cause, cause, is_known, place_of
from cogs.core.requests import DISCORD_ERRORS, Trouble, trouble
from cogs.core.work import log_fault
from cogs.play.posted import Painter, Posted, Rests
from cogs.play.reminders import may_mention
from cogs.play.table import movers
from cogs.services import Parts

if TYPE_CHECKING:
    from cogs.core.page import Page


MOST_REPOSTS: Final = 3
"""How often a message that someone deletes comes again while nothing happens at its table."""

logger = logging.getLogger(__name__)


class TableMessage:
    """Shows one table in its channel: one edit at most in ``edit_interval``, none within a turn.

    :meth:`show` takes down the newest state; :meth:`work`, one task at a time, shows it.
    """

    def __init__(self, parts: Parts, table: TableState) -> None:
        self.working = False
        self.tried = asyncio.Event()
        self._parts = parts
        self._newest = table
        self._results: TableState | None = None
        """A scored round that was left before it could be shown: it is shown first."""
        self._shown: TableState | None = None
        self._page: Page | None = None
        self._posted = Posted(parts)
        self._recalled = False
        self._forgotten = 0
        """How often it was forgotten what the message shows: what was sent before tells nothing."""
        self.cause: Cause | None = None
        self._reposted = 0
        """How often it was posted again though nothing had happened: someone deletes it."""
        self._outdated = False
        """Whether the page may say something else although the table is as it was."""
        self._replaced = 0
        """How many messages of it in a row could not be changed."""
        self._nameless = False
        """Whether what people wrote is left out, because AutoMod blocks a word."""
        self._mention: bool | None = None
        """Whether players may be mentioned, as the server had it when something was posted."""
        self._fresh_after = parts.behaviour.fresh_after
        self._painter = Painter(parts)
        self._sent_at = 0
        self._rests = Rests()

    @property
    def over(self) -> bool:
        """Whether there is nothing more to show."""
        return self._newest.closed is not None and not self._lacks()

    @property
    def table(self) -> TableState:
        """The newest state that is to be shown."""
        return self._newest

    @property
    def barred(self) -> bool:
        """Whether Discord has forbidden it a short time ago."""
        return self._rests.barred(self._now())

    @property
    def barred_until(self) -> int:
        """Until when it is not tried (ms since 1970)."""
        return self._rests.barred_until

    def retry(self, rested: float) -> bool:
        """End a rest that has lasted ``rested`` seconds; return whether there was one to end."""
        return self._rests.lift(self._now(), rested)

    def show(self, table: TableState) -> None:
        """Take down what is to be shown; an older state than before is ignored."""
        if table.seq < self._newest.seq:
            return
        before = self._newest
        if _is_scored(before) and not _is_scored(table) and self._shown is not before:
            self._results = before
        if table.seq > before.seq:
            self._reposted = 0
        self._newest = table

    async def look(self) -> bool:
        """Return whether the message was deleted and is to be posted again; not for ever."""
        if not self._rests_shown() or self._reposted >= MOST_REPOSTS:
            return False
        gone = await self._posted.is_gone(self._newest)
        if not self._rests_shown():  # Whatever is sent meanwhile finds out for itself.
            return False
        if gone is None and self._posted.is_younger(self._fresh_after):
            self.forget()  # Only an edit can find out.
            return True
        if not gone:
            return False
        logger.info("table %s: its message was deleted", self._newest.id)
        self._reposted += 1
        self._posted.forget()
        self.forget()
        return True

    async def use_message(self, message: int) -> bool:
        """Go on with a newer message that was clicked on (after a crash); return whether it is."""
        if not await self._posted.use_message(self._newest, message):
            return False
        self.forget()
        return True

    def forget(self) -> None:
        """Make the page again, whatever the message shows."""
        self._shown, self._page, self._recalled = None, None, True
        self._forgotten += 1

    def reconsider(self) -> None:
        """Have the page made again: if it says something else now, the message is changed."""
        self._outdated = True

    async def link(self) -> str:
        """Return a link to the message, or to the channel where there is none yet."""
        return await self._posted.link(self._newest)

    async def work(self) -> None:
        """Bring the message up to date, until it is."""
        self.working = True
        try:
            while self._behind():
                await self._pause()
                await self._step()
        finally:
            self.working = False

    def _rests_shown(self) -> bool:
        busy = self.working or self.barred or self._lacks()
        return not busy and self._newest.closed is None

    def _behind(self) -> bool:
        return not self.barred and self._lacks()

    def _lacks(self) -> bool:
        """Whether something is still to be shown, now or when Discord allows it again."""
        if self._newest.closed is not None and self._newest.closed.because == "channel gone":
            return False
        if self._outdated or self._results is not None:
            return True
        return needs_showing(self._shown, self._newest)

    async def _pause(self) -> None:
        if self._rests.pause:
            await self._parts.time.sleep(self._rests.pause)
            return
        wait = self._parts.behaviour.edit_interval - (self._now() - self._sent_at) / 1000
        if wait > 0 and self._sent_at:
            await self._parts.time.sleep(wait)

    async def _step(self) -> None:
        table, forgotten = self._results or self._newest, self._forgotten
        if self._outdated:
            self._outdated = False
            if not self._lacks():  # As if it were not known: that calls nobody.
                self._shown, self._recalled = None, True
        try:
            await self._recall()
            if not self._behind():
                return
            await self._bring_up(table)
        except StoreUnavailableError as error:
            self._failed(table, error)
        except DISCORD_ERRORS as error:
            await self._meet(table, error)
        except Exception as error:  # noqa: BLE001 - the match goes on, whatever is wrong with it
            log_fault(logger, f"table {table.id} can't be shown", error)
            self._done(table)
        else:
            self._done(table)
        finally:
            if self._forgotten != forgotten:  # While Discord was asked: that was something else.
                self._shown, self._page = None, None

    def _done(self, table: TableState) -> None:
        self._shown, self.cause, self._replaced = table, None, 0
        self._rests.succeeded()
        self.tried.set()
        if table is self._results:
            self._results = None

    async def _recall(self) -> None:
        if self._shown is not None or self._recalled:
            return
        table = self._newest
        bookmark = await self._posted.find(table)
        if bookmark is not None and bookmark.shows:
            self._shown = await as_of(
                self._parts.storage.store, self._parts.games, table, bookmark.shows
            )
        self._recalled = True

    async def _bring_up(self, table: TableState) -> None:
        bookmark = await self._posted.find(table)
        fresh = self._is_fresh(table, bookmark)
        if fresh or self._mention is None:  # Only what is posted notifies anyone.
            self._mention = await may_mention(self._parts.storage.league, table.place.guild)
        named = nameless(table) if self._nameless else table
        page = await self._painter.page(named, mention=self._mention)
        if bookmark is None:
            if table.seats or not table.closed:  # A lobby never seen need not be seen closing.
                await self._posted.post(table, page)
        elif fresh:
            await self._posted.post(table, page)
            if self._has_left(table, bookmark):
                await self._posted.leave_lobby(named, bookmark)
        elif page != self._page:
            await self._posted.edit(table, page)
        else:
            await self._posted.shows(table)
        self._page, self._sent_at = page, self._now()

    def _is_fresh(self, table: TableState, bookmark: Bookmark | None) -> bool:
        if bookmark is None or self._posted.uncertain:
            return True
        return needs_fresh(self._shown, table, bookmark, self._now(), self._fresh_after)

    def _has_left(self, table: TableState, lobby: Bookmark) -> bool:
        if lobby.channel != table.place.channel:
            return True
        return self._shown is not None and self._shown.phase is Phase.LOBBY and bool(table.seats)

    async def _meet(self, table: TableState, error: Exception) -> None:
        kind = trouble(error)
        if isinstance(error, discord.HTTPException) and error.status < 500:
            self._posted.refused()
        if kind is Trouble.PASSING:
            self._failed(table, error)
        elif kind is Trouble.STALE and self._replaced < MOST_REPOSTS and self._posted.forget():
            self._page, self._replaced = None, self._replaced + 1
            self._reposted += 1
        elif kind is Trouble.BLOCKED and not self._nameless:
            self._nameless = True
        else:
            self._bar(table, error)
            place = table.place
            # What Discord says in its bad moments is not believed before its events say it too.
            client = self._parts.client
            if kind is Trouble.CHANNEL_GONE and not is_known(client, place):
                client.dispatch("channel_gone", place.guild, place.channel)

    def _bar(self, table: TableState, error: Exception) -> None:
        self.tried.set()
        self.cause = cause(error, place_of(self._parts.client, table.place))
        if self._rests.refused(self._now()):
            logger.warning("table %s cannot be shown in its channel: %s", table.id, error)

    def _failed(self, table: TableState, error: Exception) -> None:
        self._rests.failed()
        logger.info("table %s: to be shown later (%s)", table.id, type(error).__name__)

    def _now(self) -> int:
        return self._parts.time.now()


def _is_scored(table: TableState) -> bool:
    return table.stage is not None and table.stage.paused and not table.closed


def needs_showing(shown: TableState | None, table: TableState) -> bool:
    """Whether the public message is behind: single actions within a turn are not worth a change."""
    return shown is None or _moment(shown) != _moment(table)


def _moment(table: TableState) -> Hashable:
    if table.phase is Phase.LOBBY:
        return table.seq
    holds = tuple(seat.held for seat in table.seats)
    waits = (holds, table.host, table.paused, table.wishes, table.closed, deadline(table))
    return (table.stage, table.to_act, table.missed, *waits)


def needs_fresh(
    shown: TableState | None, table: TableState, bookmark: Bookmark, now: int, fresh_after: float
) -> bool:
    """Whether to post again: a change of the old message notifies nobody.

    ``shown`` is what it shows; it grows old after ``fresh_after`` seconds. Never while a turn
    rests.
    """
    if bookmark.channel != table.place.channel:
        return True
    if shown is None or table.closed is not None:
        return False
    begun = shown.phase is Phase.LOBBY is not table.phase
    # Who plays with Kai alone is there already, and need not be called.
    if len(table.people) > 1 if begun else _round(shown) != _round(table):
        return True
    if resting(table):
        return False
    rested = shown.paused and not table.paused and now - shown.paused.at >= PATIENCE
    if rested or now - bookmark.posted_at >= fresh_after * 1000:
        return True
    slow = table.setup.clock.kind == "slow"
    return slow and not set(movers(table)) <= set(movers(shown))


def _round(table: TableState) -> int | None:
    return table.stage.round if table.stage else None
