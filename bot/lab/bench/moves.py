"""Throughput of moves through the host onto the disk: parallel tables, without Discord."""

import asyncio
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bot.lab.bench.appends import Commits
from bot.lab.bench.figure import Figure, percentile, ratio
from bot.lab.bench.house import act, at_once, open_house, open_lobby, start_match
from bot.tables.hosting.host import Host
from bot.tables.hosting.table import Table

__all__ = ["figures_of_moves", "play_tables"]

PUBLISHED_CPU: Final = 425.0
"""Microseconds of CPU that a server of boardgame.io takes for a move, in memory only; published."""
"""Published CPU microseconds of a boardgame.io server for a move, in memory only."""


@dataclass(slots=True)
class Traffic:
    """The results of a run; latencies, elapsed time and CPU time are in seconds."""

    elapsed: float = 0
    cpu: float = 0
    latencies: list[float] = field(default_factory=list)
    """For each move, the time from request to commit."""


def figures_of_moves(
    folder: Path, tables: int, seconds: float, anchor: Commits
) -> Iterator[Figure]:
    """Play this many tables in parallel for some seconds."""
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
    """Play random matches at several tables in parallel, on a new SQLite file."""
    async with open_house(file) as host:
        started = await at_once([_start(host, number) for number in range(tables)])
        return await _play_all(host, started, seconds)


async def _start(host: Host, number: int) -> Table:
    table = await open_lobby(host, number)
    await start_match(table)
    return table


async def _play_all(host: Host, tables: Sequence[Table], seconds: float) -> Traffic:
    traffic = Traffic()
    start, cpu = time.perf_counter(), time.process_time()
    end, latencies = start + seconds, traffic.latencies
    await at_once([_play(host, number, t, end, latencies) for number, t in enumerate(tables)])
    traffic.elapsed, traffic.cpu = time.perf_counter() - start, time.process_time() - cpu
    return traffic


async def _play(host: Host, number: int, table: Table, end: float, latencies: list[float]) -> None:
    """Play match after match at one table until the end."""
    wheel = random.Random(number)  # noqa: S311 - not security-relevant
    while (asked := time.perf_counter()) < end:
        state = table.state
        if state.closed:
            table = await _start(host, number)
            continue
        seat = min(state.to_act)
        action = wheel.choice(state.game.legal(state.position, seat))
        await act(table, seat, action)
        latencies.append(time.perf_counter() - asked)
