"""Pruning: old logs are deleted, results stay, and nobody reads half a log."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import func, select

from bot.league.periods import ALL_TIME
from bot.review.review import StoredReview
from bot.tables import entries as log
from bot.tables.store import Bookmark, Effects, Listing, Phase
from db import schema
from db.repositories.prune import BATCH
from db.storage import Storage
from tests.db import samples
from tests.db.samples import GUILD, START, acted, result


async def keep(
    storage: Storage, table: str, at: int, length: int = 5, *, finished: bool = True
) -> None:
    """Store a table that closed at a time, with all that belongs to it."""
    listing = Listing(table, GUILD, 2, "kapow", Phase.CLOSED, (11,))
    scored = result(table) if finished else None
    entries = [*map(acted, range(length - 1)), log.Closed(at=at, because="finished")]
    await storage.store.append(table, 0, entries, Effects(listing, scored))
    await storage.bookmarks.set_bookmark(Bookmark(table, 2, 3, at, 1))
    await storage.bookmarks.set_reminder(table, 4)


async def count(storage: Storage, name: str) -> int:
    async with storage.engine.connect() as connection:
        table = schema.metadata.tables[name]
        return int(await connection.scalar(select(func.count()).select_from(table)) or 0)


async def test_old_logs_are_deleted_and_results_stay(storage: Storage) -> None:
    await keep(storage, "old", START - 1)
    await keep(storage, "new", START)
    await samples.keep(storage, "duel", samples.MINA, samples.SAM)
    standings = await storage.boards.lines(GUILD, "kapow", ALL_TIME)
    assert len(standings) == 2
    lines = {line.table: line for line in await storage.histories.recorded(GUILD)}
    assert await storage.pruner.prune(START, 0) == 2
    assert await storage.store.load("old") == []
    assert len(await storage.store.load("new")) == 5
    assert await storage.bookmarks.bookmark("old") is None
    assert await storage.bookmarks.reminder("old") is None
    assert await storage.bookmarks.reminder("new") == 4
    assert await storage.bookmarks.bookmark("new") is not None
    assert await storage.boards.lines(GUILD, "kapow", ALL_TIME) == standings
    assert [*await storage.histories.recorded(GUILD)] == [lines["new"]]
    gone = replace(lines["old"], recorded=False)
    assert await storage.histories.match(GUILD, "old") == gone
    assert await storage.pruner.prune(START, 0) == 0


async def test_who_took_part_goes_with_the_log(storage: Storage) -> None:
    for table, at in (("old", START - 1), ("new", START)):
        await keep(storage, table, at)
    assert await count(storage, "participants") == 2
    await storage.pruner.prune(START, 0)
    assert await count(storage, "participants") == 1
    # By the result, which stays.
    assert [trace.table for trace in await storage.privacy.traces(11)] == ["new", "old"]


async def test_a_review_goes_with_its_log_and_does_not_come_back(storage: Storage) -> None:
    for table, at in (("old", START - 1), ("new", START)):
        await keep(storage, table, at)
        await storage.reviews.ask(table, "1.1", START)
    await storage.reviews.finish("new", "1.1", "{}")
    await storage.pruner.prune(START, 0)
    await storage.reviews.finish("old", "1.1", "{}")
    assert await storage.reviews.review("old") is None
    assert await storage.reviews.unfinished() == []
    assert await storage.reviews.review("new") == StoredReview("new", "1.1", START, "{}")


async def test_tables_without_a_result_are_deleted_altogether(storage: Storage) -> None:
    await keep(storage, "old", START - 1, finished=False)
    await keep(storage, "match", START - 1)
    assert await storage.pruner.prune(0, START) == 1
    assert await count(storage, "tables") == 1
    assert len(await storage.store.load("match")) == 5


async def test_unfinished_tables_are_never_touched(storage: Storage) -> None:
    for phase in (Phase.LOBBY, Phase.PLAYING):
        listing = Listing(phase.value, GUILD, 2, "kapow", phase, (11,))
        await storage.store.append(phase.value, 0, [acted(1)], Effects(listing))
    assert await storage.pruner.prune(START * 2, START * 2) == 0
    assert len(await storage.store.listings()) == 2


@pytest.mark.parametrize("length", [1, BATCH, BATCH + 1, 2 * BATCH + 7])
async def test_logs_of_every_length_go_whole(storage: Storage, length: int) -> None:
    await keep(storage, "old", START - 1, length)
    await storage.pruner.prune(START, START)
    assert await count(storage, "log") == 0


async def test_moves_go_on_meanwhile_and_no_half_log_is_read(storage: Storage) -> None:
    batches = 5
    whole = batches * BATCH
    await keep(storage, "old", START - 1, whole)
    await storage.store.append(
        "live", 0, [acted(1)], Effects(Listing("live", 1, 2, "", Phase.PLAYING, ()))
    )
    pruning = asyncio.create_task(storage.pruner.prune(START, START))
    lengths, moves = await asyncio.gather(
        _lengths_during(pruning, storage), _moves_during(pruning, storage)
    )
    assert await pruning == 1
    assert lengths <= {0, whole}
    # Marked, deleted batch by batch, and swept up after: each time there was room for a move.
    assert moves >= 1 + batches + 1
    assert len(await storage.store.load("live")) == 1 + moves


async def _lengths_during(pruning: asyncio.Task[int], storage: Storage) -> set[int]:
    lengths = set()
    while not pruning.done():
        lengths.add(len(await storage.store.load("old")))
    return lengths


async def _moves_during(pruning: asyncio.Task[int], storage: Storage) -> int:
    """Play a move as soon as the one before it is committed; return how many there were."""
    moves = 0
    while not pruning.done():
        await storage.store.append("live", 1 + moves, [acted(moves)])
        moves += 1
    return moves


async def test_an_interrupted_deletion_goes_on(storage: Storage) -> None:
    await keep(storage, "match", START - 1, 3 * BATCH)
    await keep(storage, "lobby", START - 1, 3 * BATCH, finished=False)
    left = await count(storage, "log")
    for _ in range(20):
        pruning = asyncio.create_task(storage.pruner.prune(START, START))
        while await count(storage, "log") == left and not pruning.done():
            pass
        pruning.cancel()
        await asyncio.gather(pruning, return_exceptions=True)
        left = await count(storage, "log")
    assert await storage.pruner.prune(START, START) <= 2
    assert (await count(storage, "log"), await count(storage, "tables")) == (0, 1)


async def test_two_processes_may_prune_at_once(storage: Storage) -> None:
    for number in range(6):
        await keep(storage, f"t{number}", START - 1, BATCH + 3, finished=number % 2 == 0)
    await asyncio.gather(*(storage.pruner.prune(START, START) for _ in range(2)))
    assert (await count(storage, "log"), await count(storage, "tables")) == (0, 3)


async def test_freed_space_is_used_again(sqlite_storage: Storage) -> None:
    async def pages() -> int:
        async with sqlite_storage.engine.connect() as connection:
            found = await connection.exec_driver_sql("PRAGMA page_count")
            return int(found.scalar_one())

    sizes = []
    for night in range(6):
        for number in range(3):
            await keep(sqlite_storage, f"{night}-{number}", START - 1, 300, finished=False)
        await sqlite_storage.pruner.prune(START, START)
        sizes.append(await pages())
    assert sizes[-1] <= sizes[1]
