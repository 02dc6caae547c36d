"""Whoever asked for something and goes away in the middle of it interrupts nothing."""

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


async def test_a_move_on_its_way_is_committed_without_whoever_made_it(housing: Housing) -> None:
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


async def test_whenever_one_goes_away_the_table_is_as_its_log_says(housing: Housing) -> None:
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


async def test_who_waits_for_the_table_and_goes_away_has_asked_for_nothing(
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


async def test_a_fault_that_nobody_waits_for_is_told_once_and_by_us(
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
        await until(lambda: "moves are not saved" in caplog.text)
        with pytest.raises(RefusedError, match="not ready"):
            await act(table, min(table.state.to_act))
        other.execute("ROLLBACK")
    gc.collect()
    assert unheard == []
    again = await housing.host.table(table.id)
    await act(again, min(again.state.to_act))
