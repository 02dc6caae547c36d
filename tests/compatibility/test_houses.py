"""Houses of earlier versions are upgraded with everything: tables, league and buttons."""

import random
import re
import shutil
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from pydantic import SecretStr

from bot.doctor.machine import check_database
from bot.games.registry import GAMES
from bot.tables.state import TableState
from bot.tables.store import Phase
from db.maintenance.rebuild import catch_up, rebuild
from db.maintenance.upgrade import revision, upgrade
from db.storage import open_storage
from tests.cogs import forge
from tests.cogs.forge import Forger
from tests.cogs.guest import words
from tests.cogs.world import World, open_world
from tests.compatibility.keep_house import FOLDER, ROOM, SCHEMAS, read_house, stands
from tests.compatibility.written import HAD
from tests.db.rows import everything
from tests.helpers import until
from tests.house.files import ROOT
from tests.tables.house import RULES, Housing

DAY: Final = 86_400

SOME_FIRST: Final = [
    pytest.param(schema, marks=[] if schema in {SCHEMAS[0], SCHEMAS[-1]} else pytest.mark.thorough)
    for schema in SCHEMAS
]
"""The oldest and the newest, and in the thorough run all between them."""

AWAY: Final = 20 * DAY
"""Seconds for which nobody hosted before the upgrade: longer than any term of the house."""


class Before(NamedTuple):
    """A house as an earlier version left it, upgraded and hosted in a world of its own."""

    told: dict[str, Any]
    world: World


async def _upgraded(file: Path, schema: str, sql: str) -> str:
    """Write a house down and upgrade it by the book; return its address."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.executescript(sql)
        connection.execute("DELETE FROM leases")  # They ran out long ago.
    url = f"sqlite+aiosqlite:///{file}"
    assert (await revision(url)).current == schema
    await upgrade(url)
    await catch_up(url, GAMES)
    return url


@pytest.fixture(params=SOME_FIRST)
async def before(
    request: pytest.FixtureRequest, empty_database: Path, tmp_path: Path
) -> AsyncIterator[Before]:
    """A version's house, whose server, channel and people are those of the world."""
    sql, told = read_house(request.param)
    shutil.copy(empty_database, tmp_path / "first.db")
    async with open_world(tmp_path / "first.db", ROOM) as world:
        people = [world.guest(str(number)).id for number in range(len(told["people"]))]
        today = map(str, (world.guild.id, world.channel.id, *people))
        then = map(str, (told["guild"], told["channel"], *told["people"]))
        ids = dict(zip(then, today, strict=True))
        sql = re.sub("|".join(ids), lambda found: ids[found[0]], sql)
        world.database = tmp_path / "house.db"
        url = await _upgraded(world.database, request.param, sql)
        world.settings = world.settings.model_copy(update={"database_url": SecretStr(url)})
        world.time.set(world.time.now() + AWAY * 1000)
        await world.restart()
        yield Before({**told, "people": people}, world)


def test_there_is_a_small_house_of_every_version_since_0005() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    versions = {*re.findall(r"^Database schema (\d{4})\.$", changelog, re.MULTILINE)}
    assert {*SCHEMAS} >= {schema for schema in versions if schema >= "0005"}
    assert all(path.stat().st_size < 50_000 for path in FOLDER.iterdir())
    for schema in SCHEMAS:
        running = read_house(schema)[1]["running"].values()
        assert {told["game"] for told in running} >= HAD
        assert any(told["paused"] for told in running)


def _scores(state: TableState, moves: Sequence[str]) -> list[int] | None:
    """Play moves that were chosen by that version, and return where they lead."""
    game, position = state.game, state.position
    for move in moves:
        seat, _, action = move.partition(" ")
        position = game.apply(position, int(seat), game.parse(action)).state
    end = game.outcome(position)
    return None if end is None else list(end.scores)


@pytest.mark.usefixtures("synced")
async def test_tables_stand_where_they_stood(before: Before) -> None:
    world = before.world
    await world.pass_time(60)
    for table, told in before.told["running"].items():
        state = await world.state(table)
        assert state.closed is None
        assert {
            **stands(state),
            "moves": told["moves"],
            "scores": _scores(state, told["moves"]),
        } == told
    lobby = await world.state(before.told["lobby"])
    assert (lobby.phase, lobby.closed) == (Phase.LOBBY, None)
    assert (await world.state(before.told["finished"])).closed is not None
    assert (await check_database(f"sqlite+aiosqlite:///{world.database}")).ok


@pytest.mark.parametrize("schema", SOME_FIRST)
async def test_a_match_closes_only_days_after_a_reminder(schema: str, tmp_path: Path) -> None:
    """Its turn began long before anything counted how long it lasts."""
    sql, told = read_house(schema)
    house = Housing(tmp_path / "house.db", replace(RULES, longest_turn=14 * DAY))
    await _upgraded(house.path, schema, sql)
    await house.reopen()
    await house.host.awake.wait()
    going_on = {table for table, one in told["running"].items() if not one["paused"]}
    closed = dict[str, tuple[int, int]]()

    def all_closed() -> bool:
        house.clock.advance(3600)
        for state in house.notebook.states:
            if state.closed is not None:
                closed[state.id] = (state.reminded_at, state.closed.at)
        return going_on <= closed.keys()

    await until(all_closed)
    assert going_on <= {table for table, _ in house.notebook.reminders}
    assert all(closed[table][1] - closed[table][0] >= 3 * DAY * 1000 for table in going_on)
    await house.close()


@pytest.mark.parametrize("schema", SOME_FIRST)
async def test_the_league_counts_short_ones_as_a_rebuild_does(schema: str, tmp_path: Path) -> None:
    sql, told = read_house(schema)
    url = await _upgraded(tmp_path / "house.db", schema, sql)
    async with open_storage(url) as storage:
        counted = sorted((await everything(storage)).splitlines())
    await rebuild(url, GAMES)
    async with open_storage(url) as storage:
        assert sorted((await everything(storage)).splitlines()) == counted
    with closing(sqlite3.connect(tmp_path / "house.db")) as connection:
        row = "SELECT counted FROM matches WHERE table_id = ?"
        assert connection.execute(row, (told["finished"],)).fetchone() == (1,)
        assert connection.execute("SELECT count(*) FROM totals").fetchone()[0] >= 2


async def test_every_old_control_is_answered(before: Before) -> None:
    world, source = before.world, random.Random(1)
    controls = list(before.told["controls"])
    assert len(controls) > 30
    source.shuffle(controls)
    for control in controls:
        person = source.choice(before.told["people"])
        who = Forger(world, person, world.guild.id, world.channel.id)
        result = await who.send(*forge.button(control))
        told = words(result)
        assert result.modal is not None or result.acknowledged or told, control
        assert "too old to work" not in told, control
        assert "went wrong" not in told, control
