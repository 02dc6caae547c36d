"""Latency of clicks through discord.py and real sockets, of a few people and of a crowd.

They are compared with a minimal bot. The bots run in processes of their own; the cost of simulated
people and Discord is not counted.
"""

import asyncio
import ctypes
import gc
import random
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

import psutil

from lab.bench.figure import HOSTED, SEATS, Figure, new_folder, percentile, ratio
from tests.wire.evening import Evening, opened
from tests.wire.person import Person, acts
from tests.wire.process import BotProcess, Nursery, nursery
from tests.wire.stand_in import Limits
from tests.wire.stand_in.interactions import Waiting

TABLES_A_SERVER: Final = 10

AT_ONCE: Final = 50
"""How many tables are opened in parallel."""

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
    with new_folder() as folder:
        bare, ours, latencies = asyncio.run(_measure(folder, clicks, people, seconds))
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


class Clicked(NamedTuple):
    """A click, and how long its answer took."""

    seconds: float
    moves: bool
    """Whether it was an action of the game, which is stored before it is answered."""


class Crowd:
    """People at tables of a number of seats, on servers of ten tables; ``kai``: and Kai of a
    level."""

    def __init__(self, evening: Evening, people: int, seats: int = SEATS, kai: str = "") -> None:
        self._evening = evening
        self._discord = evening.discord
        self._seats = seats
        self._kai = kai
        self._source = random.Random(1)  # noqa: S311 - no secret hangs on who clicks what
        self._tables = [self._table(number) for number in range(people // seats)]
        self._people = [person for table in self._tables for person in table]

    async def sit_down(self) -> None:
        """Open all tables and start their matches, several in parallel."""
        room = asyncio.Semaphore(AT_ONCE)
        async with asyncio.TaskGroup() as group:
            for table in self._tables:
                group.create_task(self._start(table, room))

    async def click(self, rate: float, seconds: float) -> list[Clicked]:
        """Let idle people click at this rate for a number of seconds; return their clicks."""
        clicked: list[Clicked] = []
        with _uncollected():
            await self._click(rate, seconds, clicked)
        return clicked

    async def _click(self, rate: float, seconds: float, clicked: list[Clicked]) -> None:
        free = list(self._people)
        async with asyncio.TaskGroup() as group:
            start = time.perf_counter()
            for count in range(round(rate * seconds)):
                await asyncio.sleep(start + count / rate - time.perf_counter())
                if not free:  # All of them wait for an answer: the machine is busy.
                    continue
                person = free.pop(self._source.randrange(len(free)))
                group.create_task(self._one(person, free, clicked))

    async def _one(self, person: Person, free: list[Person], clicked: list[Clicked]) -> None:
        """Click once. If there is no answer within three seconds, this time is counted."""
        choice = person.pick(self._source) if person.hand else None
        start = time.perf_counter()
        with suppress(Waiting):
            if choice is None:
                await person.open_hand()
            else:
                await person.take(choice)
        moves = choice is not None and acts(choice)
        clicked.append(Clicked(time.perf_counter() - start, moves))
        free.append(person)

    def _table(self, number: int) -> list[Person]:
        guilds = self._discord.state.guilds
        if number % TABLES_A_SERVER == 0:
            self._discord.add_guild(f"Server {len(guilds)}")
        channel = self._discord.add_channel(guilds[-1], f"table {number}")
        users = [self._discord.add_user(f"Guest {seat}") for seat in range(self._seats)]
        return [Person(self._discord, user, channel) for user in users]

    async def _start(self, people: list[Person], room: asyncio.Semaphore) -> None:
        kai = int(bool(self._kai))
        async with room:
            await self._evening.start(
                *people, game=HOSTED.name, kai=kai, level=self._kai, hints=True
            )


@contextmanager
def _uncollected() -> Iterator[None]:
    """Collect no garbage here: that would take a fifth of a second from clicks under way."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def cpu_seconds(process: int) -> float:
    """Return the CPU time that a running process has used, in seconds.

    By clock_getcpuclockid(3), to the microsecond. Without it, as psutil tells it: on Linux that is
    in hundredths of a second, too coarse for a thousand clicks.
    """
    clock = ctypes.c_int()
    try:
        unknown = ctypes.CDLL(None).clock_getcpuclockid(process, ctypes.byref(clock))
    except (AttributeError, OSError, TypeError):
        unknown = True
    if unknown:
        times = psutil.Process(process).cpu_times()
        return float(times.user + times.system)
    return time.clock_gettime(clock.value)


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
    async with opened(bots, folder, "bare", taped=False) as evening:
        person = evening.person("Guest")
        person.hand = (await person.slash("hand")).original

        async def click() -> None:
            await person.take((None, person.screen.ids[0]))

        return await _cost(evening.bot, click, clicks)


async def _ours(bots: Nursery, folder: Path, clicks: int) -> _Cost:
    """Two people click through a match; hands are open and the table is shown."""
    async with opened(bots, folder, settings=EVENINGLY, taped=False) as evening:
        people = await evening.seat("Guest", "Second", game=HOSTED.name)
        source = random.Random(1)  # noqa: S311 - no secret hangs on who clicks what

        async def click() -> None:
            await evening.one_click(source.choice(people), source)

        return await _cost(evening.bot, click, clicks)


async def _cost(bot: BotProcess, click: Callable[[], Awaitable[None]], clicks: int) -> _Cost:
    """Measure a number of clicks one after the other, after a warm-up."""
    for _ in range(clicks // 5):
        await click()
    before, start = cpu_seconds(bot.number), time.perf_counter()
    for _ in range(clicks):
        await click()
    cpu, elapsed = cpu_seconds(bot.number) - before, time.perf_counter() - start
    return _Cost(cpu / clicks, elapsed / clicks)


async def _crowd(bots: Nursery, folder: Path, people: int, seconds: float) -> list[float]:
    async with opened(
        bots, folder, settings=CROWDED, guilds=(), starts=False, taped=False
    ) as evening:
        crowd = Crowd(evening, people)
        await evening.bot.start()
        await crowd.sit_down()
        evening.discord.limits = Limits()
        clicked = await crowd.click(people / PAUSE, seconds)
    return [click.seconds for click in clicked]
