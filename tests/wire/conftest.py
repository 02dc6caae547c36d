"""Fixtures: a stand-in for Discord, a nursery for bots, and an evening with people.

Ten thousand bad inputs: ``pytest tests/wire/test_bad_input.py --bad-inputs 10000``.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.wire.evening import Evening
from tests.wire.held import HOLD
from tests.wire.process import BotProcess, Nursery, nursery
from tests.wire.stand_in import StandIn


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bad-inputs", type=int, default=600, help="bad inputs of all kinds together")
    parser.addoption("--thorough", action="store_true", help="all faults, and those that take long")


@pytest.fixture
def bad_inputs(request: pytest.FixtureRequest) -> int:
    # The option is only there when pytest was started on this folder.
    count = request.config.getoption("--bad-inputs", default=600)
    assert isinstance(count, int)
    return count


@pytest.fixture
def thorough(request: pytest.FixtureRequest) -> bool:
    # The option is only there when pytest was started on this folder.
    return bool(request.config.getoption("--thorough", default=False))


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def bots() -> AsyncIterator[Nursery]:
    """The nursery of all wire tests."""
    async with nursery() as opened:
        yield opened


@pytest.fixture
def hold(tmp_path: Path) -> Path:
    """The file that holds the threads up."""
    return tmp_path / "hold"


@pytest_asyncio.fixture(loop_scope="session")
async def held(bots: Nursery, tmp_path: Path, hold: Path) -> AsyncIterator[Evening]:
    """A Discord with one server, and our bot, whose threads can be held up."""
    async with StandIn().serving() as discord:
        discord.add_guild()
        bot = BotProcess(discord, bots, tmp_path, {HOLD: str(hold)}, ("held",))
        await bot.start()
        yield Evening(discord, bot)
        await bot.crash()


@pytest_asyncio.fixture(loop_scope="session")
async def evening(bots: Nursery, tmp_path: Path) -> AsyncIterator[Evening]:
    """A Discord with one server, and our bot, which has started."""
    async with StandIn().serving() as discord:
        discord.add_guild()
        bot = BotProcess(discord, bots, tmp_path)
        await bot.start()
        yield Evening(discord, bot)
        await bot.crash()
