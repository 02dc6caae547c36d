"""Stop a bot, and start another one on the same database."""

import asyncio
from dataclasses import replace

from tests.patience import PATIENCE
from tests.tables.house import until
from tests.wire.process import BotProcess

__all__ = ["another", "says", "stopped"]


def another(bot: BotProcess, name: str = "second", **settings: str) -> BotProcess:
    """Another process of the same bot, with the same database."""
    return replace(bot, name=name, number=0, settings={**bot.settings, **settings})


async def stopped(bot: BotProcess) -> int:
    """Wait for a bot that was asked to stop; return its exit status.

    It ends within two seconds by its own limit (tests/commands/test_stopping.py); a busy machine
    may take its time.
    """
    async with asyncio.timeout(PATIENCE):
        return await bot.end()


async def says(bot: BotProcess, words: str) -> None:
    """Wait until a bot says something in its log; raises ``TimeoutError``."""
    await until(lambda: words in bot.log)
