"""Check the bot's account at Discord: token, permissions, intents, shards; and Discord's clock."""

from collections.abc import Callable, Sequence
from email.utils import parsedate_to_datetime
from typing import Any, Final

import discord

from bot.doctor.api import APPLICATION, GATEWAY, ME, Api
from bot.doctor.finding import FaultError, check
from cogs.core.permissions import INVITED, NEEDED, USEFUL, lacking

TOLERANCE: Final = 2.0
"""Seconds that the clock may be wrong."""

RESOLUTION: Final = 1.0
"""The resolution of a ``Date`` header, in seconds."""

SCOPES: Final = ("bot", "applications.commands")

PAGE: Final = 200
"""Servers on one page of Discord's list."""

NAMED: Final = 5
"""How many servers with missing permissions are named."""

_Flags = discord.ApplicationFlags

ALLOWING: Final = {
    "presences": _Flags.gateway_presence.flag | _Flags.gateway_presence_limited.flag,
    "members": _Flags.gateway_guild_members.flag | _Flags.gateway_guild_members_limited.flag,
    "message_content": (
        _Flags.gateway_message_content.flag | _Flags.gateway_message_content_limited.flag
    ),
}
"""For each privileged intent, the application flags; any of them grants it."""

GATEWAY_OF_BOT = "/gateway/bot"


@check("clock")
async def check_clock(api: Api, now: Callable[[], float]) -> str:
    """Compare ``now`` (seconds since 1970) with the ``Date`` of a response from Discord.

    The time that the request took is allowed for.
    """
    before = now()
    answer = await api.get_public(GATEWAY)
    after = now()
    try:
        theirs = parsedate_to_datetime(answer.date).timestamp()
    except ValueError:
        raise FaultError(
            "The response has no valid Date header. Check whether there's a proxy in between."
        ) from None
    ahead, behind = before - (theirs + RESOLUTION), theirs - after
    if max(ahead, behind) > TOLERANCE:
        raise FaultError(
            f"This machine's clock is {max(ahead, behind):.0f} s "
            f"{'ahead of' if ahead > 0 else 'behind'} Discord's: synchronise it by NTP."
        )
    return f"This machine's clock agrees with Discord's within {TOLERANCE:.0f} s."


@check("token")
async def check_token(api: Api) -> str:
    """Check that Discord accepts the token, and sends interactions over the gateway."""
    bot = await api.get(ME)
    application = await api.get(APPLICATION)
    if application.get("interactions_endpoint_url"):
        raise FaultError(
            "Discord accepts it, but sends interactions to a web address. Clear the "
            "Interactions Endpoint URL on the General Information page of your application."
        )
    return f"Discord accepts it: the bot is {bot['username']} (application {application['id']})."


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


@check("intents")
async def check_intents(api: Api, intents: discord.Intents) -> str:
    """Check that the application has every privileged intent that the bot asks for."""
    flags = int((await api.get(APPLICATION)).get("flags") or 0)
    asked = {name for name, wanted in intents if wanted}
    refused = [
        name for name, allowing in ALLOWING.items() if name in asked and not flags & allowing
    ]
    if refused:
        raise FaultError(
            f"The bot asks for {', '.join(refused)}: switch that on under Privileged Gateway "
            "Intents on the Bot page of your application."
        )
    privileged = ", ".join(sorted(asked & ALLOWING.keys())) or "none of them privileged"
    return f"The bot asks for {', '.join(sorted(asked - ALLOWING.keys()))}; {privileged}."


@check("shards")
async def check_shards(api: Api, count: int) -> str:
    """Check that there are as many shards as Discord recommends, or more."""
    recommended = int((await api.get(GATEWAY_OF_BOT))["shards"])
    if count < recommended:
        raise FaultError(
            f"Discord recommends {recommended} shards, but CARDS_SHARD_COUNT is {count}: change it "
            "in all processes, and restart them."
        )
    return f"The number of shards is {count}; Discord recommends {recommended}."
