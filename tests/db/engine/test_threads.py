"""aiosqlite's private names still work as we use them, and rows come as from its own cursors."""

import sqlite3
from functools import partial
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import literal, select

from db.engine.opening import connect, open_engine
from db.engine.reading import fetch
from db.engine.threads import AT_ONCE, CLOSED, ConnectionThreads
from tests.db.engine.threads import connection_threads


@pytest.fixture
def threads(tmp_path: Path) -> ConnectionThreads:
    return ConnectionThreads(
        partial(connect, str(tmp_path / "cards.db"), 1.0, check_same_thread=False)
    )


async def test_the_thread_of_a_connection_is_known_and_keeps_no_process_alive(
    threads: ConnectionThreads,
) -> None:
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


async def test_our_cursor_of_an_ended_connection_says_that_it_is_closed(
    threads: ConnectionThreads,
) -> None:
    connection = await threads.open()
    cursor = await connection.cursor()
    await cursor.execute(COUNTING, (2 * AT_ONCE,))
    await threads.end()
    for use in (
        *(cursor.fetchall, cursor.close, connection.cursor),
        partial(cursor.execute, "VALUES (1)"),
    ):
        with pytest.raises(sqlite3.OperationalError, match=CLOSED):
            await use()


async def test_a_cursor_of_an_ended_connection_says_that_it_is_closed(
    threads: ConnectionThreads,
) -> None:
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
NUMBERS = pytest.mark.parametrize("number", [1, AT_ONCE - 1, AT_ONCE, AT_ONCE + 1, 3 * AT_ONCE])


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
        rows = [await cursor.fetchone(), *await cursor.fetchmany(AT_ONCE // 3)]
        while more := [*await cursor.fetchmany()]:
            rows += more
        assert [row[0] for row in rows if row] == [*range(1, number + 1)]
        assert await cursor.fetchone() is None
    await threads.end()


@pytest.fixture
def went(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What has gone to the threads."""
    found: list[object] = []
    execute: Any = aiosqlite.Connection._execute

    async def counted(self: aiosqlite.Connection, *work: object, **named: object) -> object:
        found.append(work)
        result: object = await execute(self, *work, **named)
        return result

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)
    return found


async def test_a_query_goes_to_the_thread_once(tmp_path: Path, went: list[object]) -> None:
    engine = open_engine(f"sqlite+aiosqlite:///{tmp_path / 'cards.db'}")
    await fetch(engine, select(literal(1)))
    went.clear()
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
