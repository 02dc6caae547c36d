"""Moves through the whole host onto the disk: tables played at once, without Discord."""

import asyncio
import random
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bot.bench.appends import Commits
from bot.bench.figure import Figure, percentile, ratio
from bot.compose import WallTime
from bot.games.game import Seat
from bot.games.registry import GAMES
from bot.kai.players import player_for
from bot.tables import lobby, match
from bot.tables.command import Asker
from bot.tables.entries import Person, Place, TableSetup
from bot.tables.host import Host
from bot.tables.ports import Ports
from bot.tables.rules import HouseRules
from bot.tables.state import TableState
from bot.tables.table import Table
from bot.tables.thinking import Thinking
from db.storage import open_storage
from db.upgrade import upgrade

__all__ = ["figures_of_moves", "play_tables"]

SEATS: Final = 4
PUBLISHED_CPU: Final = 425.0
"""Microseconds of CPU that a server of boardgame.io takes for a move, in memory only; published."""

ROOM: Final = HouseRules(
    tables_per_channel=10_000, tables_per_server=10_000, tables_per_person=10_000, round_pause=0
)


@dataclass(slots=True)
class Traffic:
    """What a run of tables came to; latencies, elapsed time and CPU are in seconds."""

    elapsed: float = 0
    cpu: float = 0
    latencies: list[float] = field(default_factory=list)
    """For each move the time from its being asked for to its being committed."""


class Unseen:
    """A surface that shows nothing."""

    def changed(self, table: TableState) -> None:
        """Show nothing."""

    def remind(self, table: TableState, seats: Sequence[Seat]) -> None:
        """Remind nobody."""


def figures_of_moves(
    folder: Path, tables: int, seconds: float, anchor: Commits
) -> Iterator[Figure]:
    """Play so many tables at once, for so long."""
    file = folder / f"{tables}-tables.db"
    traffic, commits = anchor.beside(lambda: asyncio.run(play_tables(file, tables, seconds)))
    moves = len(traffic.latencies)
    rate, cpu = moves / traffic.elapsed, traffic.cpu / moves * 1e6
    half, most = (percentile(traffic.latencies, share) * 1e3 for share in (0.5, 0.99))
    at = f"{tables} table{'s' if tables > 1 else ''}"
    yield Figure(
        f"durable moves, {at}",
        f"{rate:,.0f} moves/s (p50 {half:.2f} ms, p99 {most:.2f} ms)",
        f"{commits:,.0f} commits/s, aiosqlite, one at a time",
        ratio(rate, commits),
    )
    yield Figure(
        f"CPU a durable move, {at}",
        f"{cpu:.0f} µs",
        f"{PUBLISHED_CPU:.0f} µs, boardgame.io in memory (published, not measured here)",
        ratio(cpu, PUBLISHED_CPU),
    )


async def play_tables(file: Path, tables: int, seconds: float) -> Traffic:
    """Play at random at several tables at once, on a new SQLite file."""
    url = f"sqlite+aiosqlite:///{file}"
    await upgrade(url)
    with ThreadPoolExecutor(1) as executor:
        async with open_storage(url) as storage:
            thinking = Thinking(player_for, executor)
            host = Host(GAMES, Ports(storage.store, Unseen(), thinking, WallTime()), ROOM)
            started = await asyncio.gather(*(_start(host, number) for number in range(tables)))
            traffic = await _play_all(host, started, seconds)
            await host.close()
    return traffic


async def _start(host: Host, number: int) -> Table:
    """Open a table of four people and start its match; people differ from table to table."""
    people = [Person(id=SEATS * number + seat + 1, name="Guest") for seat in range(SEATS)]
    table = await host.open(people[0], Place(guild=1, channel=number), TableSetup(game="kapow"))
    for person in people[1:]:
        await host.join(table.id, person)
    await table.do(lobby.start(Asker(people[0])))
    return table


async def _play_all(host: Host, tables: Sequence[Table], seconds: float) -> Traffic:
    traffic = Traffic()
    start, cpu = time.perf_counter(), time.process_time()
    async with asyncio.TaskGroup() as group:
        for number, table in enumerate(tables):
            group.create_task(_play(host, number, table, start + seconds, traffic.latencies))
    traffic.elapsed, traffic.cpu = time.perf_counter() - start, time.process_time() - cpu
    return traffic


async def _play(host: Host, number: int, table: Table, end: float, latencies: list[float]) -> None:
    """Play match after match at one table until the end."""
    wheel = random.Random(number)  # noqa: S311 - the same choices in every run
    while (asked := time.perf_counter()) < end:
        state = table.state
        if state.closed:
            table = await _start(host, number)
            continue
        seat = min(state.to_act)
        action = wheel.choice(state.game.legal(state.position, seat))
        user = state.seats[seat].user or 0
        await table.do(match.act(user, seat, state.since[seat], str(action)))
        latencies.append(time.perf_counter() - asked)
