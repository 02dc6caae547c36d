"""Restarts, two hosts at one table, and tables that leave memory and come back."""

import asyncio
import gc
import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.game.contract import SPECTATOR, AnyGame
from bot.games.registry import GAMES as REGISTERED
from bot.tables import lobby, match
from bot.tables.command import NoSuchTableError, RestartingError
from bot.tables.entries import Clock, TableSetup
from bot.tables.sight import look
from bot.tables.table import Table
from tests.helpers import Caplog, until
from tests.short import short
from tests.tables.house import MINA, ONE_ROUND, PLACE, RULES, SAM, Housing, act, asker, refuses

RESTARTS = 12
"""One after each move: enough for a card that only one seat may see."""


@pytest.mark.parametrize("game", REGISTERED.values(), ids=lambda game: game.name)
async def test_a_table_comes_back_exactly_as_it_was(housing: Housing, game: AnyGame) -> None:
    source = random.Random(1)
    table = await housing.started(TableSetup(game=game.name, options={**short(game)}), MINA, SAM)
    for _ in range(RESTARTS):
        await act(table, source.choice(sorted(table.state.to_act)), source.choice)
        await housing.close()
        await housing.reopen()
        again = await housing.host.table(table.id)
        assert again.state == table.state
        for viewer in (SPECTATOR, 0, 1):
            assert look(again.state, viewer) == look(table.state, viewer)
        table = again


async def test_lobbies_come_back_too(housing: Housing) -> None:
    table = await housing.host.open(MINA, PLACE, ONE_ROUND)
    await table.do(lobby.cut(MINA.id, "swan", 40))
    await housing.close()
    await housing.reopen()
    again = await housing.host.table(table.id)
    assert again.state == table.state
    await housing.host.join(table.id, SAM)
    await again.do(lobby.start(asker(MINA)))


async def test_a_move_that_cannot_be_saved_is_refused(housing: Housing) -> None:
    table = await housing.started(ONE_ROUND, MINA, SAM)
    before = table.state
    with closing(sqlite3.connect(housing.path)) as other, other:
        other.execute("BEGIN EXCLUSIVE")
        await refuses(act(table, min(before.to_act)), "couldn't be saved")
        other.rollback()
    assert table.state == before
    again = await housing.host.table(table.id)
    assert again.state == before
    await act(again, min(before.to_act))


async def test_two_hosts_can_t_move_a_table(housing: Housing, caplog: Caplog) -> None:
    """Not even where the first has not noticed yet that its lease is gone."""
    table = await housing.started(ONE_ROUND, MINA, SAM)
    async with housing.another_host() as rival:
        theirs = await rival.table(table.id)
        await act(theirs, min(theirs.state.to_act))
        assert not housing.host.lost.is_set()
        await refuses(act(table, min(table.state.to_act)), "couldn't be saved")
        assert "another process hosts the table now" in caplog.text
        await until(housing.host.lost.is_set)
        await refuses(act(table, min(table.state.to_act)), "isn't ready")
        await until(lambda: "hosted by another process now" in caplog.text)
        await refuses(housing.host.table(table.id), error=RestartingError)
        assert len(await housing.store.load(table.id)) == theirs.state.seq


async def test_a_closing_host_finishes_a_move_and_refuses_others(housing: Housing) -> None:
    table = await housing.started(ONE_ROUND, MINA, SAM)
    await act(table, min(table.state.to_act))
    after = table.state
    await housing.close()
    await refuses(table.do(match.leave(MINA.id)), "isn't ready")
    await housing.reopen()
    assert (await housing.host.table(table.id)).state == after


async def test_an_unknown_table_is_refused(housing: Housing) -> None:
    await refuses(housing.host.table("nowhere"), error=NoSuchTableError)


async def test_a_table_opened_meanwhile_is_hosted_once(housing: Housing, caplog: Caplog) -> None:
    for _ in range(2):
        await housing.close()
        await housing.reopen()
        table = await housing.host.open(MINA, PLACE, ONE_ROUND)
        await housing.host.join(table.id, SAM)
        await asyncio.sleep(0.01)
        assert await housing.host.table(table.id) is table
    assert "can't be read" not in caplog.text


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
