"""Read latency at a table while a crowd asks for the standings of a large server."""

import asyncio
import time
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Final

from bot.lab.bench.figure import Figure, percentile, ratio
from bot.lab.bench.hosted import HOSTED, SEATS
from bot.league.periods import ALL_TIME
from bot.tables.core.entries import Closed
from bot.tables.core.store import Effects, Listing, MatchResult, Phase, SeatResult
from cogs.reports.season import Season, season_board
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
        alone = await _timed(storage)
        enough = asyncio.Event()
        crowd = asyncio.gather(*(_ask(storage, enough) for _ in range(CROWD)))
        beside = await _timed(storage)
        enough.set()
        await crowd
        return alone, beside


async def _timed(storage: Storage) -> Sequence[float]:
    taken = list[float]()
    for _ in range(READS):
        start = time.perf_counter()
        await storage.store.load("0")
        taken.append(time.perf_counter() - start)
    return taken


async def _ask(storage: Storage, enough: asyncio.Event) -> None:
    """Ask for the standings, again and again."""
    season = Season(GUILD, "Server", HOSTED, ALL_TIME, 1, 0)
    while not enough.is_set():
        await season_board(storage, season, 1, private=False)


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
