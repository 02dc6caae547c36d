"""A failing database: nothing is half written, errors are clear, and it recovers."""

import asyncio
import itertools
import sqlite3
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path

import pytest
from sqlalchemy import Engine, event, insert, make_url, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry

from bot.games.kapow.rules.game import KAPOW
from bot.league.periods import ALL_TIME
from bot.tables.entries import Entry
from bot.tables.store import ALL_SERVERS, Effects, Store, StoreUnavailableError
from db import schema
from db.storage import Storage, open_storage
from tests.db.conftest import IMPATIENT
from tests.db.engine.connections import connection_threads
from tests.db.samples import GUILD, acted, listing
from tests.helpers import PATIENCE

ROOM = 12
"""Pages that an empty database may grow by, to the disk's end."""

LATE = {"table_id": "t", "seq": 2, "follows": 1, "at": 0, "kind": "acted", "body": ""}

LOCKS = {"sqlite": "BEGIN IMMEDIATE", "postgresql": "LOCK TABLE log IN EXCLUSIVE MODE"}

HANG_UP_ON_OTHERS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


@pytest.fixture
async def impatient(url: str) -> AsyncIterator[Storage]:
    async with open_storage(url, lock_timeout=IMPATIENT) as opened:
        yield opened


async def test_a_locked_database_takes_nothing_until_it_is_free(impatient: Storage) -> None:
    storage = impatient
    tables = [f"t{number}" for number in range(5)]
    for table in tables:
        await storage.store.append(table, 0, [acted(1)], Effects(listing(table)))
    async with storage.engine.connect() as other:
        await other.execute(text(LOCKS[other.dialect.name]))
        moves = (storage.store.append(table, 1, [acted(2)]) for table in tables)
        answers = await asyncio.gather(*moves, return_exceptions=True)
        await other.rollback()
    assert {type(answer) for answer in answers} == {StoreUnavailableError}
    for table in tables:
        assert await storage.store.load(table) == [acted(1)]
        await storage.store.append(table, 1, [acted(3)])


async def test_a_full_disk_takes_nothing_until_there_is_room(sqlite_url: str) -> None:
    batch = [acted(number) for number in range(100)]
    pages = [_pages(sqlite_url) + ROOM]
    async with _limited(pages), open_storage(sqlite_url) as storage:
        await storage.store.append("t", 0, batch, Effects(listing("t")))
        with pytest.raises(StoreUnavailableError, match="full"):
            await _append_for_ever(storage, batch)
        written = len(await storage.store.load("t"))
        assert written % len(batch) == 0
        pages[0] = 10_000
        await storage.store.append("t", written, batch)
        assert len(await storage.store.load("t")) == written + len(batch)


def _pages(url: str) -> int:
    with closing(sqlite3.connect(make_url(url).database or "")) as connection:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
    return int(pages)


async def _append_for_ever(storage: Storage, batch: Sequence[Entry]) -> None:
    for after in itertools.count(len(batch), len(batch)):
        await storage.store.append("t", after, batch)


async def test_a_writer_without_a_thread_takes_nothing_until_it_has_one(sqlite_url: str) -> None:
    async with open_storage(sqlite_url) as storage:
        usual = threading.stack_size(2**46)  # No system has so much for a thread.
        try:
            for _ in range(2):
                with pytest.raises(StoreUnavailableError, match="thread"):
                    await storage.store.append("t", 0, [acted(1)], Effects(listing("t")))
        finally:
            threading.stack_size(usual)
        await storage.store.append("t", 0, [acted(1)], Effects(listing("t")))
        assert await storage.store.load("t") == [acted(1)]


async def test_a_storage_whose_writer_never_had_a_thread_can_be_closed(sqlite_url: str) -> None:
    async with open_storage(sqlite_url) as storage:
        usual = threading.stack_size(2**46)
        written = storage.store.append("t", 0, [acted(1)], Effects(listing("t")))
        try:
            await asyncio.wait([written])
        finally:
            threading.stack_size(usual)
    with pytest.raises(StoreUnavailableError, match="thread"):
        await written


@asynccontextmanager
async def _limited(pages: Sequence[int]) -> AsyncIterator[None]:
    """Make each new connection to SQLite refuse to let the file grow beyond this many pages."""

    def limit(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA max_page_count = {pages[0]}")
        cursor.close()

    event.listen(Engine, "connect", limit)
    try:
        yield
    finally:
        event.remove(Engine, "connect", limit)


async def test_a_lost_connection_is_replaced(postgres_url: str) -> None:
    async with open_storage(postgres_url) as storage:
        await storage.store.append("t", 0, [acted(1)], Effects(listing("t")))
        async with storage.engine.connect() as other:
            await other.execute(text(HANG_UP_ON_OTHERS))
        with pytest.raises(StoreUnavailableError):
            await storage.store.append("t", 1, [acted(2)])
        await storage.store.append("t", 1, [acted(3)])
        assert await storage.store.load("t") == [acted(1), acted(3)]


async def test_a_process_suspended_in_the_middle_of_a_move_blocks_its_table_for_a_while_only(
    postgres_url: str,
) -> None:
    async with (
        open_storage(postgres_url, lock_timeout=IMPATIENT) as sleeping,
        open_storage(postgres_url, lock_timeout=IMPATIENT) as heir,
    ):
        await heir.store.append("t", 0, [acted(1)], Effects(listing("t")))
        async with sleeping.engine.connect() as suspended:
            await suspended.execute(insert(schema.log).values(LATE))
            with pytest.raises(StoreUnavailableError, match="lock timeout"):
                await heir.store.append("t", 1, [acted(2)])
            await _appended_at_last(heir.store)
            with pytest.raises(DBAPIError):
                await suspended.commit()
        assert await heir.store.load("t") == [acted(1), acted(3)]


async def _appended_at_last(store: Store) -> None:
    """Append an entry as soon as nobody blocks its table any more."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(StoreUnavailableError):
                return await store.append("t", 1, [acted(3)])


async def test_a_server_that_is_read_only_says_so(postgres_url: str) -> None:
    async with open_storage(postgres_url) as storage:
        async with storage.engine.begin() as other:
            name = await other.scalar(text("SELECT current_database()"))
            read_only = f"ALTER DATABASE {name} SET default_transaction_read_only = on"
            await other.execute(text(read_only))
        await storage.engine.dispose()
        with pytest.raises(StoreUnavailableError, match="read-only"):
            await storage.leases.release(1)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql+asyncpg://nobody@127.0.0.1:1/nothing",
        "postgresql+asyncpg:///nothing?host=/nowhere",
        "sqlite+aiosqlite:///{folder}",
    ],
)
async def test_a_missing_database(url: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    there = url.format(folder=tmp_path_factory.mktemp("folder"))
    async with open_storage(there, lock_timeout=IMPATIENT) as storage:
        await _fails_everywhere(storage)
    assert connection_threads() == []


async def test_a_database_without_the_schema(empty_url: str) -> None:
    async with open_storage(empty_url) as storage:
        await _fails_everywhere(storage)


async def test_a_file_that_is_no_database(sqlite_url: str, tmp_path: Path) -> None:
    (tmp_path / "cards.db").write_bytes(b"shopping list: " * 1000)
    async with open_storage(sqlite_url) as storage:
        await _fails_everywhere(storage)


async def _fails_everywhere(storage: Storage) -> None:
    asked: list[Callable[[], Awaitable[object]]] = [
        lambda: storage.store.append("t", 0, [acted(1)], Effects(listing("t"))),
        lambda: storage.store.load("t"),
        lambda: storage.leases.claim(ALL_SERVERS, 1, 1),
        lambda: storage.leases.renew(ALL_SERVERS, 1, 1),
        lambda: storage.leases.release(1),
        storage.store.listings,
        lambda: storage.bookmarks.bookmark("t"),
        lambda: storage.boards.lines(GUILD, KAPOW.name, ALL_TIME),
        lambda: storage.league.change_settings(GUILD, {"mention": False}),
    ]
    for ask in asked:
        with pytest.raises(StoreUnavailableError):
            await ask()
