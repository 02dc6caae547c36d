"""One table: its state in memory, its log in the store, its clock, its moves one by one."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from bot.tables.core import lobby, match
from bot.tables.core.command import Command
from bot.tables.core.due import (
    Due,
    Event,
    end_without_clock,
    if_due,
    next_due,
    worth_giving_back,
)
from bot.tables.core.entries import Entry, Slept
from bot.tables.core.errors import OutdatedError, RefusedError
from bot.tables.core.outcome import effects, outcome
from bot.tables.core.rules import HouseRules
from bot.tables.core.state import TableState, human_seats, kai_seat
from bot.tables.core.store import NotEnoughChipsError, SequenceTakenError, StoreUnavailableError
from bot.tables.hosting.faults import Faults
from bot.tables.hosting.log_context import about
from bot.tables.hosting.ports import Ports, Time
from bot.tables.hosting.sleepers import FAR

__all__ = ["House", "Table", "TableClock"]

logger = logging.getLogger(__name__)

JUMP = 10_000
"""Milliseconds by which the wall may run ahead of a steady clock, or behind it, before it counts.

What is less is lost or won by whoever's turn it is; set back by less, time stands still.
"""


@dataclass(frozen=True, slots=True)
class House:
    """What all tables of a process share."""

    ports: Ports
    rules: HouseRules
    changed: Callable[[TableState], None]
    """Told of every committed state."""
    lost: Callable[[str], None]
    """Told a table's id when its memory may no longer match its log."""
    later: Callable[[str, int], None]
    """Told a table's id and when to look at it again (ms since 1970): only in hours or days."""
    faults: Faults = field(default_factory=Faults)


class Table:
    """A table being hosted. All changes go through :meth:`do`."""

    def __init__(self, state: TableState, house: House) -> None:
        self._state = state
        self._house = house
        self._clock = TableClock(house.ports.time, state.last_at)
        self._lock = asyncio.Lock()
        self._alarm: asyncio.Task[None] | None = None
        self._alarm_at = 0
        self._running: set[asyncio.Task[None]] = set()
        self._shut = False

    @property
    def id(self) -> str:
        """The table's id."""
        return self._state.id

    @property
    def state(self) -> TableState:
        """The table as committed."""
        return self._state

    async def do(self, command: Command) -> TableState:
        """Carry out a command: check it, commit its entries, then show the table.

        Returns the new state, after the commit. Raises ``RefusedError`` or ``GameError`` with
        nothing changed. Once its entries are on their way, a caller that goes away does not
        interrupt it.
        """
        missed = self._clock.missed()
        if missed and worth_giving_back(self._state, missed):
            await self._carry_out(lambda _, now: [Slept(at=now, milliseconds=missed)])
        return await self._carry_out(command)

    def wake(self) -> None:
        """Begin to watch the clock."""
        self._plan()

    async def close(self) -> None:
        """Finish what is being committed and stop watching the clock; the log stays as it is."""
        self._shut = True
        self._cancel_alarm()
        async with self._lock:  # Whoever was before us has finished, or was refused.
            pass
        await asyncio.gather(*self._running, return_exceptions=True)

    async def _carry_out(self, command: Command) -> TableState:
        await self._lock.acquire()
        settled: asyncio.Future[None] | None = None
        try:
            if self._shut:
                raise RefusedError("The table is not ready just now. Please try again in a moment.")
            entries, after = outcome(self._state, command, self._clock.now())
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
                f"You do not have {self._state.setup.ante} chips. /chips tells what you have."
            ) from error
        except (SequenceTakenError, StoreUnavailableError) as error:
            raise RefusedError(
                "That was not taken: it could not be saved. The table stays as it was; "
                "please try again."
            ) from error
        return after

    def _write(self, entries: Sequence[Entry], after: TableState) -> asyncio.Future[None]:
        """Set a commit going; the lock is held until it is settled.

        Returns a future of its own for that: who waits for it and goes away cancels nothing else.
        """
        before = self._state
        written = self._house.ports.store.append(
            before.id, before.seq, entries, effects(before, after)
        )
        settled = written.get_loop().create_future()
        written.add_done_callback(partial(self._settle, after, settled))
        return settled

    def _settle(
        self, after: TableState, settled: asyncio.Future[None], written: asyncio.Future[None]
    ) -> None:
        """Go on after a commit, or without it."""
        self._lock.release()
        error = asyncio.CancelledError() if written.cancelled() else written.exception()
        _pass_on(error, settled)
        if error is None:
            self._house.faults.saved()
            self._state = after
            self._plan()
            self._house.changed(after)
            return
        if isinstance(error, NotEnoughChipsError):
            return  # The database refused it; what is in memory is as it was, and right.
        if isinstance(error, StoreUnavailableError):
            self._house.faults.failed(self.id, error)
        else:
            logger.error("table %s: not stored: %s", self.id, error)
        self._shut = True
        self._cancel_alarm()
        self._house.lost(self.id)

    def _plan(self) -> None:
        """See that an alarm rings for whatever the table does by itself next.

        One that rings earlier is left alone: it looks again then what is due. Most moves only put
        off what would happen without them.
        """
        due = None if self._shut else next_due(self._state, self._house.rules)
        if due is None:
            self._cancel_alarm()
        elif self._is_far(due):
            self._cancel_alarm()
            self._house.later(self.id, due.at)
        elif self._alarm is None or due.at < self._alarm_at:
            self._cancel_alarm()
            self._alarm_at = due.at
            with about(table=self.id):
                self._alarm = asyncio.create_task(self._watch(), name=f"alarm {self.id}")

    def _is_far(self, due: Due) -> bool:
        """Whether nobody needs this table in memory until then: no clock runs at it."""
        unclocked = end_without_clock(self._state, self._house.rules) is not None
        return unclocked and due.at - self._clock.now() > FAR

    def _cancel_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    async def _watch(self) -> None:
        """Wait for the next thing that is due, and see to it."""
        while (due := next_due(self._state, self._house.rules)) is not None:
            wait = due.at - self._clock.now()
            if wait <= 0:
                # What is due sets the next alarm, which must not cancel the work under way.
                self._alarm = None
                self._keep(self._happen(due.event))
                return
            self._alarm_at = due.at
            await self._house.ports.time.sleep(wait / 1000)

    async def _happen(self, event: Event) -> None:
        try:
            await self._handle(event)
        except (OutdatedError, RefusedError):
            logger.debug("table %s: %s is not due any more", self.id, event.value)
        except Exception:
            logger.exception("table %s: %s failed", self.id, event.value)

    async def _handle(self, event: Event) -> None:
        match event:
            case Event.EXPIRE:
                await self._do_if_due(event, lobby.expire)
            case Event.ABANDON:
                await self._do_if_due(event, match.abandon)
            case Event.KAI:
                await self._kai()
            case Event.GO_ON:
                await self._go_on()
            case Event.REMIND:
                state = await self._do_if_due(event, match.remind)
                self._house.ports.surface.remind(state, human_seats(state))
            case Event.TIME_OUT:
                missed_before_kai = self._house.rules.missed_before_kai
                await self._do_if_due(event, match.time_out(missed_before_kai))

    async def _do_if_due(self, event: Event, command: Command) -> TableState:
        return await self.do(if_due(event, self._house.rules, command))

    async def _kai(self) -> None:
        """Let Kai decide for one seat; the commit sets the alarm for its next action."""
        state = self._state
        seat = kai_seat(state)
        if seat is not None:
            action = await self._house.ports.thinking.choose(state, seat)
            await self.do(match.act_for(seat, state.ply, action))

    async def _go_on(self) -> None:
        """Begin the next round: what any seat may do, the house does for all."""
        state = self._state
        seat = min(state.to_act)
        action = str(state.game.legal(state.position, seat)[0])
        await self._do_if_due(Event.GO_ON, match.go_on(seat, state.ply, action))

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        with about(table=self.id):
            task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)


class TableClock:
    """The time at one table, in milliseconds since 1970. It never runs backward.

    Where the wall's clock is set back, the table goes on from where it was, and is ahead of the
    wall until that is set forward again. Where the wall jumps forward, because it was set or the
    machine slept, nobody could act meanwhile: such time is *missed*, and counts against nobody.
    """

    def __init__(self, time: Time, last_at: int) -> None:
        self._time = time
        self._wall, self._steady = time.now(), time.steady()
        self._now = max(self._wall, last_at)
        self._ahead = self._now - self._wall
        self._missed = 0

    def now(self) -> int:
        """Return the time."""
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
        """Return the time that was missed since this was last asked, in milliseconds."""
        self.now()
        missed, self._missed = self._missed, 0
        return missed


def _pass_on(error: BaseException | None, settled: asyncio.Future[None]) -> None:
    """Tell whoever waits how a commit ended, if anybody still does."""
    if settled.done():
        return
    if error is None:
        settled.set_result(None)
    elif isinstance(error, asyncio.CancelledError):
        settled.cancel()
    else:
        settled.set_exception(error)
