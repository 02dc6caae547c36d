"""Fixtures: a host on a real SQLite file."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.tables.house import Housing


@pytest.fixture
async def housing(empty_database: Path, tmp_path: Path) -> AsyncIterator[Housing]:
    file = tmp_path / "night.db"
    shutil.copy(empty_database, file)
    house = Housing(file)
    await house.reopen()
    yield house
    await house.close()
