"""Check the bot's account at Discord: token, permissions, intents, shards; and Discord's clock.

It asks by a small client of Discord's REST API.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from email.utils import parsedate_to_datetime
from typing import Any, Final, NamedTuple

import aiohttp
import discord

from bot.doctor.finding import FaultError, check
from cogs.core.permissions import INVITED, NEEDED, USEFUL, lacking

ME: Final = "/users/@me"
APPLICATION: Final = "/applications/@me"
GATEWAY: Final = "/gateway"

TIMEOUT: Final = aiohttp.ClientTimeout(total=10)
AGENT: Final = f"DiscordBot (https://github.com/Rapptz/discord.py, {discord.__version__})"


class ForbiddenError(FaultError):
    """Discord does not show that to the bot."""


class Answer(NamedTuple):
    """The JSON content of a response, and its ``Date`` header (empty if there was none)."""

    content: Any
    date: str


class Api:
    """Sends GET requests to Discord, and caches the responses.

    After a failed connection or a refused token it sends no more: Discord bans clients that go on.
    """

    def __init__(self, session: aiohttp.ClientSession, base: str, token: str | None) -> None:
        self._session = session
        self._base = base
        self._token = token
        self._answers: dict[str, Answer] = {}
        self._unreachable = False
        self._refused = False

    async def get(self, path: str) -> Any:  # noqa: ANN401 - any JSON value
        """Return the content of a path, with the bot's token; raises ``FaultError``."""
        if self._token is None:
            raise FaultError("Not checked: the settings have no usable token.")
        if self._refused:
            raise FaultError("Not checked: Discord rejects the token.")
        return (await self._ask(path, {"Authorization": f"Bot {self._token}"})).content

    async def gateway(self) -> Answer:
        """Return the response of the one path here that needs no token; raises ``FaultError``."""
        return await self._ask(GATEWAY, {})

    async def _ask(self, path: str, headers: dict[str, str]) -> Answer:
        if self._unreachable:
            raise FaultError("Not checked: Discord can't be reached.")
        if path not in self._answers:
            self._answers[path] = await self._fetch(path, headers)
        return self._answers[path]

    async def _fetch(self, path: str, headers: dict[str, str]) -> Answer:
        try:
            # Following a redirect could send the token elsewhere.
            async with self._session.get(
                f"{self._base}{path}", headers=headers, allow_redirects=False
            ) as answer:
                self._raise_for_status(answer)
                return Answer(await answer.json(), answer.headers.get("Date", ""))
        except (aiohttp.ContentTypeError, ValueError):
            raise FaultError("This isn't Discord's answer. Is there a proxy in between?") from None
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            self._unreachable = True
            raise FaultError(
                f"Discord can't be reached ({type(error).__name__}). Allow HTTPS to discord.com."
            ) from None

    def _raise_for_status(self, answer: aiohttp.ClientResponse) -> None:
        if answer.status == 200:
            return
        if answer.status == 401:
            self._refused = True
            raise FaultError(
                "Discord rejects the token. Reset it on your application's Bot page, and put it "
                "into .env as DISCORD_TOKEN."
            )
        # Without the response's text, which may repeat what was sent.
        kind = ForbiddenError if answer.status in {403, 404} else FaultError
        raise kind(f"Discord answered with status {answer.status}. Try again later.")


@asynccontextmanager
async def open_api(base: str, token: str | None) -> AsyncIterator[Api]:
    """Open the API at a base URL such as ``https://discord.com/api/v10``."""
    async with aiohttp.ClientSession(timeout=TIMEOUT, headers={"User-Agent": AGENT}) as session:
        yield Api(session, base, token)


TOLERANCE: Final = 2.0
"""Seconds."""

RESOLUTION: Final = 1.0
"""Seconds, of a ``Date`` header."""

SCOPES: Final = ("bot", "applications.commands")

PAGE: Final = 200
"""Servers on one page of Discord's list."""

NAMED: Final = 5
"""Servers with missing permissions that are named."""

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
    """Compare ``now`` (seconds since 1970) with the ``Date`` of a response, less its way."""
    before = now()
    answer = await api.gateway()
    after = now()
    try:
        theirs = parsedate_to_datetime(answer.date).timestamp()
    except ValueError:
        raise FaultError("No valid Date header. Is there a proxy in between?") from None
    ahead, behind = before - (theirs + RESOLUTION), theirs - after
    if max(ahead, behind) > TOLERANCE:
        side = "ahead of" if ahead > 0 else "behind"
        raise FaultError(f"{max(ahead, behind):.0f} s {side} Discord's: synchronise it by NTP.")
    return f"Within {TOLERANCE:.0f} s of Discord's."


@check("token")
async def check_token(api: Api) -> str:
    """Check that Discord accepts the token, and sends interactions over the gateway."""
    bot = await api.get(ME)
    application = await api.get(APPLICATION)
    if application.get("interactions_endpoint_url"):
        raise FaultError(
            "Interactions go to a web address. Clear the Interactions Endpoint URL on your "
            "application's General Information page."
        )
    return f"{bot['username']}, application {application['id']}."


@check("permissions")
async def check_permissions(api: Api) -> str:
    """Check the permissions on each server; single channels may still allow less."""
    invite = f"Invite: {invitation(int((await api.get(APPLICATION))['id']))}"
    servers = await servers_of(api)
    if not servers:
        return f"On no server yet. {invite}"
    if unfit := _named(servers, NEEDED):
        raise FaultError(f"Missing in {unfit}: grant it to the bot's role there. {invite}")
    poor = _named(servers, USEFUL)
    without = f"Useful, but missing in {poor}. " if poor else ""
    return f"All needed ones on {len(servers)} servers. {without}{invite}"


def _named(servers: Sequence[Any], needed: tuple[str, ...]) -> str:
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
            f"Switch on {', '.join(refused)} under Privileged Gateway Intents on your "
            "application's Bot page."
        )
    privileged = ", ".join(sorted(asked & ALLOWING.keys())) or "none privileged"
    return f"{', '.join(sorted(asked - ALLOWING.keys()))}; {privileged}."


@check("shards")
async def check_shards(api: Api, count: int) -> str:
    """Check that there are as many shards as Discord recommends, or more."""
    recommended = int((await api.get(GATEWAY_OF_BOT))["shards"])
    if count < recommended:
        raise FaultError(
            f"CARDS_SHARD_COUNT is {count}, Discord recommends {recommended}: change it in all "
            "processes, and restart them."
        )
    return f"{count}; Discord recommends {recommended}."
