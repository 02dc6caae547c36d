"""Cancelling a caller interrupts no commit and no load."""

import asyncio
import gc
import sqlite3
from contextlib import closing, suppress
from typing import Any

import pytest

from bot.tables.core.entries import TableSetup
from bot.tables.core.errors import OutdatedError, RefusedError
from bot.tables.hosting.reading import as_of
from tests.tables.house import MINA, SAM, Housing, act, until

KAPOW = TableSetup(game="kapow", options={"rounds": 1, "cards": 9})


async def test_a_move_is_committed_though_its_caller_is_cancelled(housing: Housing) -> None:
    table = await housing.started(KAPOW, MINA, SAM)
    before = table.state
    asked = asyncio.create_task(act(table, min(before.to_act)))
    await asyncio.sleep(0)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert table.state == before
    await until(lambda: table.state.seq == before.seq + 1)
    assert len(await housing.store.load(table.id)) == before.seq + 1
    await act(table, min(table.state.to_act))


async def test_whenever_a_caller_is_cancelled_the_table_agrees_with_its_log(
    housing: Housing,
) -> None:
    table = await housing.started(KAPOW, MINA, SAM)
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


async def test_a_caller_cancelled_while_waiting_for_the_lock_changes_nothing(
    housing: Housing,
) -> None:
    table = await housing.started(KAPOW, MINA, SAM)
    before = table.state
    first = asyncio.create_task(act(table, min(before.to_act)))
    second = asyncio.create_task(act(table, min(before.to_act)))
    await asyncio.sleep(0)
    second.cancel()
    await asyncio.gather(first, second, return_exceptions=True)
    assert second.cancelled()
    assert table.state.seq == before.seq + 1
    await act(table, min(table.state.to_act))


async def test_an_error_without_a_caller_is_logged_once(
    housing: Housing, caplog: pytest.LogCaptureFixture
) -> None:
    table = await housing.started(KAPOW, MINA, SAM)
    unheard: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: unheard.append(context))
    with closing(sqlite3.connect(housing.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        asked = asyncio.create_task(act(table, min(table.state.to_act)))
        await asyncio.sleep(0)
        asked.cancel()
        await asyncio.wait([asked])
        await until(lambda: "moves can't be saved" in caplog.text)
        with pytest.raises(RefusedError, match="isn't ready"):
            await act(table, min(table.state.to_act))
        other.execute("ROLLBACK")
    gc.collect()
    assert unheard == []
    again = await housing.host.table(table.id)
    await act(again, min(again.state.to_act))
