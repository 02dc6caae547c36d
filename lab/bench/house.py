"""A host without Discord on a new SQLite file, with tables of four people."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar

from bot.game.contract import Seat
from bot.games.registry import GAMES, player_for
from bot.malloc import tuned_gc
from bot.tables import lobby, match
from bot.tables.clock import HouseRules, WallTime
from bot.tables.command import Asker
from bot.tables.entries import Person, Place
from bot.tables.host import Host
from bot.tables.ports import Ports, Thinking
from bot.tables.reach import Reach
from bot.tables.state import TableState
from bot.tables.table import Table
from db.maintenance.upgrade import upgrade
from db.storage import open_storage
from lab.bench.figure import SEATS, setup

T = TypeVar("T")

RULES: Final = HouseRules(
    tables_per_channel=10_000, tables_per_server=10_000, tables_per_person=10_000, kai_pace=0
)

ROOM: Final = replace(RULES, kai_pace=HouseRules().kai_pace, round_pause=0)


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


@asynccontextmanager
async def open_house(file: Path) -> AsyncIterator[Host]:
    """Open a host on a new file; close it at the end."""
    url = f"sqlite+aiosqlite:///{file}"
    await upgrade(url)
    with ThreadPoolExecutor(1) as executor:
        async with open_storage(url) as storage:
            clock, thinking = WallTime(), Thinking(player_for, executor)
            ports = Ports(
                *(storage.store, Unseen(), thinking, clock),
                *(storage.leases, storage.quiet_hours, Reach(clock)),
            )
            host = Host(GAMES, ports, ROOM)
            async with tuned_gc(host.awake):
                await host.wake()
                yield host
                await host.close()


async def open_lobby(host: Host, number: int, *, rounds: int = 10) -> Table:
    """Open a lobby and seat four people, different ones at each table."""
    people = [Person(id=SEATS * number + seat + 1, name="Guest") for seat in range(SEATS)]
    table = await host.open(people[0], Place(guild=1, channel=number), setup(rounds))
    for person in people[1:]:
        await host.join(table.id, person)
    return table


async def start_match(table: Table) -> None:
    """Start the match of a lobby, as its host."""
    await table.do(lobby.start(Asker(table.state.guests[0].person)))


async def act(table: Table, seat: Seat, action: object) -> None:
    """Perform an action for the person in a seat."""
    state = table.state
    user = state.seats[seat].user or 0
    await table.do(match.act(user, seat, state.since[seat], str(action)))


async def at_once(work: Sequence[Coroutine[Any, Any, T]]) -> list[T]:
    """Run coroutines in parallel; return their results."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(each) for each in work]
    return [task.result() for task in tasks]
