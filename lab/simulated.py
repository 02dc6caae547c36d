"""What simulated hosts have in common: the real host, by a clock that is moved."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from typing import Any, Final, ParamSpec, TypeVar

from bot.games.players import player_for
from bot.tables.clock import HouseRules, Time
from bot.tables.ports import Ports, Surface, Thinking
from bot.tables.quiet_hours import QuietHoursStore
from bot.tables.reach import Reach
from bot.tables.state import TableState
from db.storage import Storage

P = ParamSpec("P")
T = TypeVar("T")

RULES: Final = HouseRules(
    tables_per_channel=10_000, tables_per_server=10_000, tables_per_person=10_000, kai_pace=0
)


def ports_of(
    storage: Storage,
    surface: Surface,
    clock: Time,
    thinking: Thinking | None = None,
    quiet_hours: QuietHoursStore | None = None,
) -> Ports:
    """Return a host's ports. By default Kai thinks in the same thread."""
    return Ports(
        *(storage.store, surface, thinking or Thinking(player_for, AtOnce()), clock),
        *(storage.leases, quiet_hours or storage.quiet_hours, Reach(clock)),
    )


class Unseen:
    """A surface that shows nothing, and notes that something has changed."""

    def __init__(self) -> None:
        self.moved = asyncio.Event()

    def changed(self, table: TableState) -> None:  # noqa: ARG002 - the protocol's
        """Note that a table has changed."""
        self.moved.set()

    async def reminds(self, table: str) -> bool:  # noqa: ARG002 - the protocol's
        """Say that all reminders arrive."""
        return True

    def remind(self, table: TableState, seats: Sequence[int]) -> None:
        """Do nothing."""


class AtOnce(Executor):
    """Does everything at once, in the same thread: so a year goes the same way each time."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call a function; return a future that is done."""
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - the one who waits for the future is told
            done.set_exception(error)
        return done
