"""What simulated hosts have in common: the real host, by a clock that is moved."""

import asyncio
import os
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

from bot.games.players import player_for
from bot.tables.clock import HouseRules, Time
from bot.tables.ports import Ports, Surface, Thinking
from bot.tables.quiet_hours import QuietHoursStore
from bot.tables.reach import Reach
from bot.tables.state import TableState
from db.storage import Storage
from tests.patience import PATIENCE
from tests.tables.house import HandClock

P = ParamSpec("P")
T = TypeVar("T")

RULES: Final = HouseRules(
    tables_per_channel=10_000, tables_per_server=10_000, tables_per_person=10_000, kai_pace=0
)

_LONGEST_WAIT: Final = 0.01
"""Seconds of real time until the tables are looked at again, if none has changed."""


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


def live(out: Path, name: str, simulate: Callable[[], Coroutine[Any, Any, Sequence[str]]]) -> int:
    """Let a long time pass in a folder, once; return the exit status.

    It is 1 if what is stored is not what a recount says, 2 if there is a database already.
    """
    if (out / f"{name}.db").exists():
        print(f"There is a {name} in {out} already: choose another folder.", file=sys.stderr)
        return 2
    out.mkdir(parents=True, exist_ok=True)
    start = time.perf_counter()
    wrong = asyncio.run(simulate())
    busy = sum(os.times()[:4])
    print(f"Done in {time.perf_counter() - start:.0f} s, with {busy:.0f} s of processor time.")
    return 1 if wrong else 0


def tell_differences(wrong: Sequence[str], tell: Callable[[str], None]) -> None:
    """Tell what differs from a recount."""
    tell("equal" if not wrong else f"{len(wrong)} differences:")
    for line in wrong:
        tell(f"  {line}")


async def settled(
    read: Callable[[], Awaitable[Sequence[TableState]]],
    due: Callable[[TableState], int | None],
    clock: HandClock,
    moved: asyncio.Event,
) -> Sequence[TableState]:
    """Wait until nothing is due by the clock at any of the tables that are read; return them."""
    async with asyncio.timeout(PATIENCE):
        while True:
            moved.clear()
            states = await read()
            if not any(at is not None and at <= clock.now() for at in map(due, states)):
                return states
            clock.advance(0)
            try:
                async with asyncio.timeout(_LONGEST_WAIT):
                    await moved.wait()
            except TimeoutError:
                continue


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
