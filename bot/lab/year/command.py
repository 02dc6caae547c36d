"""``python -m bot league-lab year``: a year of a server, played, recounted, drawn and told."""

import asyncio
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from bot.gc_tuning import frozen_gc
from bot.lab.year.comparing import differences, stored
from bot.lab.year.pictures import draw
from bot.lab.year.recount import recount
from bot.lab.year.server import Server
from bot.lab.year.summary import summary
from bot.lab.year.year import Plan, simulate

__all__ = ["COMPARED", "league_year", "run"]

COMPARED: Final = ("totals", "best", "versus", "alone", "history", "facts")
"""What is compared with the recount."""


def league_year(plan: Plan, folder: Path) -> int:
    """Simulate a year; return the exit status: 1 if what is stored is not what a recount says."""
    if (folder / "year.db").exists():
        print(f"There is a year in {folder} already: choose another folder.", file=sys.stderr)
        return 2
    folder.mkdir(parents=True, exist_ok=True)
    start = time.perf_counter()
    with frozen_gc():
        wrong = asyncio.run(run(plan, folder, print))
    print(f"In {time.perf_counter() - start:.0f} s.")
    return 1 if wrong else 0


async def run(plan: Plan, folder: Path, tell: Callable[[str], None]) -> Sequence[str]:
    """Simulate a year in a folder, tell and draw it; return what differs from the recount."""
    async with Server(folder / "year.db", plan.seed) as server:
        year = await simulate(server, plan, tell)
        for line in await summary(server.storage, year):
            tell(line)
        found, expected = await stored(server.storage), recount(year.events)
        wrong = list(differences(found, expected, COMPARED))
        sizes = (f"{len(getattr(expected, kind)):,} of {kind}" for kind in COMPARED)
        tell(f"recounted rows: {', '.join(sizes)}")
        tell("equal" if not wrong else f"{len(wrong)} differences:")
        for line in wrong:
            tell(f"  {line}")
        drawn = await draw(server.storage, year, folder, server.clock)
        tell(f"{drawn} pictures in {folder}")
    return wrong
