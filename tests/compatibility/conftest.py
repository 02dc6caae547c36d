"""The house of the version before, opened by today's code."""

import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from db.maintenance.upgrade import upgrade
from tests.compatibility.written import FOLDER
from tests.tables.house import RULES, Housing

ROUND_PAUSE = 3600
"""Seconds, as the house before had it: a table that was left between two rounds waits there."""


@pytest.fixture(scope="session")
def left_behind(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database as the version before left it, to be copied."""
    found = tmp_path_factory.mktemp("before") / "evening.db"
    with closing(sqlite3.connect(found)) as connection:
        connection.executescript((FOLDER / "evening.sql").read_text("utf-8"))
    return found


@pytest.fixture
def file(left_behind: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(left_behind, tmp_path / "evening.db"))


@pytest.fixture
async def housing(file: Path) -> AsyncIterator[Housing]:
    """A house that has been opened on it, with all its tables read."""
    house = Housing(file, replace(RULES, round_pause=ROUND_PAUSE))
    await upgrade(house.url)
    await house.reopen()
    await house.host.awake.wait()
    yield house
    await house.close()
