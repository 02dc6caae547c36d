"""What the host needs of the world outside."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.game.contract import Seat
from bot.tables.core.state import TableState
from bot.tables.core.store import Store
from bot.tables.hosting.thinking import Thinking
from bot.tables.leases.lease import Leases

__all__ = ["Ports", "Surface", "Time"]


class Time(Protocol):
    """The clock on the wall, and waiting. Tests and local play bring their own."""

    def now(self) -> int:
        """Return the time in milliseconds since 1970."""

    def steady(self) -> float:
        """Return seconds, from anywhere, by a clock that nobody sets.

        It stands still while the machine sleeps, and :meth:`sleep` goes by it.
        """

    async def sleep(self, seconds: float) -> None:
        """Return after that many seconds."""


class Surface(Protocol):
    """Where people see the tables. Neither call may wait or raise: it is told, it shows later."""

    def changed(self, table: TableState) -> None:
        """Show a table as it is now; called after every commit, with the committed state."""

    def remind(self, table: TableState, seats: Sequence[Seat]) -> None:
        """Remind the persons in these seats that their time is running out."""


@dataclass(frozen=True, slots=True)
class Ports:
    """The world outside, as one process's tables share it."""

    store: Store
    surface: Surface
    thinking: Thinking
    time: Time
    leases: Leases
