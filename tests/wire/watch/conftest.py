"""A watched evening. How many are watched is an option; the usual run is short."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.wire.evening import Evening
from tests.wire.process import BotProcess, Nursery
from tests.wire.stand_in import StandIn
from tests.wire.watch.watcher import Watcher


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--evenings", type=int, default=2, help="evenings of each game that are watched"
    )


@pytest.fixture
def evenings(request: pytest.FixtureRequest) -> int:
    # The option is only there when pytest was started on this folder.
    count = request.config.getoption("--evenings", default=2)
    assert isinstance(count, int)
    return count


@pytest_asyncio.fixture(loop_scope="session")
async def watcher(bots: Nursery, tmp_path: Path) -> AsyncIterator[Watcher]:
    """A watched evening, with a bot that logs all it can."""
    async with StandIn().serving() as discord:
        discord.add_guild()
        bot = BotProcess(discord, bots, tmp_path, {"CARDS_LOG_LEVEL": "DEBUG"})
        watching = Watcher(Evening(discord, bot))
        await bot.start()
        yield watching
        await bot.crash()
