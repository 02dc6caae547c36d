"""``python -m tests.wire.soak``: the whole soak test; exits with status 1 if anything leaks."""

import argparse
import asyncio
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from tests.db.balanced import faults_in_file
from tests.operation.scrape import Scraper
from tests.wire.census import CENSUS
from tests.wire.evening import opened
from tests.wire.process import free_port, nursery
from tests.wire.soak.day import SETTINGS, Day, Plan
from tests.wire.soak.pruning import prune
from tests.wire.soak.sample import (
    FEW,
    Sample,
    faults_in,
    heading,
    leaks,
    line,
    memory_growth,
    slope,
)

HOURS: Final = 1.0
"""How long people take for a match of ten rounds, of which a table plays one after the other."""


def main() -> int:
    words = argparse.ArgumentParser("tests.wire.soak", description=__doc__)
    words.add_argument("--matches", type=int, default=240, help="matches after the warm-up")
    words.add_argument("--warm-up", type=int, default=60, help="matches before anything is judged")
    words.add_argument("--pruned", type=int, default=40, help="matches with short keeping times")
    words.add_argument("--tables", type=int, default=10, help="tables at once")
    words.add_argument("--rounds", type=int, default=10, help="rounds of a match")
    words.add_argument("--every", type=int, default=10, help="matches between two samples")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument(
        "--census", action="store_true", help="what memory consists of, with samples"
    )
    return asyncio.run(_soak(words.parse_args()))


async def _soak(asked: argparse.Namespace) -> int:
    plan = Plan(asked.tables, asked.rounds, asked.every, asked.seed)
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        settings = {**SETTINGS, "CARDS_OPERATION_PORT": str(port)}
        if asked.census:
            settings[CENSUS] = "objects"
        async with nursery() as bots, opened(bots, Path(folder), settings=settings) as evening:
            bot = evening.bot

            def told(sample: Sample) -> None:
                _print(line(sample))
                if asked.census:
                    bot.kill(signal.SIGUSR1)

            day = Day(evening, Scraper(port), plan, told)
            found = await _long_day(day, asked)
            _print("\n".join(said for said in bot.log.splitlines() if " blocks of Python" in said))
            found += await prune(day, asked.pruned, _print)
            await bot.crash()
            found += [*faults_in(bot.log), *faults_in_file(bot.folder / "cards.db")]
    _print("\n".join(("", *(f"LEAK {fault}" for fault in found))) or "Nothing leaks.")
    return 1 if found else 0


async def _long_day(day: Day, asked: argparse.Namespace) -> list[str]:
    tables, hours = asked.tables, asked.matches * HOURS / asked.tables
    _print(
        f"{asked.matches} matches of {asked.rounds} rounds at {tables} tables: as many as {tables} "
        f"tables play in {hours:.0f} hours, if people take an hour for a match.\n{heading()}"
    )
    began = time.monotonic()
    await day.play(asked.warm_up)
    before = await day.rest()
    _print(f"{line(before)}  at rest, warm")
    during = await day.play(asked.matches)
    after = await day.rest()
    minutes = (time.monotonic() - began) / 60
    _print(f"{line(after)}  at rest")
    if len(during) >= FEW:
        _print(
            f"{after.clicks} clicks in {minutes:.0f} minutes; {day.unanswered} of them again, "
            f"for want of an answer. "
            f"Memory, second half: {memory_growth(during):+.2f} MiB in 100 matches. "
            f"Database: {slope(during, 'database'):.0f} KiB a match."
        )
    return [*leaks(before, during, after)]


def _print(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
