"""Fixtures: the bot as a process on real sockets, with a DEBUG log and an open port."""

import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.operation.scrape import Scraper
from tests.review.__main__ import HOLD
from tests.wire.conftest import bots
from tests.wire.evening import Evening
from tests.wire.process import BotProcess, Nursery
from tests.wire.stand_in import StandIn

__all__ = ["bots"]


@pytest.fixture
def port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        found: int = probe.getsockname()[1]
        return found


@pytest.fixture
def hold(tmp_path: Path) -> Path:
    """The file that holds reviews up while it is there."""
    return tmp_path / "hold"


@pytest_asyncio.fixture(loop_scope="session")
async def evening(bots: Nursery, tmp_path: Path, port: int, hold: Path) -> AsyncIterator[Evening]:
    """A Discord with one server, and our bot, which has started."""
    settings = {
        "CARDS_LOG_LEVEL": "DEBUG",
        "CARDS_LOG_FORMAT": "json",
        "CARDS_OPERATION_PORT": str(port),
        HOLD: str(hold),
    }
    async with StandIn().serving() as discord:
        discord.add_guild()
        bot = BotProcess(discord, bots, tmp_path, settings, ("quick",))
        await bot.start()
        yield Evening(discord, bot)
        await bot.crash()


@pytest.fixture
def scraper(port: int) -> Scraper:
    """Whoever asks the bot of the evening how it is."""
    return Scraper(port)
