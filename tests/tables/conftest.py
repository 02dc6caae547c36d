"""The house that the host is tested in."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.tables.house import Housing


@pytest.fixture
async def housing(tmp_path: Path) -> AsyncIterator[Housing]:
    house = Housing(tmp_path / "night.db")
    await house.reopen()
    yield house
    await house.close()
