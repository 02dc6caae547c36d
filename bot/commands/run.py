"""``python -m bot run``: the bot on Discord, until it is told to stop."""

import asyncio
import logging
import signal
import sys

import discord

from bot.compose import WallTime, compose
from bot.settings import Settings, load
from bot.tables.store import StoreUnavailableError
from cogs.client import CardNight
from db.upgrade import SchemaTooNewError, upgrade

__all__ = ["run"]

logger = logging.getLogger(__name__)


def run() -> int:
    """Run until SIGINT or SIGTERM; return the exit status, 1 with a sentence if it cannot start."""
    settings = load(Settings)
    logging.basicConfig(
        level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    try:
        asyncio.run(_run(settings))
    except (StoreUnavailableError, SchemaTooNewError) as error:
        return _cannot(f"The database cannot be used: {error}.")
    except discord.LoginFailure:
        return _cannot("Discord does not accept the token: see `python -m bot doctor`.")
    except (discord.HTTPException, discord.GatewayNotFound, OSError) as error:
        return _cannot(f"Discord cannot be reached ({type(error).__name__}).")
    return 0


async def _run(settings: Settings) -> None:
    await upgrade(settings.database_url.get_secret_value())
    async with compose(settings, WallTime(), sync_guild=settings.sync_guild) as bot:
        loop = asyncio.get_running_loop()
        running = asyncio.create_task(_start(bot, settings.token.get_secret_value()))
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, lambda: loop.create_task(bot.close()))
        await running


async def _start(bot: CardNight, token: str) -> None:
    async with bot:
        await bot.start(token)


def _cannot(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1
