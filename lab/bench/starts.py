"""Starts and stops: a restart with thousands of unfinished tables, all imports, and SIGTERM."""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from bot.games.registry import strongest_level
from bot.tables.store import Effects
from cogs.core.click import read_address
from db.storage import open_storage
from lab.bench.figure import HOSTED, Figure, new_folder, ratio
from tests.wire.evening import Evening, opened
from tests.wire.person import Person
from tests.wire.process import Nursery, nursery
from tests.wire.screen import Screen
from tests.wire.stand_in import Message, StandIn

TOGETHER: Final = 200
"""Tables written in one batch."""

PLAYED_BEFORE: Final = 600
"""Clicks made at each table before."""

OURS, BARE = "import bot.compose", ""

LIMIT: Final = 2.0
"""Seconds that a stop may take."""

PLAYED: Final = 30
"""Clicks before the signal."""


class _Table(NamedTuple):
    """Who plays, and whether they go on clicking when the signal comes."""

    people: int
    kais: int
    clicks_on: bool


def figure_of_waking(tables: int) -> Figure:
    """Start a bot on a database with this many unfinished tables."""
    with new_folder() as folder:
        ready, served = asyncio.run(_wake(folder, tables))
    return Figure(
        f"READY to first click, {tables:,} tables",
        f"{served:.2f} s ({ready:.2f} s from the start to READY)",
        "1 s",
        ratio(served, 1),
    )


def figure_of_start(starts: int) -> Figure:
    """Start this many processes of each kind alternately, after a first one that compiles."""
    with new_folder() as folder:
        # Bytecode is written, as in an installed bot, whatever the environment says.
        written = {"PYTHONPYCACHEPREFIX": str(folder), "PYTHONDONTWRITEBYTECODE": ""}
        environment = {**os.environ, **written}
        _milliseconds(OURS, environment)
        programs = (OURS, BARE) * starts
        times = [_milliseconds(program, environment) for program in programs]
    ours, bare = median(times[::2]), median(times[1::2])
    return Figure(
        "start (all imports)",
        f"{ours:.0f} ms",
        f"{bare:.0f} ms, bare Python",
        ratio(ours, bare),
    )


def figures_of_stops(stops: int) -> Iterator[Figure]:
    """Stop a bot this often in each state."""
    with new_folder() as folder:
        all_found = asyncio.run(_stop_all(folder, stops))
    for state, found in all_found.items():
        seconds, failed = [one for one, _ in found], sum(status != 0 for _, status in found)
        yield Figure(
            f"SIGTERM to the end, {state}",
            f"{max(seconds):.2f} s at most (p50 {median(seconds):.2f} s); {failed} of {stops} fail",
            f"{LIMIT:.0f} s, the limit",
            ratio(max(seconds), LIMIT),
        )


async def _wake(folder: Path, tables: int) -> tuple[float, float]:
    async with nursery() as bots, opened(bots, folder, taped=False) as evening:
        person, bot = await _play_one(evening), evening.bot
        boards = await _multiply(bot.database_url, evening.discord, person.board, tables)
        start = time.perf_counter()
        await bot.start()
        ready = time.perf_counter()
        await person.click("My hand", boards[tables // 2])
        served = time.perf_counter()
    return ready - start, served - ready


async def _play_one(evening: Evening) -> Person:
    """Play part of a match, and stop."""
    people = await evening.seat(*(f"Guest {seat}" for seat in range(4)), game=HOSTED.name)
    await evening.play(people, random.Random(1), PLAYED_BEFORE)  # noqa: S311 - not security-relevant
    await evening.discord.quiet()
    await evening.bot.crash()
    return people[0]


async def _multiply(url: str, discord: StandIn, board: Screen, tables: int) -> Sequence[Screen]:
    """Copy a table with its log and its message; return the screens of the copies."""
    table = read_address(board.ids[0]).table
    names = [f"{number:010x}" for number in range(tables)]
    boards = [_copy(discord, board.message, table, name) for name in names]
    async with open_storage(url) as storage:
        entries = await storage.store.load(table)
        (listing,) = await storage.store.listings()
        known = await storage.bookmarks.bookmark(table)
        assert known is not None  # noqa: S101 - the table was shown
        for at in range(0, tables, TOGETHER):
            some = [*zip(names, boards, strict=True)][at : at + TOGETHER]
            copies = [replace(listing, table=name) for name, _ in some]
            append = storage.store.append
            await asyncio.gather(
                *[append(copy.table, 0, entries, Effects(copy)) for copy in copies]
            )
            async with asyncio.TaskGroup() as group:
                for name, copy in some:
                    bookmark = replace(known, table=name, message=copy.message.id)
                    group.create_task(storage.bookmarks.set_bookmark(bookmark))
    return boards


def _copy(discord: StandIn, message: Message, old: str, new: str) -> Screen:
    components = json.loads(json.dumps(message.components).replace(old, new))
    made = replace(message, id=discord.state.ids.next(), components=components)
    discord.state.add_message(made)
    return Screen(made)


def _milliseconds(program: str, environment: Mapping[str, str]) -> float:
    start = time.perf_counter()
    command = [sys.executable, "-c", program]
    subprocess.run(command, check=True, env=environment)  # noqa: S603 - a program of ours
    return (time.perf_counter() - start) * 1e3


STATES: Final = {
    "idle": _Table(2, 0, clicks_on=False),
    "while four people click": _Table(4, 0, clicks_on=True),
    "while Kai thinks": _Table(1, 3, clicks_on=True),
}


async def _stop_all(folder: Path, stops: int) -> Mapping[str, Sequence[tuple[float, int]]]:
    """Return the seconds of each stop in each state, and the process's exit status."""
    async with nursery() as bots:
        return {at: await _stop_each(bots, folder / at, STATES[at], stops) for at in STATES}


async def _stop_each(
    bots: Nursery, folder: Path, table: _Table, stops: int
) -> Sequence[tuple[float, int]]:
    found = []
    for number in range(stops):
        own = folder / str(number)
        own.mkdir(parents=True)
        async with opened(bots, own, taped=False) as evening, _playing(evening, table, number):
            began = time.perf_counter()
            evening.bot.kill(signal.SIGTERM)
            status = await evening.bot.end()
            found.append((time.perf_counter() - began, status))
    return found


@asynccontextmanager
async def _playing(evening: Evening, table: _Table, seed: int) -> AsyncIterator[None]:
    """Let people play for a while, and go on if they do."""
    people = [evening.person(f"Guest {seat}") for seat in range(table.people)]
    level = strongest_level(HOSTED.name)
    await evening.start(*people, game=HOSTED.name, kai=table.kais, level=level, hints=True)
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
