"""Fixtures: a stand-in for Discord, a nursery for bots, and an evening with people."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.wire.evening import Evening
from tests.wire.held import HOLD
from tests.wire.process import BotProcess, Nursery, nursery
from tests.wire.stand_in import StandIn


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def bots() -> AsyncIterator[Nursery]:
    """The nursery of all wire tests."""
    async with nursery() as opened:
        yield opened


@pytest.fixture
def hold(tmp_path: Path) -> Path:
    """The file that blocks the threads while it exists."""
    return tmp_path / "hold"


@pytest_asyncio.fixture(loop_scope="session")
async def held(
    request: pytest.FixtureRequest, bots: Nursery, empty_database: Path, tmp_path: Path, hold: Path
) -> AsyncIterator[Evening]:
    """A Discord with one server, and our bot, whose threads can be held up; by ``held``."""
    command = getattr(request, "param", "held")
    shutil.copy(empty_database, tmp_path / "cards.db")
    async with StandIn().serving() as discord:
        discord.add_guild()
        bot = BotProcess(discord, bots, tmp_path, {HOLD: str(hold)}, (command,))
        await bot.start()
        yield Evening(discord, bot)
        await bot.crash()


@pytest_asyncio.fixture(loop_scope="session")
async def evening(
    request: pytest.FixtureRequest, bots: Nursery, empty_database: Path, tmp_path: Path
) -> AsyncIterator[Evening]:
    """A Discord with one server, and our bot, which has started: by ``run`` if not told."""
    command = getattr(request, "param", "run")
    shutil.copy(empty_database, tmp_path / "cards.db")
    async with StandIn().serving() as discord:
        discord.add_guild()
        bot = BotProcess(discord, bots, tmp_path, command=(command,))
        await bot.start()
        yield Evening(discord, bot)
        await bot.crash()
