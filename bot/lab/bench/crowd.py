"""A simulated crowd: many tables, each in a channel of its own."""

import asyncio
import gc
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final, NamedTuple

from bot.lab.bench.hosted import HOSTED, SEATS
from cogs.layouts.address import Address, read_address
from tests.wire.person import Person, acts
from tests.wire.stand_in import StandIn
from tests.wire.stand_in.interactions import Waiting

__all__ = ["Clicked", "Crowd"]

TABLES_A_SERVER: Final = 10

AT_ONCE: Final = 50
"""How many tables are opened in parallel."""

PATIENT: Final = 300
"""Seconds until a table has to be there, also where many open and the machine is busy."""


class Clicked(NamedTuple):
    """A click, and how long its answer took."""

    seconds: float
    moves: bool
    """Whether it was an action of the game, which is stored before it is answered."""


class Crowd:
    """People at tables of so many seats, on servers of ten tables; ``kai``: and Kai of a level."""

    def __init__(
        self, discord: StandIn, people: int, seats: int = SEATS, kai: str | None = None
    ) -> None:
        self._discord = discord
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
        """Let idle people click at this rate for so many seconds; return their clicks."""
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
        async with room:
            host = people[0]
            await host.slash("play", game=HOSTED.name)
            for person in people[1:]:
                await person.click("Join")
            if self._kai is not None:
                await host.discord.until(lambda: host.sees("Add Kai"), PATIENT)
                lobby = host.board.message
                table = read_address(host.board.ids[0]).table
                await host.choose(lobby, str(Address(table, "level", "0")), self._kai)
            await host.click("Start")
            await self._discord.until(lambda: host.sees("My hand"), PATIENT)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Collect no garbage here: that would take a fifth of a second from clicks under way."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
