"""How long a bot takes from SIGTERM to its end: idle, while people click, while Kai thinks."""

import asyncio
import random
import signal
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from bot.games.players import strongest_level
from bot.lab.bench.figure import Figure, ratio
from bot.lab.bench.hosted import HOSTED
from cogs.layouts.address import Address, read_address
from tests.wire.evening import Evening
from tests.wire.person import Person
from tests.wire.process import BotProcess, nursery
from tests.wire.stand_in import StandIn

__all__ = ["figures_of_stops"]

LIMIT: Final = 2.0
"""Seconds that a stop may take."""

PLAYED: Final = 30
"""Clicks before the signal."""


class _Table(NamedTuple):
    """Who plays, and whether they go on clicking when the signal comes."""

    people: int
    kais: int
    clicks_on: bool


STATES: Final = {
    "idle": _Table(2, 0, clicks_on=False),
    "while four people click": _Table(4, 0, clicks_on=True),
    "while Kai thinks": _Table(1, 3, clicks_on=True),
}


def figures_of_stops(stops: int) -> Iterator[Figure]:
    """Stop a bot this often in each state."""
    for state, table in STATES.items():
        with tempfile.TemporaryDirectory(prefix="bench-") as folder:
            found = asyncio.run(_measure(Path(folder), table, stops))
        seconds, failed = [one for one, _ in found], sum(status != 0 for _, status in found)
        yield Figure(
            f"SIGTERM to the end, {state}",
            f"{max(seconds):.2f} s at most (p50 {median(seconds):.2f} s); {failed} of {stops} fail",
            f"{LIMIT:.0f} s, the limit",
            ratio(max(seconds), LIMIT),
        )


async def _measure(folder: Path, table: _Table, stops: int) -> Sequence[tuple[float, int]]:
    """Return the seconds of each stop, and the process's exit status."""
    found = []
    for number in range(stops):
        async with nursery() as bots, StandIn().serving() as discord:
            discord.tape.on = False
            discord.add_guild()
            bot = BotProcess(discord, bots, folder / str(number))
            bot.folder.mkdir()
            await bot.start()
            async with _playing(Evening(discord, bot), table, number):
                began = time.perf_counter()
                bot.kill(signal.SIGTERM)
                status = await bot.end()
                found.append((time.perf_counter() - began, status))
    return found


@asynccontextmanager
async def _playing(evening: Evening, table: _Table, seed: int) -> AsyncIterator[None]:
    """Let people play for a while, and go on if they do."""
    people = [evening.person(f"Guest {seat}") for seat in range(table.people)]
    await _sit_down(evening, people, table.kais)
    source = random.Random(seed)  # noqa: S311 - not security-relevant
    await evening.play(people, source, PLAYED)

    async def click_on(person: Person) -> None:
        while not evening.in_vain:
            await evening.one_click(person, source)

    clicking = [asyncio.create_task(click_on(person)) for person in people if table.clicks_on]
    await asyncio.sleep(source.random() / 10)
    try:
        yield
    finally:
        for task in clicking:
            task.cancel()
        await asyncio.gather(*clicking, return_exceptions=True)


async def _sit_down(evening: Evening, people: Sequence[Person], kais: int) -> None:
    """Start a match, with Kai at its strongest level."""
    host, *others = people
    await host.play(HOSTED.name)
    for person in others:
        await person.click("Join")
    level = strongest_level(HOSTED.name)
    for seat in range(kais):
        table = read_address(host.board.ids[0]).table
        menu = str(Address(table, "level", str(seat)))
        await host.choose(host.board.message, menu, level)
        await evening.discord.until(lambda: host.board.text.count(f"({level})") > seat)  # noqa: B023 - asked before the next seat
    await host.click("Start")
    await evening.discord.until(lambda: host.sees("My hand"))
