"""A watched evening."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.wire.process import Nursery
from tests.wire.watch.watcher import Watcher, watching


@pytest_asyncio.fixture(loop_scope="session")
async def watcher(bots: Nursery, tmp_path: Path) -> AsyncIterator[Watcher]:
    """A watched evening, with a bot that logs all it can."""
    async with watching(bots, tmp_path) as watcher:
        yield watcher
