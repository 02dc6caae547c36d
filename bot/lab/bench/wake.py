"""Restart with thousands of unfinished tables: how soon is a click answered?"""

import asyncio
import json
import random
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Final, TypeVar

from bot.lab.bench.figure import Figure, ratio
from bot.lab.bench.hosted import HOSTED
from bot.tables.core.store import Effects
from cogs.layouts.address import read_address
from db.storage import open_storage
from tests.wire.evening import Evening
from tests.wire.person import Person
from tests.wire.process import BotProcess, Nursery, nursery
from tests.wire.screen import Screen
from tests.wire.stand_in import Message, StandIn

__all__ = ["figure_of_waking"]

TOGETHER: Final = 200
"""Tables written in one batch."""

T = TypeVar("T")

PLAYED: Final = 600
"""Clicks made at each table before."""


def figure_of_waking(tables: int) -> Figure:
    """Start a bot on a database with this many unfinished tables."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        ready, served = asyncio.run(_measure(Path(folder), tables))
    return Figure(
        f"READY to first click, {tables:,} tables",
        f"{served:.2f} s ({ready:.2f} s from the start to READY)",
        "1 s",
        ratio(served, 1),
    )


async def _measure(folder: Path, tables: int) -> tuple[float, float]:
    async with nursery() as bots, StandIn().serving() as discord:
        discord.tape.on = False
        guild = discord.add_guild()
        person = await _play_one(bots, discord, folder)
        bot = BotProcess(discord, bots, folder)
        boards = await _multiply(bot.database_url, discord, person.board, tables)
        start = time.perf_counter()
        await bot.start(ready=False)
        await discord.gateway.wait_for(guild.id)
        ready = time.perf_counter()
        await person.click("My hand", boards[tables // 2])
        served = time.perf_counter()
        await bot.crash()
    return ready - start, served - ready


async def _play_one(bots: Nursery, discord: StandIn, folder: Path) -> Person:
    """Play part of a match, and stop."""
    bot = BotProcess(discord, bots, folder)
    await bot.start()
    evening = Evening(discord, bot)
    people = [evening.person(f"Guest {seat}") for seat in range(4)]
    await evening.start(*people, game=HOSTED.name)
    await evening.play(people, random.Random(1), PLAYED)  # noqa: S311 - not security-relevant
    await discord.quiet()
    await bot.crash()
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
        for some in _batched(zip(names, boards, strict=True), TOGETHER):
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


def _batched(items: Iterable[T], most: int) -> Iterator[Sequence[T]]:
    """Yield items in batches (``itertools.batched`` needs Python 3.12)."""
    left = iter(items)
    while some := tuple(islice(left, most)):
        yield some
