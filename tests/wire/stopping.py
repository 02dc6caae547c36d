"""Stop a bot, and start another one on the same database."""

import asyncio
from dataclasses import replace

from tests.tables.house import until
from tests.wire.process import BotProcess

__all__ = ["MOST", "another", "says", "stopped"]

MOST = 10.0
"""Seconds within which a process that is asked to stop is gone: then it is killed, mostly."""


def another(bot: BotProcess, name: str = "second", **settings: str) -> BotProcess:
    """Another process of the same bot, with the same database."""
    return replace(bot, name=name, number=0, settings={**bot.settings, **settings})


async def stopped(bot: BotProcess) -> int:
    """Wait for a bot that was asked to stop; return its exit status."""
    async with asyncio.timeout(MOST):
        return await bot.end()


async def says(bot: BotProcess, words: str) -> None:
    """Wait until a bot says something in its log; raises ``TimeoutError``."""
    await until(lambda: words in bot.log)
