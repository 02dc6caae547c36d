"""Check the bot's permissions on its servers, and make the invitation URL."""

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.doctor.api import APPLICATION, Api
from bot.doctor.finding import FaultError, check
from cogs.arguments.permissions import INVITED
from cogs.causes import NEEDED, USEFUL, lacking

__all__ = ["check_permissions", "invitation", "servers_of"]

SCOPES: Final = ("bot", "applications.commands")

PAGE: Final = 200
"""Servers on one page of Discord's list."""

NAMED: Final = 5
"""How many servers with missing permissions are named."""


@check("permissions")
async def check_permissions(api: Api) -> str:
    """Check the permissions on each server; single channels may still allow less."""
    invite = f"Invite the bot with {invitation(int((await api.get(APPLICATION))['id']))}"
    servers = await servers_of(api)
    if not servers:
        return f"The bot is in no server yet. {invite}"
    if unfit := _named(servers, NEEDED):
        raise FaultError(f"Missing in {unfit}: grant it to the bot's role there. {invite}")
    poor = _named(servers, USEFUL)
    without = f"Useful as well, but missing in {poor}. " if poor else ""
    return f"All {len(servers)} servers allow what is needed. {without}{invite}"


def _named(servers: Sequence[Any], needed: tuple[str, ...]) -> str:
    """Return the servers that lack something, with what they lack: the first of them by name."""
    unfit = [
        f"{server['name']} ({', '.join(names)})"
        for server in servers
        if (names := lacking(discord.Permissions(int(server["permissions"])), needed))
    ]
    more = f" and {len(unfit) - NAMED} more" if len(unfit) > NAMED else ""
    return f"{'; '.join(unfit[:NAMED])}{more}"


def invitation(application: int) -> str:
    """Return the URL that invites an application's bot with the permissions that it can use."""
    return discord.utils.oauth_url(application, permissions=INVITED, scopes=SCOPES)


async def servers_of(api: Api) -> list[Any]:
    """Return the servers that the bot is in, page by page; raises ``FaultError``."""
    servers: list[Any] = []
    page = await api.get(f"/users/@me/guilds?limit={PAGE}")
    while page:
        servers += page
        if len(page) < PAGE:
            break
        page = await api.get(f"/users/@me/guilds?limit={PAGE}&after={page[-1]['id']}")
    return servers
