"""The threads of aiosqlite: its private names still work, rows come as from its cursors."""

import asyncio
import gc
import itertools
import sqlite3
import sys
import types
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import literal, select

from bot.tables.entries import Entry
from bot.tables.store import StoreUnavailableError
from db.engine.opening import connect, open_engine
from db.engine.reading import CLOSED, ROWS_AT_ONCE, ConnectionThreads, fetch
from db.storage import open_storage
from tests.db.engine.connections import connection_threads
from tests.helpers import Caplog, not_none


@pytest.fixture
def threads(tmp_path: Path) -> ConnectionThreads:
    return ConnectionThreads(
        partial(connect, str(tmp_path / "cards.db"), 1.0, check_same_thread=False)
    )


async def test_a_connection_s_thread_keeps_no_process_alive(threads: ConnectionThreads) -> None:
    """Connections of others in this process don't count: a thread may be about to end."""
    others = {*connection_threads()}
    connection = await threads.open()
    (thread,) = {*connection_threads()} - others
    assert thread.daemon
    await connection.close()
    await threads.end()
    assert not thread.is_alive()
    assert {*connection_threads()} <= others


async def closed(threads: ConnectionThreads) -> tuple[aiosqlite.Connection, aiosqlite.Cursor]:
    """Return a connection that was ended while it was in use, and a cursor of its."""
    connection = await threads.open()
    cursor = await connection.execute("VALUES (1), (2)")
    await threads.end()
    return connection, cursor


async def test_our_cursor_of_an_ended_connection_says_so(threads: ConnectionThreads) -> None:
    connection = await threads.open()
    cursor = await connection.cursor()
    await cursor.execute(COUNTING, (2 * ROWS_AT_ONCE,))
    await threads.end()
    for use in (
        *(cursor.fetchall, cursor.close, connection.cursor),
        partial(cursor.execute, "VALUES (1)"),
    ):
        with pytest.raises(sqlite3.OperationalError, match=CLOSED):
            await use()


async def test_a_cursor_of_an_ended_connection_says_so(threads: ConnectionThreads) -> None:
    _connection, cursor = await closed(threads)
    for use in (
        cursor.fetchone,
        cursor.fetchall,
        cursor.close,
        partial(cursor.execute, "VALUES (1)"),
    ):
        with pytest.raises(sqlite3.OperationalError, match=CLOSED):
            await use()


async def test_an_ended_connection_may_be_ended_again(threads: ConnectionThreads) -> None:
    connection, _ = await closed(threads)
    await connection.close()
    assert connection.stop() is None
    await threads.end()


COUNTING = """
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT i FROM n
"""
NUMBERS = pytest.mark.parametrize(
    "number", [1, ROWS_AT_ONCE - 1, ROWS_AT_ONCE, ROWS_AT_ONCE + 1, 3 * ROWS_AT_ONCE]
)


@NUMBERS
async def test_all_rows_come_at_once(threads: ConnectionThreads, number: int) -> None:
    connection = await threads.open()
    async with connection.cursor() as cursor:
        await cursor.execute(COUNTING, (number,))
        assert [row[0] for row in await cursor.fetchall()] == [*range(1, number + 1)]
        assert [*await cursor.fetchall()] == []
        await cursor.execute(COUNTING, (number,))
    await threads.end()


@NUMBERS
async def test_all_rows_come_bit_by_bit(threads: ConnectionThreads, number: int) -> None:
    connection = await threads.open()
    async with connection.cursor() as cursor:
        await cursor.execute(COUNTING, (number,))
        rows = [await cursor.fetchone(), *await cursor.fetchmany(ROWS_AT_ONCE // 3)]
        while more := [*await cursor.fetchmany()]:
            rows += more
        assert [row[0] for row in rows if row] == [*range(1, number + 1)]
        assert await cursor.fetchone() is None
    await threads.end()


@contextmanager
def going() -> Iterator[set[types.FrameType]]:
    """Note each call that goes to a thread: aiosqlite has one way there."""
    way, found = aiosqlite.Connection._execute.__code__, set[types.FrameType]()

    def see(frame: types.FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code is way:
            found.add(frame)

    before = sys.getprofile()
    sys.setprofile(see)
    try:
        yield found
    finally:
        sys.setprofile(before)


async def test_a_query_goes_to_the_thread_once(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite+aiosqlite:///{tmp_path / 'cards.db'}")
    await fetch(engine, select(literal(1)))
    with going() as went:
        assert [tuple(row) for row in await fetch(engine, select(literal(2)))] == [(2,)]
    assert len(went) == 1
    await engine.dispose()


async def test_what_was_begun_is_rolled_back(threads: ConnectionThreads) -> None:
    connection = await threads.open()
    async with connection.cursor() as cursor:
        await cursor.execute("CREATE TABLE kept (n)")
        await cursor.execute("BEGIN")
        await cursor.execute("INSERT INTO kept VALUES (1)")
        assert cursor.rowcount == 1
        await connection.rollback()
        await cursor.execute("SELECT n FROM kept")
        assert [*await cursor.fetchall()] == []
    await threads.end()


async def test_none_is_opened_after_the_end(threads: ConnectionThreads) -> None:
    others = {*connection_threads()}
    await threads.end()
    with pytest.raises(sqlite3.OperationalError, match=CLOSED):
        await threads.open()
    assert {*connection_threads()} <= others


Reading = Coroutine[Any, Any, list[Entry]]


@types.coroutine
def watched(
    reading: Reading, at_wait: Callable[[int], object]
) -> Generator[Any, Any, list[Entry] | None]:
    """Read, and tell each time that the reading waits how often it has waited before."""
    go_on = partial(reading.send, None)
    for waits in itertools.count():
        try:
            waited_for = go_on()
        except StopIteration as end:
            read: list[Entry] = end.value
            return read
        at_wait(waits)
        try:
            yield waited_for
        except BaseException as error:  # noqa: BLE001 - passed on
            go_on = partial(reading.throw, error)
        else:
            go_on = partial(reading.send, None)
    return None


async def cancelled_at(url: str, moments: set[int]) -> bool:
    """Cancel the first read of a storage at these waits of its; tell whether it came to them."""

    def cancel(wait: int) -> None:
        task = not_none(asyncio.current_task())
        if wait in moments:
            task.cancel()

    async with open_storage(url) as storage:
        reading = asyncio.create_task(_read(watched(storage.store.load("t"), cancel)))
        await asyncio.wait([reading])
        return reading.cancelled()


async def _read(reading: Any) -> None:  # noqa: ANN401 - what types.coroutine makes has no name
    await reading


@pytest.mark.parametrize("times", [1, pytest.param(2, marks=pytest.mark.thorough)])
async def test_cancelled_once_and_again(url: str, times: int) -> None:
    await at_each_moment(lambda moment: cancelled_at(url, set(range(moment, moment + times))))


async def test_the_storage_is_closed_meanwhile(sqlite_url: str) -> None:
    await at_each_moment(lambda moment: closed_at(sqlite_url, moment))


async def at_each_moment(interrupted: Callable[[int], Awaitable[bool]]) -> None:
    """Interrupt a read at each of its waits, until it comes to no other one."""
    for moment in itertools.count():
        came = await interrupted(moment)
        assert connection_threads() == []
        gc.collect()
        if not came:
            assert moment > 3
            break


async def closed_at(url: str, moment: int) -> bool:
    """Close a storage at a wait of its first read; tell whether the read came to it."""
    came = asyncio.get_running_loop().create_future()

    def come(wait: int) -> None:
        if wait == moment:
            came.set_result(None)

    async with open_storage(url) as storage:
        reading = asyncio.create_task(_read(watched(storage.store.load("t"), come)))
        await asyncio.wait([reading, came], return_when=asyncio.FIRST_COMPLETED)
    [told] = await asyncio.gather(reading, return_exceptions=True)
    assert told is None or isinstance(told, StoreUnavailableError)
    return came.done()


async def test_a_connection_opened_after_cancellation_is_closed(tmp_path: Path) -> None:
    opened: list[sqlite3.Connection] = []

    def connect() -> sqlite3.Connection:
        opened.append(sqlite3.connect(tmp_path / "cards.db", check_same_thread=False))
        return opened[0]

    threads = ConnectionThreads(connect)
    opening = asyncio.create_task(threads.open())
    await asyncio.sleep(0)
    opening.cancel()
    await asyncio.wait([opening])
    await threads.end()
    assert opening.cancelled()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        opened[0].execute("SELECT 1")


async def test_many_reads_at_once_that_are_given_up_say_nothing(url: str, caplog: Caplog) -> None:
    engine = open_engine(url)

    async def read(steps: int) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(steps / 2000):
                await fetch(engine, select(literal(1)))

    for _ in range(20):
        await asyncio.gather(*(read(number % 40) for number in range(60)))
    await engine.dispose()
    assert caplog.text == ""
