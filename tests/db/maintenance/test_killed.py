"""An upgrade that is killed at any moment is done by the next one, and nothing is lost."""

import asyncio
import random
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from typing import Any, Final

import pytest
from sqlalchemy import Boolean, Connection, MetaData

from bot.games.registry import GAMES
from db.engine.opening import open_engine
from db.maintenance.rebuild import catch_up
from db.maintenance.upgrade import head, revision, upgrade
from db.storage import open_storage
from tests.compatibility.keep_house import SCHEMAS, read_house
from tests.db.downgrade import begin_with
from tests.db.rows import everything
from tests.helpers import PATIENCE

pytestmark = pytest.mark.thorough

COPIES: Final = 5
"""This many times a house is in a database, so that its upgrade takes a while."""

KILLS: Final = 3
"""For each house."""

FORKED: Final = get_context("forkserver")
FORKED.set_forkserver_preload([__name__])
"""A process begins with all that it needs: to import that takes longer than an upgrade."""

Rows = dict[str, list[dict[str, Any]]]


def rows_of(schema: str, copies: int) -> Rows:
    """Return a house's rows by table; all that is of its tables is copied under other names."""
    sql, told = read_house(schema)
    names = {*told["running"], told["lobby"], told["finished"]}
    found: Rows = {}
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.row_factory = sqlite3.Row
        connection.executescript(sql)
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'"):
            read = [dict(row) for row in connection.execute(f'SELECT * FROM "{table}"')]  # noqa: S608 - its own name
            found[table] = [one for row in read for one in _copied(row, names, copies)]
    return found


def _copied(row: dict[str, Any], names: set[str], copies: int) -> Iterator[dict[str, Any]]:
    yield row
    if names & {value for value in row.values() if isinstance(value, str)}:
        for number in range(1, copies):
            yield {
                column: f"{value[:6]}{number:04x}" if value in names else value
                for column, value in row.items()
            }


def fill(connection: Connection, schema: str, rows: Rows) -> None:
    begin_with(connection, schema)
    tables = MetaData()
    tables.reflect(connection)
    for table in tables.sorted_tables:
        if table.name == "alembic_version":
            continue
        switches = {column.name for column in table.c if isinstance(column.type, Boolean)}
        stored = [
            {name: bool(v) if name in switches and v is not None else v for name, v in row.items()}
            for row in rows.get(table.name, ())
        ]
        if table.name != "leases" and stored:
            connection.execute(table.insert(), stored)


async def filled(url: str, schema: str, copies: int) -> None:
    """Leave a database as a version with that schema had it, and nothing else in it."""
    rows, engine = rows_of(schema, copies), open_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(_clear)
        await connection.run_sync(fill, schema, rows)
    await engine.dispose()


def _clear(connection: Connection) -> None:
    tables = MetaData()
    tables.reflect(connection)
    tables.drop_all(connection)


async def finish(url: str) -> list[str]:
    await upgrade(url)
    await catch_up(url, GAMES)
    async with open_storage(url) as storage:
        return sorted((await everything(storage)).splitlines())


def _begin(url: str, ready: Event) -> None:
    ready.set()
    asyncio.run(finish(url))


def killed(url: str, seconds: float) -> None:
    """Begin an upgrade in a process, and kill it after this many seconds."""
    ready = FORKED.Event()
    process = FORKED.Process(target=_begin, args=(url, ready))
    process.start()
    assert ready.wait(PATIENCE)
    process.join(seconds)
    process.kill()
    process.join(PATIENCE)
    assert process.exitcode in {0, -signal.SIGKILL}


@pytest.mark.parametrize("schema", [one for one in SCHEMAS if one != head()])
async def test_an_upgrade_that_is_killed_is_done_by_the_next(schema: str, empty_url: str) -> None:
    await filled(empty_url, schema, COPIES)
    began = time.monotonic()
    wanted = await finish(empty_url)
    took, source = time.monotonic() - began, random.Random()
    await filled(empty_url, schema, COPIES)
    for _ in range(KILLS):
        killed(empty_url, source.uniform(0, took))
        assert (await revision(empty_url)).current in {schema, head()}
    assert await finish(empty_url) == wanted
