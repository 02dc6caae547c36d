"""aiosqlite's private names ``_thread`` and ``_execute`` still work as we use them."""

import sqlite3
from functools import partial
from pathlib import Path

import aiosqlite
import pytest

from db.engine.opening import connect
from db.engine.threads import CLOSED, ConnectionThreads
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


async def test_none_is_opened_after_the_end(threads: ConnectionThreads) -> None:
    others = {*connection_threads()}
    await threads.end()
    with pytest.raises(sqlite3.OperationalError, match=CLOSED):
        await threads.open()
    assert {*connection_threads()} <= others
