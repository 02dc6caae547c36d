"""One table: its state in memory, its log in the store, its moves one after the other."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from bot.tables import lobby, match
from bot.tables.command import Command
from bot.tables.due import Due, Event, next_due
from bot.tables.entries import Entry
from bot.tables.errors import OutdatedError, RefusedError
from bot.tables.ports import Ports
from bot.tables.results import match_result
from bot.tables.rules import HouseRules
from bot.tables.state import TableState, evolve, human_seats, kai_seat
from bot.tables.store import SequenceTakenError, StoreUnavailableError

__all__ = ["House", "Table"]

logger = logging.getLogger(__name__)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class House:
    """What all tables of a process share."""

    ports: Ports
    rules: HouseRules
    changed: Callable[[TableState], None]
    """Told of every committed state."""
    lost: Callable[[str], None]
    """Told a table's id when its memory may no longer match its log."""


class Table:
    """A table being hosted. All changes go through :meth:`do`."""

    def __init__(self, state: TableState, house: House) -> None:
        self._state = state
        self._house = house
        self._lock = asyncio.Lock()
        self._alarm: asyncio.Task[None] | None = None
        self._running: set[asyncio.Task[Any]] = set()
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
        nothing changed. A caller that goes away does not interrupt it.
        """
        return await asyncio.shield(self._keep(self._do(command)))

    def wake(self) -> None:
        """Begin to watch the clock."""
        self._plan()

    async def close(self) -> None:
        """Finish what is being committed and stop watching the clock; the log stays as it is."""
        self._shut = True
        self._cancel_alarm()
        await asyncio.gather(*self._running, return_exceptions=True)

    async def _do(self, command: Command) -> TableState:
        async with self._lock:
            if self._shut:
                raise RefusedError("The table is not ready just now. Please try again in a moment.")
            entries, after = self._outcome(command)
            if entries:
                await self._commit(entries, after)
            return self._state

    def _outcome(self, command: Command) -> tuple[list[Entry], TableState]:
        """Try a command on the state: what would be logged, and where it would lead."""
        now = self._house.ports.time.now()
        entries: list[Entry] = []
        after = self._state
        pending: Sequence[Entry] = command(after, now)
        while pending:
            for entry in pending:
                after = evolve(after, entry)
            entries.extend(pending)
            pending = match.follow_up(after, now)
        return entries, after

    async def _commit(self, entries: Sequence[Entry], after: TableState) -> None:
        before, store = self._state, self._house.ports.store
        listing = after.listing()
        try:
            await store.append(
                before.id,
                before.seq,
                entries,
                listing if listing != before.listing() else None,
                match_result(after),
            )
        except (SequenceTakenError, StoreUnavailableError) as error:
            logger.error("table %s: not stored: %s", before.id, error)  # noqa: TRY400 - one line
            self._shut = True
            self._cancel_alarm()
            self._house.lost(before.id)
            raise RefusedError(
                "That was not taken: it could not be saved. The table stays as it was; "
                "please try again."
            ) from error
        self._state = after
        self._plan()
        self._house.changed(after)

    def _plan(self) -> None:
        """Set the alarm for whatever the table does by itself next."""
        self._cancel_alarm()
        due = next_due(self._state, self._house.rules)
        if due is not None and not self._shut:
            self._alarm = asyncio.create_task(self._ring(due), name=f"alarm {self.id}")

    def _cancel_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    async def _ring(self, due: Due) -> None:
        wait = due.at - self._house.ports.time.now()
        if wait > 0:
            await self._house.ports.time.sleep(wait / 1000)
        # What is due sets the next alarm, which must not cancel the work under way.
        self._keep(self._happen(due.event))

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
                await self._do(lobby.expire)
            case Event.ABANDON:
                await self._do(match.abandon)
            case Event.KAI:
                await self._kai()
            case Event.GO_ON:
                await self._go_on()
            case Event.REMIND:
                await self._remind()
            case Event.TIME_OUT:
                await self._do(match.time_out(self._house.rules.missed_before_kai))

    async def _kai(self) -> None:
        """Let Kai decide for one seat; the commit sets the alarm for its next action."""
        state = self._state
        seat = kai_seat(state)
        if seat is not None:
            action = await self._house.ports.thinking.choose(state, seat)
            await self._do(match.act_for(seat, state.ply, action))

    async def _go_on(self) -> None:
        """Begin the next round: what any seat may do, the house does for all."""
        state = self._state
        seat = min(state.to_act)
        action = str(state.game.legal(state.position, seat)[0])
        await self._do(match.go_on(seat, state.ply, action))

    async def _remind(self) -> None:
        state = await self._do(match.remind)
        self._house.ports.surface.remind(state, human_seats(state))

    def _keep(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task
