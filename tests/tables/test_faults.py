"""Storage that fails, logs that are damaged, callers that are cancelled: play goes on afterwards.

A move that can't be saved is refused, a damaged log closes its own table only, each error is logged
once, and no commit or load is interrupted. The faults are real: another connection's lock, the
system's limit on a file's size, SQLite's own refusal to write.
"""

import asyncio
import gc
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from typing import Any

import pytest
from sqlalchemy import Engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

from bot.tables import lobby
from bot.tables.command import DamagedTableError, OutdatedError
from bot.tables.host import RETRY_SECONDS
from bot.tables.loading import as_of
from bot.tables.state import kai_seat
from tests.helpers import Caplog, until
from tests.tables.damage import DAMAGES, Damage, body, overwrite
from tests.tables.house import (
    ADA,
    ELSEWHERE,
    MINA,
    ONE_ROUND,
    PLACE,
    SAM,
    Housing,
    act,
    asker,
    refuses,
)


@contextmanager
def locked(housing: Housing) -> Iterator[None]:
    """Someone else writes, and does not end."""
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


FAULTS = {"database is locked": locked, "disk I/O error": full, "readonly database": read_only}


async def refused(housing: Housing, table: str) -> None:
    hosted = await housing.host.table(table)
    await refuses(act(hosted, min(hosted.state.to_act)), "couldn't be saved")


@pytest.mark.parametrize("words", FAULTS)
async def test_a_storage_error_refuses_moves_and_is_logged_once_until_it_passes(
    housing: Housing, caplog: Caplog, words: str
) -> None:
    one = await housing.started(ONE_ROUND, MINA, SAM)
    two = await housing.host.open(ADA, ELSEWHERE, ONE_ROUND)
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
        await refuses(housing.host.open(ADA, ELSEWHERE, ONE_ROUND), "couldn't be saved")
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


async def test_a_table_s_own_deeds_go_on_after_a_fault(housing: Housing, caplog: Caplog) -> None:
    table = await housing.host.open(MINA, PLACE, ONE_ROUND)
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


@pytest.mark.parametrize("damage", DAMAGES)
async def test_one_damaged_table_is_closed_and_the_others_go_on(
    housing: Housing, caplog: Caplog, damage: Damage
) -> None:
    table = await housing.started(ONE_ROUND, MINA, SAM)
    await act(table, min(table.state.to_act))
    sound = await housing.host.open(ADA, ELSEWHERE, ONE_ROUND)
    last = table.state.seq
    await housing.close()
    whole = body(housing, table.id, last)
    overwrite(housing, table.id, last, damage(whole))
    await housing.reopen()
    await housing.host.awake.wait()
    for _ in range(3):
        await refuses(housing.host.table(table.id), "log is damaged", error=DamagedTableError)
    assert caplog.text.count("is closed to play") == 1
    assert f"table {table.id} is closed to play, entry {last} of its log" in caplog.text
    assert table.state.secret.hex() not in caplog.text
    await housing.host.join(sound.id, SAM)
    assert [listing.table for listing in housing.host.listings()] == [sound.id]

    overwrite(housing, table.id, last, whole)
    mended = await housing.host.table(table.id)
    assert mended.state == table.state
    await act(mended, min(mended.state.to_act))


async def test_a_damaged_listing_hides_no_other_table(housing: Housing, caplog: Caplog) -> None:
    table = await housing.started(ONE_ROUND, MINA, SAM)
    sound = await housing.host.open(ADA, ELSEWHERE, ONE_ROUND)
    await housing.close()
    with closing(sqlite3.connect(housing.path)) as database, database:
        database.execute("UPDATE tables SET people = '[11, 1' WHERE id = ?", (table.id,))
    await housing.reopen()
    assert [listing.table for listing in housing.host.listings()] == [sound.id]
    assert caplog.text.count("its listing is damaged") == 1
    # Its log is sound: it is found again as soon as someone goes on there.
    again = await housing.host.table(table.id)
    await act(again, min(again.state.to_act))
    await until(lambda: len(housing.host.listings()) == 2)


async def test_a_move_is_committed_though_its_caller_is_cancelled(housing: Housing) -> None:
    table = await housing.started(ONE_ROUND, MINA, SAM)
    before = table.state
    asked = asyncio.create_task(act(table, min(before.to_act)))
    await asyncio.sleep(0)
    asked.cancel()
    await refuses(asked, error=asyncio.CancelledError)
    assert table.state == before
    await until(lambda: table.state.seq == before.seq + 1)
    assert len(await housing.store.load(table.id)) == before.seq + 1
    await act(table, min(table.state.to_act))


async def test_when_a_caller_is_cancelled_the_table_agrees_with_its_log(housing: Housing) -> None:
    table = await housing.started(ONE_ROUND, MINA, SAM)
    for moments in range(12):
        asked = asyncio.create_task(act(table, min(table.state.to_act)))
        for _ in range(moments):
            await asyncio.sleep(0)
        asked.cancel()
        await asyncio.wait([asked])
        with suppress(OutdatedError):  # Where the first one was on its way already.
            await act(table, min(table.state.to_act))
    assert len(await housing.store.load(table.id)) == table.state.seq
    assert (
        await as_of(housing.store, housing.host.games, table.state, table.state.seq) == table.state
    )
    assert housing.notebook.states[-1] == table.state


async def test_a_caller_cancelled_while_waiting_changes_nothing(housing: Housing) -> None:
    table = await housing.started(ONE_ROUND, MINA, SAM)
    before = table.state
    first = asyncio.create_task(act(table, min(before.to_act)))
    second = asyncio.create_task(act(table, min(before.to_act)))
    await asyncio.sleep(0)
    second.cancel()
    await asyncio.gather(first, second, return_exceptions=True)
    assert second.cancelled()
    assert table.state.seq == before.seq + 1
    await act(table, min(table.state.to_act))


async def test_an_error_without_a_caller_is_logged_once(housing: Housing, caplog: Caplog) -> None:
    table = await housing.started(ONE_ROUND, MINA, SAM)
    unheard: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: unheard.append(context))
    with closing(sqlite3.connect(housing.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        asked = asyncio.create_task(act(table, min(table.state.to_act)))
        await asyncio.sleep(0)
        asked.cancel()
        await asyncio.wait([asked])
        await until(lambda: "moves can't be saved" in caplog.text)
        await refuses(act(table, min(table.state.to_act)), "isn't ready")
        other.execute("ROLLBACK")
    gc.collect()
    assert unheard == []
    again = await housing.host.table(table.id)
    await act(again, min(again.state.to_act))
