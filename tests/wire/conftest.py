"""Fixtures: a nursery for bots, and an evening with people."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.wire.evening import Evening, opened
from tests.wire.held import HOLD
from tests.wire.process import Nursery, nursery


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "bot(**options): the evening's bot, see `opened`")


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def bots() -> AsyncIterator[Nursery]:
    """The nursery of all wire tests."""
    async with nursery() as opened:
        yield opened


@pytest.fixture
def hold(tmp_path: Path) -> Path:
    """The file that holds up, while it exists, the threads or reads of a bot made for it."""
    return tmp_path / "hold"


@pytest_asyncio.fixture(loop_scope="session")
async def evening(
    request: pytest.FixtureRequest, bots: Nursery, empty_database: Path, tmp_path: Path, hold: Path
) -> AsyncIterator[Evening]:
    """A Discord and our bot, as the mark ``bot`` says: with one server, started by ``run``."""
    shutil.copy(empty_database, tmp_path / "cards.db")
    mark = request.node.get_closest_marker("bot") or pytest.mark.bot().mark
    command = getattr(request, "param", "run")
    asked = {"command": command, "settings": {}, **mark.kwargs}
    asked["settings"] = {HOLD: str(hold), **asked["settings"]}
    async with opened(bots, tmp_path, **asked) as evening:
        yield evening
