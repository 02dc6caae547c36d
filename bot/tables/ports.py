"""Ports: how the host reaches storage, Discord and Kai, who thinks in an executor."""

import asyncio
import logging
import os
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from bot.game.contract import Seat
from bot.games.registry import LATE_LEVEL, level_now, lighter_level
from bot.kai.player import USUAL_LEVEL, AnyPlayer
from bot.tables.clock import HouseRules, Time
from bot.tables.quiet_hours import QuietHoursStore
from bot.tables.reach import Reach, StorageFaults
from bot.tables.state import TableState
from bot.tables.store import Leases, Store

logger = logging.getLogger(__name__)

Players: TypeAlias = Callable[[str, str], AnyPlayer]
"""Returns the player for a game's name and a level."""

BUSY: Final = 48
"""For every 48 other decisions in progress, Kai plays one level lower.

A decision of hard takes some 10 ms, of expert some 50 ms.
"""

AT_ONCE: Final = max(1, (os.cpu_count() or 1) - 1)
"""Decisions that are computed at once, at most: a core stays free for people's clicks."""


class Decided(NamedTuple):
    """Kai's action, in notation, and the level at which it was chosen."""

    action: str
    level: str


class Thinking:
    """Runs Kai's players in an executor, off the event loop."""

    def __init__(self, players: Players, executor: Executor) -> None:
        self._players = players
        self._executor = executor
        self._under_way = 0
        self._cores = asyncio.Semaphore(AT_ONCE)

    async def choose(self, table: TableState, seat: Seat) -> Decided:
        """Return Kai's action for a seat.

        If a player raises, the error is logged, and the usual level decides; else the first legal
        action.
        """
        view = table.game.view(table.position, seat)
        legal = table.game.legal(table.position, seat)
        own = lighter_level(table.game.name, level_of(table, seat), self._under_way // BUSY)
        for level in dict.fromkeys((level_now(table.game.name, own), USUAL_LEVEL)):
            player = self._players(table.game.name, level)
            try:
                return Decided(str(await self._decide(player, view, legal)), level)
            except Exception:
                logger.exception("table %s: Kai (%s) could not decide", table.id, level)
        return Decided(str(legal[0]), USUAL_LEVEL)

    async def _decide(self, player: AnyPlayer, view: object, legal: Sequence[Any]) -> object:
        loop = asyncio.get_running_loop()
        self._under_way += 1
        try:
            async with self._cores:
                return await loop.run_in_executor(self._executor, _choice, player, view, legal)
        finally:
            self._under_way -= 1


def level_of(table: TableState, seat: Seat) -> str:
    """Return Kai's level for a seat: its own, one taken over, or one whose time ran out."""
    state = table.seats[seat]
    if state.user is None or state.held is not None:
        return state.occupant.kai or USUAL_LEVEL
    return LATE_LEVEL


def _choice(player: AnyPlayer, view: Any, legal: Sequence[Any]) -> Any:  # noqa: ANN401 - any game's
    return player.choose(view, legal).action


class Surface(Protocol):
    """Shows the tables to people. Calls must not block or raise: showing happens later."""

    def changed(self, table: TableState) -> None:
        """Show a table's new state; called after every commit."""

    def remind(self, table: TableState, seats: Sequence[Seat]) -> None:
        """Remind the persons in these seats that their time is running out."""

    async def reminds(self, table: str) -> bool:
        """Whether a reminder at a table was really posted; raises ``StoreUnavailableError``."""


@dataclass(frozen=True, slots=True)
class Ports:
    """The services that all tables of a process share."""

    store: Store
    surface: Surface
    thinking: Thinking
    time: Time
    leases: Leases
    quiet_hours: QuietHoursStore
    reach: Reach


@dataclass(frozen=True, slots=True)
class TableContext:
    """The services and callbacks that all tables of a process share."""

    ports: Ports
    rules: HouseRules
    changed: Callable[[TableState], None]
    lost: Callable[[str, BaseException | None], None]
    """Called with a table's id when its log may have more than memory, and why."""
    later: Callable[[str, int], None]
    """Called with a table's id and the time (ms since 1970) to wake it, hours ahead."""
    faults: StorageFaults = field(default_factory=StorageFaults)
