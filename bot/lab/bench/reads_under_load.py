"""Read latency at a table while a crowd asks for the standings of a large server."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final

from bot.face.league.values import MOST_LINES
from bot.lab.bench.figure import Figure, percentile, ratio
from bot.lab.bench.hosted import HOSTED, SEATS
from bot.league.periods import ALL_TIME
from bot.tables.core.entries import Closed
from bot.tables.core.store import Effects, Listing, MatchResult, Phase, SeatResult
from db.maintenance.upgrade import upgrade
from db.storage import Storage, open_storage

__all__ = ["figure_of_reads"]

GUILD: Final = 1
CROWD: Final = 20
"""People who ask for standings at once."""
PEOPLE: Final = 500
"""People who have played on the server."""
ROUNDS: Final = 10
READS: Final = 100


def figure_of_reads(folder: Path, matches: int) -> Figure:
    """Read a table's log with and without the crowd, on a file with this many matches."""
    alone, beside = asyncio.run(_measure(f"sqlite+aiosqlite:///{folder / 'read.db'}", matches))
    quiet, crowded = sum(alone) / len(alone), sum(beside) / len(beside)
    return Figure(
        f"a read beside {CROWD} heavy ones",
        f"{crowded * 1e3:.2f} ms (p99 {percentile(beside, 0.99) * 1e3:.2f} ms)",
        f"{quiet * 1e3:.2f} ms, alone",
        ratio(crowded, quiet),
    )


async def _measure(url: str, matches: int) -> tuple[Sequence[float], Sequence[float]]:
    """Return the seconds of each read: without and with the crowd."""
    await upgrade(url)
    async with open_storage(url) as storage:
        await asyncio.gather(*(_keep(storage, number) for number in range(matches)))
        reads = iter(range(READS))
        alone = await _timed(storage, lambda: next(reads, None) is not None)
        crowd = asyncio.gather(*(_standings(storage) for _ in range(CROWD)))
        return alone, await _timed(storage, lambda: not crowd.done())


async def _timed(storage: Storage, go_on: Callable[[], bool]) -> Sequence[float]:
    taken = list[float]()
    while go_on() or not taken:
        start = time.perf_counter()
        await storage.store.load("0")
        taken.append(time.perf_counter() - start)
    return taken


def _standings(storage: Storage) -> Awaitable[object]:
    return storage.boards.lines(GUILD, HOSTED.name, ALL_TIME, limit=MOST_LINES)


def _keep(storage: Storage, number: int) -> Awaitable[None]:
    """Store a finished match."""
    table, people = str(number), [(SEATS * number + seat) % PEOPLE + 1 for seat in range(SEATS)]
    seats = tuple(
        SeatResult(seat, user, "Guest", None, seat + 1, ROUNDS * seat, (seat,) * ROUNDS)
        for seat, user in enumerate(people)
    )
    result = MatchResult(table, GUILD, HOSTED.name, True, True, number, seats)
    listing = Listing(table, GUILD, 2, HOSTED.name, Phase.CLOSED, tuple(people))
    closed = [Closed(at=number, because="finished")]
    return storage.store.append(table, 0, closed, Effects(listing, result))
