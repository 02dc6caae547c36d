"""``python -m bot doctor``: run all checks, and print each result at once."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from pathlib import Path

from discord.http import Route

from bot.doctor.account import (
    check_clock,
    check_intents,
    check_permissions,
    check_shards,
    check_token,
)
from bot.doctor.api import Api, open_api
from bot.doctor.commands import check_commands, disconnected_bot
from bot.doctor.finding import Finding
from bot.doctor.machine import check_database, check_disk, check_kai, check_settings, usable
from bot.settings import ENV_FILE, HouseSettings, Settings


def doctor(env_file: Path = ENV_FILE, base: str = Route.BASE) -> int:
    """Print a line for each check; return the exit status: 0 if all pass, else 1.

    ``base`` is the base URL of Discord's REST API.
    """
    return asyncio.run(_tell(env_file, base))


async def examine(env_file: Path, base: str) -> AsyncIterator[Finding]:
    """Yield the findings, those of this machine first, which need no connection."""
    yield await check_settings(env_file)
    house, settings = usable(HouseSettings, env_file), usable(Settings, env_file)
    if house is None:
        for name in ("database", "disk"):
            yield Finding(name, ok=False, sentence="Not checked: first mend the settings.")
    else:
        url = house.database_url.get_secret_value()
        yield await check_database(url)
        yield await check_disk(url)
    yield await check_kai()
    token = settings.token.get_secret_value() if settings else None
    async with open_api(base, token) as api:
        async for finding in _examine_account(api, settings):
            yield finding


async def _examine_account(api: Api, settings: Settings | None) -> AsyncIterator[Finding]:
    """Yield the findings about the bot's account; with defaults if the settings are invalid."""
    yield await check_clock(api, time.time)
    yield await check_token(api)
    yield await check_permissions(api)
    house = settings or HouseSettings.model_construct()
    guild = settings.sync_guild if settings else None
    async with disconnected_bot(house, guild) as bot:
        yield await check_intents(api, bot.intents)
        yield await check_shards(api, house.shard_count)
        yield await check_commands(api, bot)


async def _tell(env_file: Path, base: str) -> int:
    # Libraries' log lines could contain secrets.
    logging.disable(logging.CRITICAL)
    well = True
    try:
        async for finding in examine(env_file, base):
            print(finding, flush=True)
            well = well and finding.ok
    finally:
        logging.disable(logging.NOTSET)
    return 0 if well else 1
