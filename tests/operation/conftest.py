"""Fixtures: the bot as a process on real sockets, with a DEBUG log and an open port."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.operation.scrape import Scraper
from tests.review.__main__ import HOLD
from tests.wire.evening import Evening, opened
from tests.wire.process import Nursery, free_port


@pytest.fixture
def port() -> int:
    return free_port()


@pytest_asyncio.fixture(loop_scope="session")
async def evening(bots: Nursery, tmp_path: Path, port: int, hold: Path) -> AsyncIterator[Evening]:
    settings = {
        "CARDS_LOG_LEVEL": "DEBUG",
        "CARDS_LOG_FORMAT": "json",
        "CARDS_OPERATION_PORT": str(port),
        HOLD: str(hold),
    }
    async with opened(bots, tmp_path, "quick", settings) as evening:
        yield evening


@pytest.fixture
def scraper(port: int) -> Scraper:
    return Scraper(port)
