"""Ports: the interfaces through which the host reaches clock, storage, Discord and Kai."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.game.contract import Seat
from bot.tables.core.quiet_hours import QuietHoursStore
from bot.tables.core.state import TableState
from bot.tables.core.store import Store
from bot.tables.hosting.reach import Reach
from bot.tables.hosting.thinking import Thinking
from bot.tables.leases.lease import Leases

__all__ = ["Ports", "Surface", "Time"]


class Time(Protocol):
    """A clock, and sleeping. Tests and local play bring their own."""

    def now(self) -> int:
        """Return the time in milliseconds since 1970."""

    def steady(self) -> float:
        """Return monotonic seconds from an arbitrary start.

        This clock stops while the machine sleeps, and :meth:`sleep` goes by it.
        """

    async def sleep(self, seconds: float) -> None:
        """Return after that many seconds."""


class Surface(Protocol):
    """Shows the tables to people. Calls must not block or raise: showing happens later."""

    def changed(self, table: TableState) -> None:
        """Show a table's new state; called after every commit."""

    def remind(self, table: TableState, seats: Sequence[Seat]) -> None:
        """Remind the persons in these seats that their time is running out."""

    async def reminds(self, table: str) -> bool:
        """Whether a message that reminds somebody at a table was really posted.

        Raises ``StoreUnavailableError``.
        """


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
