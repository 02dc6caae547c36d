"""A watched evening."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.wire.evening import Evening
from tests.wire.process import BotProcess, Nursery
from tests.wire.stand_in import StandIn
from tests.wire.watch.watcher import Watcher


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
