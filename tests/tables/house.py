"""Housing: the real host on a real SQLite file, with a clock that tests move by hand."""

import asyncio
import heapq
import itertools
import random
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.game.contract import AnyGame, Seat
from bot.game.deck import commitment
from bot.games.registry import GAMES as REGISTERED
from bot.league.chips import terms
from bot.tables import lobby, match
from bot.tables.clock import HouseRules
from bot.tables.command import Asker, RefusedError
from bot.tables.entries import Clock, Person, Place, TableSetup
from bot.tables.host import Host
from bot.tables.leases import SINGLE_PROCESS, LeaseTerms
from bot.tables.ports import Ports, Thinking
from bot.tables.reach import Reach
from bot.tables.sight import look
from bot.tables.state import TableState
from bot.tables.store import Store
from bot.tables.table import Table
from cogs.chips import collect
from cogs.play.reminders import called
from db.maintenance.upgrade import upgrade
from db.repositories.league import League
from db.storage import Storage, open_storage
from lab.arena.known import RandomPlayer
from tests.db.balanced import balanced
from tests.helpers import PATIENCE, not_none
from tests.toy_game import TOY

MINA, SAM, ADA = (
    Person(id=7_000_000 + number, name=name) for number, name in enumerate(("Mina", "Sam", "Ada"))
)
"""Their ids are longer than anything that is counted, so that they can be looked for."""
ZOE = Person(id=7_000_009, name="Zoe")
PLACE = Place(guild=1, channel=2)
ELSEWHERE = replace(PLACE, channel=3)
ONE_ROUND = TableSetup(game="kapow", options={"rounds": 1, "cards": 9})
LIVE = ONE_ROUND.model_copy(update={"clock": Clock(kind="live", seconds=60)})
GAMES: dict[str, AnyGame] = {**REGISTERED, TOY.name: TOY}
START = 1_800_000_000_000
MODERATOR = Asker(ZOE, moderator=True)


class HandClock:
    """Time that stands still until it is moved."""

    def __init__(self, now: int = START) -> None:
        self._now = now
        self._steady = 0
        self._asleep: list[tuple[int, int, asyncio.Future[None]]] = []
        self._order = itertools.count()

    def now(self) -> int:
        return self._now

    def steady(self) -> float:
        return self._steady / 1000

    async def sleep(self, seconds: float) -> None:
        waking: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        at = self._steady + round(seconds * 1000)
        heapq.heappush(self._asleep, (at, next(self._order), waking))
        await waking

    @property
    def sleeping(self) -> int:
        return sum(not waking.done() for _, _, waking in self._asleep)

    def jump(self, seconds: float) -> None:
        """Set the wall clock forward, as when the machine sleeps; no task wakes up."""
        self._now += round(seconds * 1000)

    def advance(self, seconds: float) -> None:
        """Move the clock on, and wake the tasks that are due."""
        self.jump(seconds)
        self._steady += round(seconds * 1000)
        while self._asleep and self._asleep[0][0] <= self._steady:
            _, _, waking = heapq.heappop(self._asleep)
            if not waking.done():
                waking.set_result(None)


class Notebook:
    """A surface that records its calls."""

    def __init__(self) -> None:
        self.states: list[TableState] = []
        self.reminders: list[tuple[str, tuple[Seat, ...]]] = []
        self.posts = True
        """Whether reminders can be posted."""
        self._standing: set[str] = set()

    def changed(self, table: TableState) -> None:
        self.states.append(table)
        if not called(table):
            self._standing.discard(table.id)

    async def reminds(self, table: str) -> bool:
        return table in self._standing

    def remind(self, table: TableState, seats: Sequence[Seat]) -> None:
        self.reminders.append((table.id, tuple(seats)))
        if self.posts and not {*seats}.isdisjoint(called(table)):
            self._standing.add(table.id)


RULES = HouseRules(tables_per_server=4, kai_pace=1.0)


BELIEVES_ITSELF_ALONE = LeaseTerms(ended=lambda _: True)
"""Lease terms of a host that assumes that all other processes have ended."""


class Housing:
    """A host with its storage, clock and surface, which can be closed and opened again."""

    toy = TOY.name

    def __init__(self, path: Path, rules: HouseRules = RULES) -> None:
        self.path = path
        self.rules = rules
        self.clock = HandClock()
        self.reach = Reach(self.clock)
        self.notebook = Notebook()
        self.asked: list[str] = []
        """The levels that Kai was asked to play at."""
        self.ports: Callable[[Ports], Ports] = lambda ports: ports
        """Replaces ports of the hosts that are made from now on."""
        self.draw_secret: Callable[[int], bytes] = secrets.token_bytes
        """Draws the secrets of the tables that are opened from now on."""
        self._executor = ThreadPoolExecutor(1)
        self._stack = AsyncExitStack()
        self._storage: Storage | None = None
        self._host: Host | None = None

    @property
    def storage(self) -> Storage:
        return not_none(self._storage)

    @property
    def store(self) -> Store:
        return self.storage.store

    @property
    def league(self) -> League:
        return self.storage.league

    @property
    def host(self) -> Host:
        assert self._host is not None
        return self._host

    @property
    def url(self) -> str:
        return f"sqlite+aiosqlite:///{self.path}"

    async def reopen(self) -> None:
        if not self.path.exists():
            await upgrade(self.url)
        self._storage = await self._stack.enter_async_context(self._opened())
        self._host = self._new_host(self._storage, SINGLE_PROCESS)
        await self._host.wake()

    async def close(self) -> None:
        await self.host.close()
        await self._stack.aclose()
        balanced(self.path)

    def _opened(self, house: str = "main") -> AbstractAsyncContextManager[Storage]:
        # A database locked by someone else is to be noticed soon, a slow disk is none of it.
        return open_storage(self.url, house=house, lock_timeout=1.0)

    async def started(self, setup: TableSetup, host: Person, *guests: Person) -> Table:
        table = await self.host.open(host, PLACE, setup)
        for guest in guests:
            await self.host.join(table.id, guest)
        for number in range(table.state.game.seats[0] - 1 - len(guests)):
            await self.host.join(table.id, Person(id=900 + number, name=f"Another {number}"))
        await table.do(lobby.start(asker(host)))
        return table

    async def agree(self, table: Table, person: Person) -> None:
        """Let a person collect their chips, and agree to the ante."""
        guild, now = table.state.place.guild, self.clock.now()
        await collect(self.league, self.storage.ledger, guild, person.id, now)
        await table.do(lobby.agree(person.id, terms(table.state.setup)))

    @asynccontextmanager
    async def another_host(self, terms: LeaseTerms = BELIEVES_ITSELF_ALONE) -> AsyncIterator[Host]:
        """Run a second host on the same store; by default it assumes that the first has ended."""
        async with self._opened("rival") as storage:
            host = self._new_host(storage, terms)
            try:
                await host.wake()
                yield host
            finally:
                await host.close()

    def sleeping_host(self) -> Host:
        """Return a host of another process on the same store, which hosts none of these tables."""
        return self._new_host(self.storage, LeaseTerms())

    def _new_host(self, storage: Storage, terms: LeaseTerms) -> Host:
        thinking = Thinking(self._player, self._executor)
        ports = Ports(
            *(storage.store, self.notebook, thinking, self.clock, storage.leases),
            *(storage.quiet_hours, self.reach),
        )

        def draw(length: int) -> bytes:
            return self.draw_secret(length)

        return Host(GAMES, self.ports(ports), self.rules, terms=terms, draw_secret=draw)

    def _player(self, _game: str, level: str) -> RandomPlayer:
        self.asked.append(level)
        return RandomPlayer(len(self.asked))

    def commitment(self, table: Table) -> str:
        return commitment(table.state.secret)


async def passing(housing: Housing, condition: Callable[[], bool]) -> None:
    """Let time pass until a condition is true, and leave the processor to who works at it."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            housing.clock.advance(1)
            await asyncio.sleep(0.02)


def asker(person: Person, *, moderator: bool = False) -> Asker:
    return Asker(person, moderator)


async def refuses(
    asked: Awaitable[object], why: str | None = None, *, error: type[BaseException] = RefusedError
) -> None:
    """Expect a refusal, with words in it that this pattern finds."""
    with pytest.raises(error, match=why):
        await asked


async def act(
    table: Table, seat: Seat, choose: Callable[[Sequence[Any]], Any] | None = None
) -> None:
    """Act for a seat's owner, by its current revision; the first legal action if none is chosen."""
    sight = look(table.state, seat)
    action = choose(sight.legal) if choose else sight.legal[0]
    user = not_none(table.state.seats[seat].user)
    await table.do(match.act(user, seat, sight.revision, str(action)))


async def play_turn(table: Table) -> None:
    stage = table.state.stage
    while table.state.stage == stage and table.state.to_act:
        await act(table, min(table.state.to_act))


async def play_match(table: Table) -> None:
    """Play to the end at random: by first legal actions Kapow! takes twenty times as long."""
    source = random.Random(1)
    while table.state.closed is None:
        await act(table, min(table.state.to_act), source.choice)
