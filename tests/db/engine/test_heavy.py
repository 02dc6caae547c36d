"""One server's heavy reads hold up neither tables nor other servers, and each has its turn."""

import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest

from bot.games.kapow.rules.game import KAPOW
from bot.league.periods import ALL_TIME
from bot.league.reports import SeasonLine
from bot.tables.store import Effects
from db.engine.reading import AT_ONCE, FairSemaphore
from db.storage import Storage, open_storage
from tests.db.engine.connections import Held
from tests.db.samples import GUILD, acted, listing, result
from tests.helpers import until

BUSY = GUILD + 1
DEADLINE = 60
"""Seconds: only what waits for ever takes them."""


@pytest.fixture
async def storage(url: str) -> AsyncIterator[Storage]:
    """A house's storage that opens several connections at once, also where that takes long."""
    async with open_storage(url, lock_timeout=DEADLINE) as opened:
        yield opened


def standings(storage: Storage, guild: int) -> asyncio.Task[Sequence[SeasonLine]]:
    return asyncio.create_task(storage.boards.lines(guild, KAPOW.name, ALL_TIME))


async def test_a_crowd_of_heavy_reads_holds_up_nobody_else(storage: Storage) -> None:
    await storage.store.append("t", 0, [acted(1)], Effects(listing("t"), result("t")))
    reads = Held(storage.heavy.engine, BUSY)
    crowd = [standings(storage, BUSY) for _ in range(20)]
    async with asyncio.timeout(DEADLINE):
        assert await reads.begun.get() == BUSY
        assert await storage.store.load("t") == [acted(1)]
        assert [found.table for found in await storage.store.listings()] == ["t"]
        assert await storage.bookmarks.bookmark("t") is None
        assert (await storage.league.settings(BUSY)).daily_chips == 10
        assert await storage.ledger.balance(BUSY, 11) == 0
        assert [line.table for line in await storage.histories.recorded(GUILD)] == ["t"]
        assert (await storage.privacy.export(11))["user"] == 11
        assert not any(task.done() for task in crowd)
        await until(lambda: storage.heavy.queued == len(crowd) - 1)
        reads.release(BUSY)
        assert await asyncio.gather(*crowd) == [[]] * 20
    assert reads.most == 1
    assert storage.heavy.queued == 0


async def test_a_read_that_finds_all_connections_taken_gets_the_next_one(storage: Storage) -> None:
    busy = [BUSY + number for number in range(AT_ONCE)]
    reads = Held(storage.heavy.engine, *busy)
    crowd = [standings(storage, guild) for guild in 5 * busy]
    async with asyncio.timeout(DEADLINE):
        assert {await reads.begun.get() for _ in busy} == set(busy)
        waiting = standings(storage, GUILD)
        await until(lambda: storage.heavy.queued == len(crowd) - AT_ONCE + 1)
        reads.release(BUSY)
        assert await waiting == []
        # The others have theirs still, and the released server had one more at most before it.
        assert 1 <= sum(task.done() for task in crowd) <= 2
        for guild in busy:
            reads.release(guild)
        await asyncio.gather(*crowd)
    assert reads.most == AT_ONCE


async def test_lines_take_turns_one_at_a_time_each() -> None:
    semaphore, order = FairSemaphore(2), list[str]()
    go_on = asyncio.Event()

    async def read(line: str) -> None:
        async with semaphore.slot(line):
            order.append(line)
            await go_on.wait()

    async with asyncio.TaskGroup() as group:
        for line in "aaaaabc":
            group.create_task(read(line))
        await asyncio.sleep(0)
        assert order == ["a", "b"]
        assert len(semaphore) == 5
        go_on.set()
    # Nobody has two more before everyone has had one.
    assert order == ["a", "b", "a", "c", "a", "a", "a"]
    assert len(semaphore) == 0


@pytest.mark.parametrize("cancelled_first", [True, False])
async def test_a_cancelled_waiter_does_not_block_others(*, cancelled_first: bool) -> None:
    """A turn may be given to someone in the very moment in which they give up."""
    semaphore, had = FairSemaphore(1), list[str]()

    async def read(line: str) -> None:
        async with semaphore.slot(line):
            had.append(line)

    async with semaphore.slot("a"):
        gone = asyncio.create_task(read("b"))
        stays = asyncio.create_task(read("c"))
        await asyncio.sleep(0)
        if cancelled_first:
            gone.cancel()
    gone.cancel()
    async with asyncio.timeout(DEADLINE):
        await stays
    assert had == ["c"]
    async with asyncio.timeout(DEADLINE), semaphore.slot("b"):
        pass
    assert gone.cancelled()
