"""What is written: moves through the host onto the disk, and the group-committing writer alone.

Both are compared with one commit per move.
"""

import asyncio
import random
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from bot.tables.host import Host
from bot.tables.table import Table
from db.maintenance.checkup import appends_per_second, plain_appends_per_second
from lab.bench.figure import Figure, new_folder, percentile, ratio
from lab.bench.house import act, at_once, open_house, open_lobby, start_match

T = TypeVar("T")

WRITERS: Final = (1, 32)

PUBLISHED_CPU: Final = 425.0
"""Published CPU microseconds of a boardgame.io server for a move, in memory only."""


def figures_of_moves(tables: Sequence[int], seconds: float, commits: int) -> Iterator[Figure]:
    """Play these numbers of tables in parallel, each for some seconds, beside plain commits."""
    with new_folder() as folder:
        for number in tables:
            file = folder / f"{number}-tables.db"
            traffic, anchor = _beside(commits, partial(play_tables, file, number, seconds))
            yield from _of_moves(number, traffic, anchor)


def _of_moves(tables: int, traffic: "Traffic", commits: float) -> Iterator[Figure]:
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


def figures_of_appends(moves: int, commits: int) -> Iterator[Figure]:
    """Let several writers append this many moves each, beside plain commits."""
    with new_folder() as folder:
        for writers in WRITERS:
            url = f"sqlite+aiosqlite:///{folder / f'{writers}-writers.db'}"
            rate, anchor = _beside(commits, partial(appends_per_second, url, writers, moves))
            yield Figure(
                f"group commit, {writers} writer{'s' if writers > 1 else ''}",
                f"{rate:,.0f} appends/s",
                f"{anchor:,.0f} commits/s, aiosqlite, one at a time",
                ratio(rate, anchor),
            )


def _beside(commits: int, measure: Callable[[], Coroutine[Any, Any, T]]) -> tuple[T, float]:
    """Return what was measured, and how many rows a second plain aiosqlite commits one by one.

    The speed of a shared disk varies over time, so the latter is the mean of before and after.
    """
    with new_folder() as folder:
        before = asyncio.run(plain_appends_per_second(folder / "before.db", commits))
        measured = asyncio.run(measure())
        after = asyncio.run(plain_appends_per_second(folder / "after.db", commits))
    return measured, 2 / (1 / before + 1 / after)


@dataclass(slots=True)
class Traffic:
    """The results of a run; latencies, elapsed time and CPU time are in seconds."""

    elapsed: float = 0
    cpu: float = 0
    latencies: list[float] = field(default_factory=list)
    """For each move, the time from request to commit."""


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
