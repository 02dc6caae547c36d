"""Moves that cannot be saved are refused; the error is logged once, and play goes on afterwards.

The faults are real: another connection's lock, the system's limit on a file's size, SQLite's own
refusal to write.
"""

import asyncio
import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager

import pytest
from sqlalchemy import Engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

from bot.tables.core import lobby
from bot.tables.core.entries import TableSetup
from bot.tables.core.errors import RefusedError
from bot.tables.core.state import kai_seat
from bot.tables.hosting.host import RETRY_SECONDS
from tests.tables.house import ADA, MINA, PLACE, SAM, Housing, act, asker, until

KAPOW = TableSetup(game="kapow", options={"rounds": 1, "cards": 9})
ELSEWHERE = PLACE.model_copy(update={"channel": 3})


@contextmanager
def locked(housing: Housing) -> Iterator[None]:
    """Somebody else writes, and does not end."""
    with closing(sqlite3.connect(housing.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def full(housing: Housing) -> Iterator[None]:
    """The log that SQLite writes ahead cannot grow any further."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = housing.path.with_name(housing.path.name + "-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def read_only(_: Housing) -> Iterator[None]:
    """The next connection for moves may not write."""

    def forbid(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        if isinstance(connection, sqlite3.Connection):  # All others are aiosqlite's.
            connection.execute("PRAGMA query_only = ON")

    event.listen(Engine, "connect", forbid)
    try:
        yield
    finally:
        event.remove(Engine, "connect", forbid)


Fault = Callable[[Housing], AbstractContextManager[None]]
FAULTS = {"database is locked": locked, "disk I/O error": full, "readonly database": read_only}


async def refused(housing: Housing, table: str) -> None:
    hosted = await housing.host.table(table)
    with pytest.raises(RefusedError, match="couldn't be saved"):
        await act(hosted, min(hosted.state.to_act))


@pytest.mark.parametrize("words", FAULTS)
async def test_a_storage_error_refuses_moves_and_is_logged_once_until_it_passes(
    housing: Housing, caplog: pytest.LogCaptureFixture, words: str
) -> None:
    one = await housing.started(KAPOW, MINA, SAM)
    two = await housing.host.open(ADA, ELSEWHERE, KAPOW)
    await housing.host.join(two.id, SAM)
    await two.do(lobby.start(asker(ADA)))
    before = {table.id: table.state for table in (one, two)}
    with FAULTS[words](housing):
        if words == "readonly database":  # The connection that writes is given up after a fault.
            with locked(housing):
                await refused(housing, one.id)
            caplog.clear()
        for _ in range(3):
            await asyncio.gather(*(refused(housing, table) for table in before))
        with pytest.raises(RefusedError, match="couldn't be saved"):
            await housing.host.open(ADA, ELSEWHERE, KAPOW)
    errors = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert len(errors) == 1
    assert errors[0].startswith("moves can't be saved, so none is taken: ")
    assert words in errors[0]
    for table, state in before.items():
        hosted = await housing.host.table(table)
        assert hosted.state == state
        await act(hosted, min(state.to_act))
    assert caplog.text.count("moves are saved again") == 1
    assert "7 were not taken" in caplog.text or words == "readonly database"


async def test_what_a_table_does_by_itself_goes_on_after_a_fault(
    housing: Housing, caplog: pytest.LogCaptureFixture
) -> None:
    table = await housing.host.open(MINA, PLACE, KAPOW)
    await table.do(lobby.add_kai(MINA.id, "normal"))
    await table.do(lobby.start(asker(MINA)))
    while kai_seat(table.state) is None:
        await act(table, min(table.state.to_act))
    with locked(housing):
        housing.clock.advance(10)
        await until(lambda: "moves can't be saved" in caplog.text)
        housing.clock.advance(RETRY_SECONDS)
    seq = table.state.seq

    def saved() -> bool:
        housing.clock.advance(RETRY_SECONDS)
        return "moves are saved again" in caplog.text

    await until(saved)
    assert (await housing.host.table(table.id)).state.seq > seq
    assert caplog.text.count("moves can't be saved") == 1
