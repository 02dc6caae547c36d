"""The HTTP server: faults to order, rate limits, and recording of requests."""

import asyncio
import json
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from aiohttp import web

from tests.wire.stand_in.interactions import RefusalError
from tests.wire.stand_in.orders import Order
from tests.wire.stand_in.rest import ROUTES, Asked, Reply
from tests.wire.stand_in.tape import NOBODY, Said, Upload
from tests.wire.stand_in.world import Json

if TYPE_CHECKING:
    from tests.wire.stand_in.server import StandIn


PREFIX: Final = "/api/v10"
ROUTED: Final = [(method, re.compile(path), handler) for method, path, handler in ROUTES]


class _Content(NamedTuple):
    raw: bytes
    body: Json
    uploads: list[Upload]


class Http:
    """Answers all of REST."""

    def __init__(self, discord: "StandIn") -> None:
        self._discord = discord

    async def serve(self, request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix(PREFIX)
        content = await _content(request)
        order = self._discord.orders.take(request.method, path)
        if order is not None:
            if order.call is not None:
                order.call()
            if order.held is not None:
                await order.held.wait()
            await asyncio.sleep(order.delay)
        reply, headers = self._limit(request.method, path)
        if reply is None and (order is None or order.done or _is_only_late(order)):
            reply = self._carry_out(request.method, path, content)
        if order is not None and not _is_only_late(order):
            reply = Reply(order.body, reply.reader if reply else NOBODY, order.status or 0)
            headers = {**headers, **order.headers}
        assert reply is not None
        self._note(request.method, path, content, reply)
        async with self._discord.asked:
            self._discord.asked.notify_all()
        if order is not None and order.hang_up:
            _hang_up(request)
        return _response(reply, headers)

    def _carry_out(self, method: str, path: str, content: _Content) -> Reply:
        for known, pattern, handler in ROUTED:
            found = pattern.fullmatch(path) if known == method else None
            if found is not None:
                asked = Asked(found.groups(), content.body, content.uploads)
                try:
                    return handler(self._discord.state, asked)
                except RefusalError as error:
                    words = {"message": str(error), "code": error.code}
                    return Reply(words, NOBODY, error.status)
        return Reply({"message": "404: Not Found", "code": 0}, NOBODY, 404)

    def _limit(self, method: str, path: str) -> tuple[Reply | None, dict[str, str]]:
        bucket = _bucket(method, path)
        wait, overall, headers = self._discord.limits.take(
            bucket, asyncio.get_running_loop().time()
        )
        if not wait:
            return None, headers
        body = {"message": "You are being rate limited.", "retry_after": wait, "global": overall}
        scope = {"Via": "1.1 google", "Retry-After": f"{wait:.3f}"}
        if overall:
            scope["X-RateLimit-Global"] = "true"
        return Reply(body, NOBODY, 429), {**headers, **scope}

    def _note(self, method: str, path: str, content: _Content, reply: Reply) -> None:
        said = Said(
            at=asyncio.get_running_loop().time(),
            method=method,
            path=path,
            body=content.body,
            uploads=content.uploads,
            raw=content.raw,
            status=reply.status,
            reader=reply.reader,
        )
        self._discord.tape.note(said)


def _is_only_late(order: Order) -> bool:
    return order.status is None and not order.hang_up


def _bucket(method: str, path: str) -> str | None:
    """Return the bucket of a request; None for what is outside the limits."""
    if path.startswith(("/interactions/", "/webhooks/")):
        return None
    return f"{method} {re.sub(r'(/messages)/.*', r'[1]', path)}"


async def _content(request: web.Request) -> _Content:
    raw = await request.read()
    boundary = re.search(r"boundary=(\S+)", request.headers.get("Content-Type", ""))
    if boundary:
        return _multipart(raw, boundary[1].strip('"').encode())
    return _Content(raw, json.loads(raw) if raw else None, [])


def _multipart(raw: bytes, boundary: bytes) -> _Content:
    """Take the parts of a body apart (RFC 7578)."""
    body: Json = {}
    uploads: list[Upload] = []
    for part in (b"\r\n" + raw).split(b"\r\n--" + boundary)[1:-1]:
        head, _, content = part.partition(b"\r\n\r\n")
        names = dict(re.findall(r'(\w+)="([^"]*)"', head.decode()))
        if names["name"] == "payload_json":
            body = json.loads(content)
        else:
            uploads.append(Upload(names.get("filename", ""), content))
    return _Content(raw, body, uploads)


def _response(reply: Reply, headers: dict[str, str]) -> web.Response:
    if reply.status == 204:
        return web.Response(status=204, headers=headers)
    if isinstance(reply.body, str):
        return web.Response(text=reply.body, status=reply.status, headers=headers)
    text = json.dumps(reply.body)
    # Not web.json_response: discord.py knows JSON by this very content type.
    raw = web.Response(body=text.encode(), status=reply.status, headers=headers)
    raw.headers["Content-Type"] = "application/json"
    return raw


def _hang_up(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.abort()
