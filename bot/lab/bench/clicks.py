"""Latency of clicks through discord.py and real sockets, compared with a minimal bot.

The bots run in processes of their own; the cost of simulated people and Discord is not counted.
"""

import asyncio
import random
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.lab.bench.cpu_clock import cpu_seconds
from bot.lab.bench.crowd import Crowd
from bot.lab.bench.figure import Figure, percentile, ratio
from bot.lab.bench.hosted import HOSTED
from tests.wire.evening import Evening
from tests.wire.process import BotProcess, Nursery, nursery
from tests.wire.stand_in import Limits, StandIn

__all__ = ["CROWDED", "figures_of_clicks"]

EVENINGLY: Final = {
    "CARDS_EDIT_INTERVAL_SECONDS": "1",
    "CARDS_TABLES_PER_SERVER": "1000",
    "CARDS_ROUND_PAUSE_SECONDS": "1",
}
CROWDED: Final = {**EVENINGLY, "DATABASE_URL": "sqlite+aiosqlite:///crowd.db"}
PAUSE: Final = 5
"""Mean seconds between two clicks of a person: 1,000 people click 200 times a second."""


@dataclass(frozen=True, slots=True)
class _Cost:
    """Per click: CPU time of the bot's process and time until the answer, in seconds."""

    cpu: float
    elapsed: float


def figures_of_clicks(clicks: int, people: int, seconds: float) -> Iterator[Figure]:
    """Measure clicks one after the other, then a crowd of people for some seconds."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        bare, ours, latencies = asyncio.run(_measure(Path(folder), clicks, people, seconds))
    yield Figure(
        "CPU a click in a private hand",
        f"{ours.cpu * 1e6:,.0f} µs",
        f"{bare.cpu * 1e6:,.0f} µs, a bot that only answers",
        ratio(ours.cpu, bare.cpu),
    )
    yield Figure(
        "time of a click, one person",
        f"{ours.elapsed * 1e3:.2f} ms",
        f"{bare.elapsed * 1e3:.2f} ms, a bot that only answers",
        ratio(ours.elapsed, bare.elapsed),
    )
    half, most = (percentile(latencies, share) * 1e3 for share in (0.5, 0.99))
    yield Figure(
        f"time of a click, {people:,} people, {people / PAUSE:.0f}/s",
        f"{most:.1f} ms p99 (p50 {half:.1f} ms)",
        "3,000 ms, then Discord says that it failed",
        ratio(most, 3000),
    )


async def _measure(
    folder: Path, clicks: int, people: int, seconds: float
) -> tuple[_Cost, _Cost, list[float]]:
    async with nursery() as bots:
        bare = await _bare(bots, folder, clicks)
        ours = await _ours(bots, folder, clicks)
        again = await _bare(bots, folder, clicks)
        latencies = await _crowd(bots, folder, people, seconds)
    between = _Cost((bare.cpu + again.cpu) / 2, (bare.elapsed + again.elapsed) / 2)
    return between, ours, latencies


async def _bare(bots: Nursery, folder: Path, clicks: int) -> _Cost:
    async with StandIn().serving() as discord:
        discord.add_guild()
        discord.tape.on = False
        bot = BotProcess(discord, bots, folder, command=("bare",), name="bare")
        await bot.start()
        person = Evening(discord, bot).person("Guest")
        person.hand = (await person.slash("hand")).original

        async def click() -> None:
            await person.take((None, person.screen.ids[0]))

        cost = await _cost(bot, click, clicks)
        await bot.crash()
    return cost


async def _ours(bots: Nursery, folder: Path, clicks: int) -> _Cost:
    """Two people click through a match; hands are open and the table is shown."""
    async with StandIn().serving() as discord:
        discord.add_guild()
        discord.tape.on = False
        bot = BotProcess(discord, bots, folder, EVENINGLY, name="ours")
        await bot.start()
        evening = Evening(discord, bot)
        people = [evening.person("Guest"), evening.person("Second")]
        await evening.start(*people, game=HOSTED.name)
        source = random.Random(1)  # noqa: S311 - no secret hangs on who clicks what

        async def click() -> None:
            await evening.one_click(source.choice(people), source)

        cost = await _cost(bot, click, clicks)
        await bot.crash()
    return cost


async def _cost(bot: BotProcess, click: Callable[[], Awaitable[None]], clicks: int) -> _Cost:
    """Measure so many clicks one after the other, after a warm-up."""
    for _ in range(clicks // 5):
        await click()
    before, start = cpu_seconds(bot.number), time.perf_counter()
    for _ in range(clicks):
        await click()
    cpu, elapsed = cpu_seconds(bot.number) - before, time.perf_counter() - start
    return _Cost(cpu / clicks, elapsed / clicks)


async def _crowd(bots: Nursery, folder: Path, people: int, seconds: float) -> list[float]:
    async with StandIn().serving() as discord:
        discord.tape.on = False
        bot = BotProcess(discord, bots, folder, CROWDED)
        crowd = Crowd(discord, people)
        await bot.start()
        await crowd.sit_down()
        discord.limits = Limits()
        clicked = await crowd.click(people / PAUSE, seconds)
        await bot.crash()
    return [click.seconds for click in clicked]
