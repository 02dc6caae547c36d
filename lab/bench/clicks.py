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

from cogs.core.drawing import CALM
from cogs.play.more import HANDS
from cogs.play.table import MORE
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
        costs, busy, calm = asyncio.run(_measure(folder, clicks, people, seconds))
    bare, ours, drawing, pictures = costs
    yield Figure(
        "CPU a click in a hand in words",
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
    yield Figure(
        "CPU a click that changes a hand's picture",
        f"{pictures.cpu * 1e6:,.0f} µs",
        f"{drawing.cpu * 1e6:,.0f} µs, a bot that draws it with plain Pillow",
        ratio(pictures.cpu, drawing.cpu),
    )
    for clicked, rate in ((busy, people / PAUSE), (calm, people / PAUSE / 4)):
        half, most = (
            percentile([each.seconds for each in clicked], at) * 1e3 for at in (0.5, 0.99)
        )
        hands = [each.drawn for each in clicked if each.drawn is not None]
        left_out = 100 * hands.count(False) / max(len(hands), 1)
        yield Figure(
            f"time of a click, {people:,} people, {rate:.0f}/s",
            f"{most:.1f} ms p99 (p50 {half:.1f} ms, {left_out:.1f} % without a picture)",
            "3,000 ms, then Discord says that it failed",
            ratio(most, 3000),
        )


class Clicked(NamedTuple):
    """A click, and how long its answer took."""

    seconds: float
    moves: bool
    """Whether it was an action of the game, which is stored before it is answered."""
    drawn: bool | None = None
    """Whether the hand has a picture then; None without an answer."""


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
        start, drawn = time.perf_counter(), None
        with suppress(Waiting):
            if choice is None:
                await person.open_hand()
            else:
                await person.take(choice)
            drawn = bool(person.screen.alt)
        moves = choice is not None and acts(choice)
        clicked.append(Clicked(time.perf_counter() - start, moves, drawn))
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


class _Costs(NamedTuple):
    """What clicks cost that are only answered, of people who play, and with pictures."""

    bare: _Cost
    ours: _Cost
    drawing: _Cost
    pictures: _Cost


async def _measure(
    folder: Path, clicks: int, people: int, seconds: float
) -> tuple[_Costs, list[Clicked], list[Clicked]]:
    """Measure costs, then the clicks of a crowd, and of one that clicks a fourth as often."""
    async with nursery() as bots:
        bare = await _bare(bots, folder, clicks)
        ours = await _ours(bots, folder, clicks)
        again = await _bare(bots, folder, clicks)
        drawing = await _bare(bots, folder, clicks, "drawing")
        pictures = await _ours(bots, folder, clicks, new=True)
        busy, calm = await _crowd(bots, folder, people, seconds)
    between = _Cost((bare.cpu + again.cpu) / 2, (bare.elapsed + again.elapsed) / 2)
    return _Costs(between, ours, drawing, pictures), busy, calm


async def _bare(bots: Nursery, folder: Path, clicks: int, command: str = "bare") -> _Cost:
    async with opened(bots, folder, command, taped=False) as evening:
        person = evening.person("Guest")
        person.hand = (await person.slash("hand")).original

        async def click() -> bool:
            await person.take((None, person.screen.ids[0]))
            return True

        return await _cost(evening.bot, click, clicks)


async def _ours(bots: Nursery, folder: Path, clicks: int, *, new: bool = False) -> _Cost:
    """Two people click through a match; hands are open, in words, and the table is shown.

    With ``new``, hands are pictures, and only clicks count after which it is another one.
    """
    async with opened(bots, folder, settings=EVENINGLY, taped=False) as evening:
        people = await evening.seat("Guest", "Second", game=HOSTED.name)
        source = random.Random(1)  # noqa: S311 - no secret hangs on who clicks what
        for person in () if new else people:
            await person.open_hand()
            await person.click(MORE, person.screen)
            await person.click(HANDS[True], person.screen)

        async def click() -> bool:
            person = source.choice(people)
            before = _picture(person)
            await evening.one_click(person, source)
            return not new or _picture(person) not in ("", before)

        return await _cost(evening.bot, click, clicks)


def _picture(person: Person) -> str:
    """Return the name of a hand's picture, which is that of its content; empty without one."""
    files = person.hand.attachments if person.hand is not None else []
    return str(files[0]["filename"]) if files else ""


async def _cost(bot: BotProcess, click: Callable[[], Awaitable[bool]], clicks: int) -> _Cost:
    """Measure clicks that count, one after the other, after a warm-up."""
    for _ in range(clicks // 5):
        await click()
    cpu, elapsed, left = 0.0, 0.0, clicks
    processes = [bot.number, *(child.pid for child in psutil.Process(bot.number).children())]
    while left:
        before, start = sum(map(cpu_seconds, processes)), time.perf_counter()
        if await click():
            cpu += sum(map(cpu_seconds, processes)) - before
            elapsed += time.perf_counter() - start
            left -= 1
    return _Cost(cpu / clicks, elapsed / clicks)


async def _crowd(
    bots: Nursery, folder: Path, people: int, seconds: float
) -> tuple[list[Clicked], list[Clicked]]:
    async with opened(
        bots, folder, settings=CROWDED, guilds=(), starts=False, taped=False
    ) as evening:
        crowd = Crowd(evening, people)
        await evening.bot.start()
        await crowd.sit_down()
        evening.discord.limits = Limits()
        busy = await crowd.click(people / PAUSE, seconds)
        await asyncio.sleep(CALM)
        return busy, await crowd.click(people / PAUSE / 4, seconds)
