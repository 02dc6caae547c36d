"""Fixtures: an evening with people, and logs in which nothing went wrong."""

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.wire.evening import Evening, opened
from tests.wire.held import HOLD
from tests.wire.process import Nursery
from tests.wire.soak.sample import faults_in


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "bot(**options): the evening's bot, see `opened`")
    config.addinivalue_line("markers", "faulty(*words): errors that the log may have")


@pytest.fixture(autouse=True)
def logs(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    """See by the logs that nothing went wrong in a test but what its mark ``faulty`` names."""
    yield
    mark = request.node.get_closest_marker("faulty")
    known = mark.args if mark else ()
    said = "".join(file.read_text("utf-8") for file in tmp_path.rglob("*.log"))
    assert [line for line in faults_in(said) if not any(words in line for words in known)] == []


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
