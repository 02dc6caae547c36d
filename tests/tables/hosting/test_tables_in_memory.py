"""The tables in memory: never two objects of one table, and unused ones leave memory."""

import gc
from dataclasses import replace
from pathlib import Path

import pytest_asyncio

from bot.tables.core.entries import Clock, TableSetup
from bot.tables.hosting.table import Table
from tests.tables.house import MINA, PLACE, RULES, SAM, Housing


@pytest_asyncio.fixture
async def housing(tmp_path: Path) -> Housing:
    housing = Housing(tmp_path / "cards.db")
    await housing.reopen()
    return housing


async def _match(housing: Housing, clock: Clock) -> Table:
    setup = TableSetup(game="kapow", clock=clock)
    return await housing.started(setup, MINA, SAM)


async def test_a_table_in_use_stays_the_same_object(tmp_path: Path) -> None:
    housing = Housing(tmp_path / "cards.db", replace(RULES, tables_in_memory=1))
    await housing.reopen()
    held = await _match(housing, Clock())
    other = (await _match(housing, Clock())).id
    assert (await housing.host.table(other)).id == other
    gc.collect()
    assert await housing.host.table(held.id) is held
    await housing.close()


async def test_an_unused_table_without_an_alarm_leaves_memory(tmp_path: Path) -> None:
    housing = Housing(
        tmp_path / "cards.db",
        replace(RULES, tables_in_memory=1, tables_per_channel=9, tables_per_person=9),
    )
    await housing.reopen()
    waiting = (await _match(housing, Clock())).id
    clocked = (await _match(housing, Clock(kind="live", seconds=60))).id
    used = (await housing.host.open(MINA, PLACE, TableSetup(game="kapow"))).id
    gc.collect()
    assert {*housing.host.in_memory()} == {clocked, used}
    assert (await housing.host.table(waiting)).state.seats
    await housing.close()
