"""Check that Discord has this version's slash commands."""

import tempfile
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias

import discord
from pydantic import SecretStr

from bot.compose import compose
from bot.doctor.account import servers_of
from bot.doctor.api import APPLICATION, Api, ForbiddenError
from bot.doctor.finding import FaultError, check
from bot.settings import HouseSettings
from bot.tables.clock import WallTime
from cogs.client import CardNight
from cogs.core.commands import MOST_SERVERS, by_name
from db.maintenance.upgrade import upgrade

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
        for said, names in (
            ("Discord doesn't know", missing),
            ("it has an old form of", outdated),
            ("it still offers", foreign),
        )
        if names
    ]
    if faults:
        told = "; ".join(faults)
        raise FaultError(
            f"{told[0].upper()}{told[1:]}: start the bot (`python -m bot run`), which tells it."
        )
    where = f"in server {bot.sync_guild}" if bot.sync_guild else "everywhere"
    twice = await _elsewhere(api, application, bot.sync_guild)
    if twice:
        raise FaultError(
            f"Discord knows all {len(ours)} slash commands {where}, but it has others too, so that "
            f"people see them twice: {'; '.join(twice)}. Start the bot (`python -m bot run`), "
            "which removes those."
        )
    return f"Discord knows all {len(ours)} slash commands {where}, and no others."


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
        for server in (await servers_of(api))[:MOST_SERVERS]
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
    """Convert permissions to a number, as in our own commands."""
    permissions = command.get("default_member_permissions")
    return {
        **command,
        "default_member_permissions": None if permissions is None else int(permissions),
    }


def _listed(names: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"/{name}" for name, _ in names)
