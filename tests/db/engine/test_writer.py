"""The writer: many writes share a commit, a refused or killed one is not half written."""

import asyncio
import struct
import sys
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.tables.store import Effects, Phase, SequenceTakenError, StoreUnavailableError
from db.storage import Storage, open_storage
from tests.db.engine.scribe import ENTRIES, TABLES
from tests.db.samples import GUILD, acted, listing, result

CROWD = [f"t{number}" for number in range(40)]


async def _open_tables(storage: Storage) -> None:
    for table in CROWD:
        await storage.store.append(table, 0, [acted(1)], Effects(listing(table)))


async def test_a_crowd_shares_few_transactions_on_postgres(postgres_url: str) -> None:
    async with open_storage(postgres_url) as storage:
        await _open_tables(storage)
        await asyncio.gather(*(storage.store.append(table, 1, [acted(2)]) for table in CROWD))
        async with storage.engine.connect() as connection:
            query = "SELECT count(DISTINCT xmin::text) FROM log WHERE seq = 2"
            assert await connection.scalar(text(query)) == 1


async def test_a_crowd_shares_few_transactions_on_sqlite(sqlite_url: str, tmp_path: Path) -> None:
    async with open_storage(sqlite_url) as storage:
        await _open_tables(storage)
        before = _commits(tmp_path / "cards.db-wal")
        await asyncio.gather(*(storage.store.append(table, 1, [acted(2)]) for table in CROWD))
        assert _commits(tmp_path / "cards.db-wal") - before == 1


def _commits(wal: Path) -> int:
    """Count the transactions in a write-ahead log: their last frame tells the database's size."""
    content = wal.read_bytes()
    (page_size,) = struct.unpack_from(">I", content, 8)
    starts = range(32, len(content), 24 + page_size)
    return sum(struct.unpack_from(">I", content, start + 4) != (0,) for start in starts)


async def test_only_invalid_writes_are_refused(storage: Storage) -> None:
    await _open_tables(storage)
    # Too early, a gap, a second result, and a number that no database takes.
    await storage.store.append(
        "t3", 1, [acted(2)], Effects(listing("t3", Phase.CLOSED), result("t3"))
    )
    guilty = {"t0": 0, "t1": 2, "t3": 2, "t5": 1}
    appends = []
    for table in CROWD:
        shown = listing(table, channel=2**70 if table == "t5" else 9)
        outcome = result("t3") if table == "t3" else None
        new = [acted(8), acted(9)]
        appends.append(
            storage.store.append(table, guilty.get(table, 1), new, Effects(shown, outcome))
        )
    answers = dict(zip(CROWD, await asyncio.gather(*appends, return_exceptions=True), strict=True))
    assert {type(answers[table]) for table in ("t0", "t1", "t3")} == {SequenceTakenError}
    assert isinstance(answers["t5"], StoreUnavailableError)
    channels = {shown.table: shown.channel for shown in await storage.store.listings()}
    for table in set(CROWD) - {"t3"}:
        innocent = table not in guilty
        assert (answers[table] is None) == innocent
        assert len(await storage.store.load(table)) == (3 if innocent else 1)
        assert channels[table] == (9 if innocent else 2)
    assert len(await storage.store.load("t3")) == 2


async def test_moves_of_one_table_may_queue(storage: Storage) -> None:
    await storage.store.append("t", 0, [acted(1)], Effects(listing("t")))
    moves = (storage.store.append("t", after, [acted(after + 1)]) for after in range(1, 30))
    await asyncio.gather(*moves)
    assert await storage.store.load("t") == [acted(number) for number in range(1, 31)]


async def test_a_write_cancelled_before_its_transaction_is_not_made(storage: Storage) -> None:
    await _open_tables(storage)
    moves = [storage.store.append(t, 1, [acted(2)]) for t in CROWD]
    moves[7].cancel()
    answers = await asyncio.gather(*moves, return_exceptions=True)
    assert isinstance(answers.pop(7), asyncio.CancelledError)
    assert set(answers) == {None}
    for table in CROWD:
        assert len(await storage.store.load(table)) == (1 if table == "t7" else 2)


async def test_a_write_cancelled_later_is_made_as_a_whole_or_not_at_all(storage: Storage) -> None:
    await _open_tables(storage)
    await storage.store.append("stays", 0, [acted(1)], Effects(listing("stays")))
    for number, table in enumerate(CROWD):
        shown = listing(table, channel=9)
        leaves = storage.store.append(table, 1, [acted(2), acted(3)], Effects(shown))
        stays = storage.store.append("stays", number + 1, [acted(2)])
        for _ in range(number):
            await asyncio.sleep(0)
        leaves.cancel()
        await stays
    for shown in await storage.store.listings():
        written = len(await storage.store.load(shown.table))
        allowed = {(41, 2)} if shown.table == "stays" else {(1, 2), (3, 9)}
        assert (written, shown.channel) in allowed


async def test_closing_makes_queued_writes_and_refuses_new_ones(url: str) -> None:
    async with open_storage(url) as storage:
        await _open_tables(storage)
        moves = [storage.store.append(t, 1, [acted(2)]) for t in CROWD]
        await asyncio.sleep(0)
    assert set(await asyncio.gather(*moves)) == {None}
    with pytest.raises(StoreUnavailableError, match="closed"):
        await storage.store.append("t0", 2, [acted(3)])
    async with open_storage(url) as again:
        for table in CROWD:
            assert len(await again.store.load(table)) == 2


@pytest.mark.parametrize("acknowledgements", [1, 400])
async def test_killed_at_any_moment(url: str, acknowledgements: int) -> None:
    acknowledged = await _write_until_killed(url, acknowledgements)
    async with open_storage(url) as storage:
        listings = {shown.table: shown for shown in await storage.store.listings()}
        matches = {line.table for line in await storage.histories.recorded(GUILD)}
        for table in (f"t{number}" for number in range(TABLES)):
            log = await storage.store.load(table)
            assert log == [acted(number) for number in range(1, len(log) + 1)]
            assert len(log) >= acknowledged.get(table, 0)
            assert len(log) % ENTRIES == 0
            assert (table in matches) == (len(log) >= 10 * ENTRIES)
            if log:
                assert listings[table].channel == len(log)
                await storage.store.append(table, len(log), [acted(1)])


async def _write_until_killed(url: str, acknowledgements: int) -> dict[str, int]:
    """Let a process write, kill it without warning, and return the last it told per table."""
    arguments = (sys.executable, "-m", "tests.db.engine.scribe", url)
    scribe = await asyncio.create_subprocess_exec(*arguments, stdout=asyncio.subprocess.PIPE)
    assert scribe.stdout is not None
    lines = [await scribe.stdout.readline() for _ in range(acknowledgements)]
    scribe.kill()
    lines += (await scribe.stdout.read()).splitlines()
    await scribe.wait()
    told = [line.decode().split() for line in lines]
    return {table: int(length) for table, length in told}
