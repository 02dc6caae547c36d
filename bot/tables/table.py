"""A hosted table: runs commands one at a time, saves their entries, and sets its alarm."""

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from functools import partial
from typing import Any, Final

from bot.face.markdown import counted
from bot.tables import clock, lobby, match, outages
from bot.tables.apply import apply_command, effects
from bot.tables.clock import Due, Time, TimedEvent
from bot.tables.command import Command, OutdatedError, RefusedError
from bot.tables.entries import Entry
from bot.tables.loading import log_context
from bot.tables.ports import TableContext
from bot.tables.quotas import FAR
from bot.tables.state import TableState, human_seats, human_users, kai_seat
from bot.tables.store import NotEnoughChipsError, SequenceTakenError, StoreUnavailableError

logger = logging.getLogger(__name__)


JUMP: Final = 10_000
"""Milliseconds: a smaller difference between wall clock and monotonic clock is no jump."""


class TableClock:
    """The time at one table, in milliseconds since 1970. It never runs backward.

    When the wall clock is set back, it stays ahead until that is set forward again. When the wall
    clock jumps forward, nobody could act in between: that time is *missed*, and credited to the
    players.
    """

    def __init__(self, time: Time, last_at: int) -> None:
        self._time = time
        self._wall, self._steady = time.now(), time.steady()
        self._now = max(self._wall, last_at)
        self._ahead = self._now - self._wall
        self._missed = 0

    def now(self) -> int:
        """Return the table's time."""
        wall, steady = self._time.now(), self._time.steady()
        jumped = wall - self._wall - round((steady - self._steady) * 1000)
        if jumped > JUMP:
            caught_up = min(self._ahead, jumped)
            self._ahead -= caught_up
            self._missed += jumped - caught_up
        elif jumped < -JUMP:
            self._ahead -= jumped
        self._wall, self._steady = wall, steady
        self._now = max(self._now, wall + self._ahead)
        return self._now

    def missed(self) -> int:
        """Return the time missed since the last call, in milliseconds."""
        self.now()
        missed, self._missed = self._missed, 0
        return missed

    def miss(self, milliseconds: int) -> None:
        """Count time in which nobody could act as missed."""
        self._missed += max(0, milliseconds)


class Table:
    """A table that this process hosts. All changes go through :meth:`do`."""

    def __init__(self, state: TableState, context: TableContext) -> None:
        self._state = state
        self._context = context
        self.clock = TableClock(context.ports.time, state.last_at)
        self._nights = clock.UNKNOWN
        self._lock = asyncio.Lock()
        self._alarm: asyncio.Task[None] | None = None
        self._alarm_at = 0
        self._running: set[asyncio.Task[None]] = set()
        self._standing: asyncio.Task[None] | None = None
        self._shut = False

    @property
    def id(self) -> str:
        """The table's id."""
        return self._state.id

    @property
    def state(self) -> TableState:
        """The table's last committed state."""
        return self._state

    async def do(self, command: Command) -> TableState:
        """Run a command: check it, commit its entries, show the table; return the new state.

        Raises ``RefusedError`` or ``GameError``; then nothing has changed. Cancelling the caller
        does not stop a commit that has begun.
        """
        missed = self.clock.missed() if self._standing is None else 0
        if missed and outages.must_credit_time(self._state, missed):
            await self._carry_out(outages.give_back(self.clock.now(), missed))
        return await self._carry_out(command)

    async def was_closed(self, since: int, until: int) -> None:
        """Give back the time in which the bot was not running; once people can come back."""
        if not outages.must_credit_time(self._state, until - since):
            return
        if self._stands():
            await self._carry_out(outages.note(since))
        else:
            await self._carry_out(outages.give_back(until, until - since))

    def wake(self) -> None:
        """Set the table's alarm."""
        self._plan()

    async def close(self) -> None:
        """Cancel the alarm, and finish the commit in progress; the log stays as it is."""
        self._stop()
        async with self._lock:  # Earlier commands have finished, or were refused.
            pass
        await asyncio.gather(*self._running, return_exceptions=True)

    async def _carry_out(self, command: Command) -> TableState:
        await self._lock.acquire()
        settled: asyncio.Future[None] | None = None
        try:
            if self._shut:
                raise RefusedError("The table isn't ready yet. Please try again in a moment.")
            entries, after = apply_command(self._state, command, self.clock.now())
            if entries:
                settled = self._write(entries, after)
        finally:
            if settled is None:
                self._lock.release()
        if settled is None:
            return self._state
        try:
            await settled
        except NotEnoughChipsError as error:
            raise RefusedError(
                f"You don't have {counted(self._state.setup.ante, 'chip')}. "
                "`/league chips` shows how many you have."
            ) from error
        except (SequenceTakenError, StoreUnavailableError) as error:
            raise RefusedError("That move couldn't be saved. Please try again.") from error
        return after

    def _write(self, entries: Sequence[Entry], after: TableState) -> asyncio.Future[None]:
        """Start a commit, and return a future for its end; the lock is held until then.

        Cancelling that future does not cancel the commit.
        """
        before = self._state
        written = self._context.ports.store.append(
            before.id, before.seq, entries, effects(before, after)
        )
        settled = written.get_loop().create_future()
        written.add_done_callback(partial(self._settle, after, settled))
        return settled

    def _settle(
        self, after: TableState, settled: asyncio.Future[None], written: asyncio.Future[None]
    ) -> None:
        """Take the new state after a commit; after a failure, have the table read again."""
        self._lock.release()
        error = asyncio.CancelledError() if written.cancelled() else written.exception()
        _pass_on(error, settled)
        if error is None:
            self._context.faults.saved()
            self._state = after
            self._plan()
            self._context.changed(after)
            return
        if isinstance(error, NotEnoughChipsError):
            return  # Nothing was written, so the state in memory is still right.
        if isinstance(error, StoreUnavailableError):
            self._context.faults.failed(self.id, error)
        else:
            logger.error("table %s: not stored: %s", self.id, error)
        self._let_go(error)

    def _let_go(self, error: BaseException) -> None:
        """Do nothing any more, and have the table read again."""
        self._stop()
        self._context.lost(self.id, error)

    def _stop(self) -> None:
        self._shut = True
        self._cancel_alarm()
        if self._standing is not None:
            self._standing.cancel()

    def _next_due(self) -> Due | None:
        return clock.next_due(self._state, self._context.rules, self._nights)

    def _plan(self) -> None:
        """Set the alarm for the next timed event.

        An alarm that rings earlier stays, and then checks what is due: that saves a new task for
        each move.
        """
        due = None if self._shut else self._next_due()
        if self._stands() and not self._shut and self._state.closed is None:
            self._cancel_alarm()
            if self._standing is None:
                since = self._context.ports.reach.since(self._state.place.guild)
                self._standing = self._keep(self._wait_for_people(since))
        elif due is None:
            self._cancel_alarm()
        elif self._is_far(due):
            self._cancel_alarm()
            self._context.later(self.id, due.at)
        elif self._alarm is None or due.at < self._alarm_at:
            self._cancel_alarm()
            self._alarm_at = due.at
            with log_context(table=self.id):
                self._alarm = asyncio.create_task(self._watch(), name=f"alarm {self.id}")

    def _stands(self) -> bool:
        """Whether nobody can play now, so that nothing here happens by itself."""
        away = self._context.ports.reach.since(self._state.place.guild) is not None
        return away or self._state.out_of_reach is not None

    async def _wait_for_people(self, since: int | None) -> None:
        """Wait until people can play, and give them back the time since then.

        ``since`` is None where only the log tells of an outage: the bot has started since.
        """
        reach, guild = self._context.ports.reach, self._state.place.guild
        try:
            if since is not None and self._state.out_of_reach is None:
                counts = max(outages.BRIEF, outages.shortest_credited(self._state))
                if not await reach.back(guild, within=(since + counts - reach.now()) / 1000):
                    await self.do(outages.note(since))
            await reach.back(guild)
            await self._give_back(since)
        except RefusedError as error:
            logger.debug("table %s: its outage is left alone: %s", self.id, error)
        self._standing = None
        self._plan()

    async def _give_back(self, since: int | None) -> None:
        now, missed = self.clock.now(), self.clock.missed()
        length = max(missed, 0 if since is None else now - since)
        if self._state.out_of_reach is None and length < outages.BRIEF:
            self.clock.miss(length)
        else:
            await self.do(outages.give_back(now if since is None else since, missed))

    def _in_reach(self, command: Command) -> Command:
        """Return a command that raises ``OutdatedError`` while nobody can play."""

        def checked(table: TableState, now: int) -> Sequence[Entry]:
            if self._stands():
                raise OutdatedError
            return command(table, now)

        return checked

    def _is_far(self, due: Due) -> bool:
        """Whether the table can leave memory until then: no clock runs, and it is long off."""
        unclocked = clock.end_without_clock(self._state, self._context.rules) is not None
        return unclocked and due.at - self.clock.now() > FAR

    def _cancel_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    async def _watch(self) -> None:
        """Wait until the next timed event is due and people could act until then; handle it."""
        reach, guild = self._context.ports.reach, self._state.place.guild
        while (due := self._next_due()) is not None:
            wait = due.at - self.clock.now()
            if wait > 0:
                self._alarm_at = due.at
                await self._context.ports.time.sleep(wait / 1000)
            elif due.event is not TimedEvent.KAI and not await reach.proven(guild):
                break  # The table stands still.
            elif due == self._next_due():
                self._keep(self._happen(due.event))
                break
        # Handling the event sets the next alarm, which must not cancel this task.
        self._alarm = None

    async def _happen(self, event: TimedEvent) -> None:
        try:
            await self._handle(event)
        except (OutdatedError, RefusedError):
            logger.debug("table %s: %s is not due any more", self.id, event.value)
        except Exception:
            logger.exception("table %s: %s failed", self.id, event.value)

    async def _handle(self, event: TimedEvent) -> None:
        match event:
            case TimedEvent.EXPIRE:
                await self._do_if_due(event, lobby.expire)
            case TimedEvent.ABANDON:
                await self._abandon()
            case TimedEvent.KAI:
                await self._kai()
            case TimedEvent.GO_ON:
                await self._go_on()
            case TimedEvent.REMIND | TimedEvent.TIME_OUT | TimedEvent.WAKE:
                await self._on_clock(event)

    async def _abandon(self) -> None:
        """Close a match that stood still; remind again if nobody has seen the reminder."""
        given_up = clock.unheard(self._state, self._context.rules, self.clock.now())
        try:
            told = self._state.paused or await self._context.ports.surface.reminds(self.id)
        except StoreUnavailableError as error:
            await self._unreadable(error)
            return
        if told or given_up:
            await self._do_if_due(TimedEvent.ABANDON, match.abandon)
        else:
            state = await self._do_if_due(TimedEvent.ABANDON, match.remind)
            self._context.ports.surface.remind(state, human_seats(state))

    async def _on_clock(self, event: TimedEvent) -> None:
        """Handle an event that may have to wait because it is someone's night."""
        if not await self._ask():
            return
        due = self._next_due()
        if due is None or due.event is not event or due.at > self.clock.now():
            self._plan()
        elif event is TimedEvent.REMIND:
            state = await self._do_if_due(event, match.remind)
            awake = [s for s in human_seats(state) if state.seats[s].user not in self._nights.ends]
            self._context.ports.surface.remind(state, awake)
        elif event is TimedEvent.TIME_OUT:
            missed, asleep = self._context.rules.missed_before_kai, self._nights.ends.keys()
            await self._do_if_due(event, match.time_out(missed, asleep))
        else:
            await self._do_if_due(event, match.wake)

    async def _ask(self) -> bool:
        """Ask whose night it is; return whether that could be read. A live match knows no night."""
        if self._state.setup.clock.kind == "live":
            return True
        try:
            chosen = await self._context.ports.quiet_hours.of(human_users(self._state))
        except StoreUnavailableError as error:
            await self._unreadable(error)
            return False
        self._nights = clock.nights(chosen, self.clock.now())
        return True

    async def _unreadable(self, error: StoreUnavailableError) -> None:
        """Have the table read again, since what must be known could not be read."""
        self._context.faults.unreadable(self.id, error)
        async with self._lock:  # A commit that has begun is finished.
            self._let_go(error)

    async def _do_if_due(self, event: TimedEvent, command: Command) -> TableState:
        due = clock.if_due(event, self._context.rules, command, self._nights)
        return await self.do(self._in_reach(due))

    async def _kai(self) -> None:
        """Let Kai act for one seat; the commit sets the alarm for its next action."""
        state = self._state
        seat = kai_seat(state)
        if seat is not None:
            action, level = await self._context.ports.thinking.choose(state, seat)
            await self.do(self._in_reach(match.act_for(seat, state.ply, action, level)))

    async def _go_on(self) -> None:
        state = self._state
        seat = min(state.to_act)
        action = str(state.game.legal(state.position, seat)[0])
        await self._do_if_due(TimedEvent.GO_ON, match.go_on(seat, state.ply, action))

    def _keep(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        with log_context(table=self.id):
            task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task


def _pass_on(error: BaseException | None, settled: asyncio.Future[None]) -> None:
    if settled.done():
        return
    if error is None:
        settled.set_result(None)
    elif isinstance(error, asyncio.CancelledError):
        settled.cancel()
    else:
        settled.set_exception(error)
