"""A server on a real socket that answers the doctor's questions as Discord would."""

import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email.utils import formatdate
from typing import Any

from aiohttp import web
from aiohttp.test_utils import TestServer

from cogs.core.permissions import LEAST

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.GexAmp.lE-not-a-real-token-but-shaped-like-one"
APPLICATION_ID = "424242424242424242"


@dataclass(slots=True)
class LittleDiscord:
    """What this Discord knows; tests change it before they ask."""

    servers: Sequence[dict[str, str]] = ()
    commands: Sequence[dict[str, Any]] = ()
    own_commands: Mapping[str, Sequence[dict[str, Any]]] = field(default_factory=dict)
    """By a server's id, those that it has beside the others."""
    flags: int = 0
    shards: int = 1
    endpoint: str | None = None
    clock_off: float = 0
    """Seconds that this Discord's clock is ahead of ours."""
    status: int = 200
    base: str = ""
    asked: list[str] = field(default_factory=list)
    """The paths asked for with a token, in order."""

    def add_server(self, name: str, permissions: int = LEAST.value) -> None:
        number = str(1000 + len(self.servers))
        server = {"id": number, "name": name, "permissions": str(permissions)}
        self.servers = (*self.servers, server)

    async def gateway(self, _: web.Request) -> web.Response:
        return self._say({"url": "wss://localhost"})

    async def gateway_of_bot(self, request: web.Request) -> web.Response:
        return self._answer(request, {"url": "wss://localhost", "shards": self.shards})

    async def me(self, request: web.Request) -> web.Response:
        return self._answer(request, {"id": APPLICATION_ID, "username": "Kapow night"})

    async def application(self, request: web.Request) -> web.Response:
        known = {"id": APPLICATION_ID, "flags": self.flags}
        return self._answer(request, {**known, "interactions_endpoint_url": self.endpoint})

    async def guilds(self, request: web.Request) -> web.Response:
        after, limit = int(request.query.get("after", 0)), int(request.query["limit"])
        page = [server for server in self.servers if int(server["id"]) > after]
        return self._answer(request, page[:limit])

    async def known_commands(self, request: web.Request) -> web.Response:
        server = request.match_info.get("server")
        known = self.commands if server is None else self.own_commands.get(server, ())
        return self._answer(request, list(known))

    def _answer(self, request: web.Request, content: object) -> web.Response:
        self.asked.append(request.path_qs.removeprefix("/api/v10"))
        if request.headers.get("Authorization") != f"Bot {TOKEN}":
            return self._say({"message": "401: Unauthorized", "code": 0}, 401)
        return self._say(content, self.status)

    def _say(self, content: object, status: int = 200) -> web.Response:
        date = formatdate(time.time() + self.clock_off, usegmt=True)
        return web.json_response(content, status=status, headers={"Date": date})


@asynccontextmanager
async def serving(discord: LittleDiscord) -> AsyncIterator[LittleDiscord]:
    """Serve it on this machine; its ``base`` is then the address of its REST interface."""
    app = web.Application()
    application = f"/applications/{APPLICATION_ID}"
    for path, handler in (
        ("/gateway", discord.gateway),
        ("/gateway/bot", discord.gateway_of_bot),
        ("/users/@me", discord.me),
        ("/users/@me/guilds", discord.guilds),
        ("/applications/@me", discord.application),
        (f"{application}/commands", discord.known_commands),
        (f"{application}/guilds/{{server}}/commands", discord.known_commands),
    ):
        app.router.add_get(f"/api/v10{path}", handler)
    async with TestServer(app) as server:
        discord.base = str(server.make_url("/api/v10"))
        yield discord
