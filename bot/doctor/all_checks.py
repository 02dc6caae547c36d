"""``python -m bot doctor``: run all checks, and print each result at once."""

import asyncio
import logging
import tempfile
import time
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias

import discord
from discord.http import Route
from pydantic import SecretStr

from bot.compose import compose
from bot.doctor import account
from bot.doctor.account import APPLICATION, Api, ForbiddenError, open_api
from bot.doctor.finding import FaultError, Finding, check
from bot.doctor.machine import check_database, check_disk, check_kai, check_settings, usable
from bot.settings import ENV_FILE, HouseSettings, Settings
from bot.tables.clock import WallTime
from cogs.client import CardNight
from cogs.core.commands import MOST_SERVERS, by_name
from db.maintenance.upgrade import upgrade


def doctor(env_file: Path = ENV_FILE, base: str = Route.BASE) -> int:
    """Print a line for each check; return 0 if all pass, else 1. ``base``: Discord's REST API."""
    return asyncio.run(_tell(env_file, base))


async def examine(env_file: Path, base: str) -> AsyncIterator[Finding]:
    """Yield the findings, those of this machine first, which need no connection."""
    yield await check_settings(env_file)
    house, settings = usable(HouseSettings, env_file), usable(Settings, env_file)
    if house is None:
        for name in ("database", "disk"):
            yield Finding(name, ok=False, sentence="Not checked: mend the settings first.")
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
    yield await account.check_clock(api, time.time)
    yield await account.check_token(api)
    yield await account.check_permissions(api)
    house = settings or HouseSettings.model_construct()
    guild = settings.sync_guild if settings else None
    async with disconnected_bot(house, guild) as bot:
        yield await account.check_intents(api, bot.intents)
        yield await account.check_shards(api, house.shard_count)
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


Commands: TypeAlias = Mapping[tuple[str, int], Any]


@check("commands")
async def check_commands(api: Api, bot: CardNight) -> str:
    """Compare Discord's list of commands with a disconnected bot's, and look for another list.

    A server that has a list of its own shows that beside the list for everyone.
    """
    application = (await api.get(APPLICATION))["id"]
    theirs = by_name(map(_as_ours, await api.get(_path(application, bot.sync_guild))))
    ours = _ours(bot)
    missing = [name for name in ours if name not in theirs]
    outdated = [name for name in ours if name in theirs and theirs[name] != ours[name]]
    foreign = [name for name in theirs if name not in ours]
    faults = [
        f"{said} {_listed(names)}"
        for said, names in (("missing", missing), ("outdated", outdated), ("left over", foreign))
        if names
    ]
    if faults:
        told = "; ".join(faults)
        raise FaultError(f"{told[0].upper()}{told[1:]}. Start the bot to update them.")
    where = f"in server {bot.sync_guild}" if bot.sync_guild else "everywhere"
    twice = await _elsewhere(api, application, bot.sync_guild)
    if twice:
        raise FaultError(
            f"All {len(ours)} {where}, but people see others beside them: {'; '.join(twice)}. "
            "Start the bot to remove those."
        )
    return f"All {len(ours)} {where}, and no others."


@asynccontextmanager
async def disconnected_bot(
    settings: HouseSettings, sync_guild: int | None
) -> AsyncIterator[CardNight]:
    """Build the bot with all its commands, without a connection, beside an empty database."""
    with tempfile.TemporaryDirectory(prefix="doctor-") as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'empty.db'}"
        await upgrade(url)
        elsewhere = settings.model_copy(update={"database_url": SecretStr(url)})
        async with compose(elsewhere, WallTime(), sync_guild=sync_guild) as bot:
            await bot.add_cogs()
            yield bot


async def _elsewhere(api: Api, application: str, guild: int | None) -> list[str]:
    """Return where Discord has a second list of commands, and how long each is."""
    places = [
        (f"in {server['name']}", int(server["id"]))
        for server in (await account.servers_of(api))[:MOST_SERVERS]
        if int(server["id"]) != guild
    ]
    everywhere = [("everywhere", None)] if guild else []
    found = []
    for name, place in (*everywhere, *places):
        with suppress(ForbiddenError):  # It was invited without commands, and shows none.
            found.append((len(await api.get(_path(application, place))), name))
    return [f"{count} {name}" for count, name in found if count]


def _path(application: str, guild: int | None) -> str:
    where = f"/guilds/{guild}" if guild else ""
    return f"/applications/{application}{where}/commands"


def _ours(bot: CardNight) -> Commands:
    where = discord.Object(bot.sync_guild) if bot.sync_guild else None
    if where is not None:
        bot.tree.copy_global_to(guild=where)
    return by_name(command.to_dict(bot.tree) for command in bot.tree.get_commands(guild=where))


def _as_ours(command: dict[str, Any]) -> dict[str, Any]:
    permissions = command.get("default_member_permissions")
    return {
        **command,
        "default_member_permissions": None if permissions is None else int(permissions),
    }


def _listed(names: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"/{name}" for name, _ in names)
