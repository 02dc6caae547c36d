"""A process that hosts tables without Discord and plays at them when it is told to.

``python -m tests.db.tenant URL COUNT NUMBERS SECONDS [OPTION...]``: the database, out of how many
shards which it runs (as ``0,1``), and how long its leases last. Each line that it reads is a number
of moves to make, one after the other, at its tables in turn: one on a server of each shard.
It says ``hosting`` when it begins, ``TABLE SEQ`` for each move after its acknowledgement, ``over
TABLE`` for each match that has ended, ``refused SENTENCE`` for a move that was not taken, and
``lost`` as the last when its leases are. Options: ``far`` for a process of another machine,
``standing`` for one whose clock stands still while it is suspended, as in a paused virtual machine.
"""

import asyncio
import itertools
import logging
import os
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from bot.process import has_ended, process_name
from bot.tables import lobby, match
from bot.tables.clock import HouseRules, Time, WallTime
from bot.tables.command import Asker, RefusedError
from bot.tables.entries import Place, TableSetup
from bot.tables.host import Host
from bot.tables.leases import LeaseTerms
from bot.tables.ports import Ports, Thinking
from bot.tables.reach import Reach
from bot.tables.store import Shards
from bot.tables.table import Table
from db.storage import Storage, open_storage
from lab.arena.known import RandomPlayer
from tests.tables.house import GAMES, MINA, SAM, Notebook

SETUP = TableSetup(game="kapow", options={"rounds": 3, "cards": 9})


SLICE = 0.01
"""The most of a suspension, in seconds, that time which stands still notices."""

LOCK_SECONDS = 20.0
"""Others write to the same file, and on a busy machine each of them may take its time."""


def guild_of(shard: int) -> int:
    """A server of that shard, out of any number of shards that is greater."""
    return shard << 22


class OwnTime(WallTime):
    """Time that stands still while the process is suspended."""

    async def sleep(self, seconds: float) -> None:
        """Return after this many seconds in which it ran."""
        for _ in range(round(seconds / SLICE)):
            await asyncio.sleep(SLICE)


class Tenant:
    """A host and the matches it plays."""

    def __init__(self, storage: Storage, terms: LeaseTerms, clock: Time) -> None:
        thinking = Thinking(lambda _game, _level: RandomPlayer(1), ThreadPoolExecutor(1))
        ports = Ports(
            *(storage.store, Notebook(), thinking, clock, storage.leases, storage.quiet_hours),
            Reach(clock),
        )
        self.host = Host(GAMES, ports, HouseRules(round_pause=0), terms=terms)
        self.guilds = [guild_of(number) for number in terms.shards.numbers]
        self._source = random.Random(1)

    async def tables(self) -> list[Table]:
        """Find the table of each server, or start one."""
        return [await self._table(guild) for guild in self.guilds]

    async def move(self, table: Table) -> None:
        state = table.state
        seat = self._source.choice(sorted(state.to_act))
        action = str(self._source.choice(state.game.legal(state.position, seat)))
        user = state.seats[seat].user
        assert user is not None
        try:
            after = await table.do(match.act(user, seat, state.since[seat], action))
        except RefusedError as error:
            _say(f"refused {error}")
        else:
            _say(f"{table.id} {after.seq}")
            if after.closed:
                _say(f"over {table.id}")

    async def _table(self, guild: int) -> Table:
        for listing in self.host.tables_in(guild):
            return await self.host.table(listing.table)
        table = await self.host.open(MINA, Place(guild=guild, channel=2), SETUP)
        await self.host.join(table.id, SAM)
        await table.do(lobby.start(Asker(MINA, moderator=False)))
        return table


async def main(url: str, count: str, numbers: str, seconds: str, *options: str) -> None:
    shards = Shards(int(count), tuple(map(int, numbers.split(","))))
    terms = LeaseTerms(shards, float(seconds), has_ended)
    clock: Time = WallTime()
    if "standing" in options:
        terms, clock = replace(terms, clock=lambda: 0), OwnTime()
    house = "far away" if "far" in options else process_name()
    async with open_storage(url, house=house, lock_timeout=LOCK_SECONDS) as storage:
        tenant = Tenant(storage, terms, clock)
        await tenant.host.wake()
        tables = await tenant.tables()
        _say("hosting")
        playing = asyncio.create_task(play(tenant, tables))
        losing = asyncio.create_task(tenant.host.lost.wait())
        await asyncio.wait([playing, losing], return_when=asyncio.FIRST_COMPLETED)
        if playing.done():
            playing.result()
    _say("lost")
    os._exit(1)  # A thread still waits for the next line.


async def play(tenant: Tenant, tables: list[Table]) -> None:
    while line := await asyncio.to_thread(sys.stdin.readline):
        moves = iter(range(int(line)))
        for table in itertools.cycle(tables):
            if all(found.state.closed for found in tables) or next(moves, None) is None:
                break
            if table.state.closed is None:
                await tenant.move(table)
    await asyncio.Event().wait()


def _say(line: str) -> None:
    """Say a line in one piece, or not at all: a kill is not to tear it."""
    os.write(sys.stdout.fileno(), f"{line}\n".encode())


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s: %(message)s")
    asyncio.run(main(*sys.argv[1:]))
