"""The gateway: sessions by shard, heartbeats, compression, RESUME; and hanging up to order."""

import asyncio
import json
import secrets
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from aiohttp import WSMsgType, web

from tests.helpers import PATIENCE
from tests.wire.stand_in.state import shard_of
from tests.wire.stand_in.world import Json

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT = 0, 1, 2, 6, 7
INVALID_SESSION, HELLO, HEARTBEAT_ACK = 9, 10, 11

KEPT: Final = 2_000
"""Events that a session keeps for a RESUME."""


@dataclass(slots=True, eq=False)
class Session:
    """One shard's session, which outlives its connections."""

    id: str
    shard: int
    count: int
    seq: int = 0
    events: list[tuple[int, Json]] = field(default_factory=list)
    line: "_Line | None" = None

    async def dispatch(self, name: str, data: Json) -> None:
        """Send an event, or keep it until the shard is back."""
        self.seq += 1
        event = {"op": DISPATCH, "t": name, "s": self.seq, "d": data}
        self.events.append((self.seq, event))
        del self.events[:-KEPT]
        if self.line is not None:
            await self.line.send(event)


class _Line:
    """One WebSocket connection, with its compression."""

    def __init__(self, socket: web.WebSocketResponse, compression: str) -> None:
        self.socket = socket
        self.silent = False
        """Whether nothing comes through any more, though nobody has hung up."""
        self._late: list[Json] = []
        self._deflate = zlib.compressobj() if compression == "zlib-stream" else None

    async def send(self, payload: Json) -> None:
        if self.socket.closed:
            return
        if self.silent:
            self._late.append(payload)
            return
        text = json.dumps(payload)
        try:
            if self._deflate is None:
                await self.socket.send_str(text)
            else:
                packed = self._deflate.compress(text.encode())
                await self.socket.send_bytes(packed + self._deflate.flush(zlib.Z_SYNC_FLUSH))
        except ConnectionError:
            pass  # A client that hung up asks for the rest with RESUME.

    async def speak(self) -> None:
        """Let all through that was held up."""
        self.silent = False
        late, self._late = self._late, []
        for payload in late:
            await self.send(payload)


class Gateway:
    """All sessions. ``ready`` makes the data of READY, ``guilds`` the GUILD_CREATEs of a shard."""

    def __init__(
        self,
        ready: Callable[[Session], Json],
        guilds: Callable[[int, int], Iterable[Json]],
        heartbeat_seconds: float = 41.25,
    ) -> None:
        self.sessions: dict[str, Session] = {}
        self.identified = 0
        self.resumed = 0
        self.forget = False
        """Whether RESUMEs are refused, as after a long absence."""
        self.shut = False
        """Whether it hangs up on everyone who identifies or resumes."""
        self._ready = ready
        self._guilds = guilds
        self._heartbeat = heartbeat_seconds
        self._changed = asyncio.Condition()

    def session_of(self, guild: int) -> Session | None:
        """Return the newest session that gets a guild's events."""
        found = [s for s in self.sessions.values() if shard_of(guild, s.count) == s.shard]
        connected = [session for session in found if session.line is not None]
        return next(reversed(connected or found), None)

    async def dispatch(self, guild: int, name: str, data: Json) -> None:
        """Send an event to the shard of a guild; lost if that has never been there."""
        session = self.session_of(guild)
        if session is not None:
            await session.dispatch(name, data)

    async def wait_for(self, guild: int, seconds: float = PATIENCE) -> None:
        """Wait until the shard of a guild is connected; raises ``TimeoutError``."""
        async with asyncio.timeout(seconds), self._changed:
            await self._changed.wait_for(lambda: self._is_connected(guild))

    async def lost(self, guild: int, seconds: float = PATIENCE) -> None:
        """Wait until the shard of a guild is not connected; raises ``TimeoutError``."""
        async with asyncio.timeout(seconds), self._changed:
            await self._changed.wait_for(lambda: not self._is_connected(guild))

    async def gone(self, seconds: float = PATIENCE) -> None:
        """Wait until nobody is connected; raises ``TimeoutError``."""
        async with asyncio.timeout(seconds), self._changed:
            await self._changed.wait_for(
                lambda: all(session.line is None for session in self.sessions.values())
            )

    async def hang_up(self, guild: int, code: int = 4000) -> None:
        """Close the connection of a guild's shard."""
        session = self.session_of(guild)
        if session is not None and session.line is not None:
            await session.line.socket.close(code=code)

    def fall_silent(self, guild: int) -> None:
        """Let the connection of a guild's shard stand, and say nothing on it any more."""
        session = self.session_of(guild)
        if session is not None and session.line is not None:
            session.line.silent = True

    async def speak_again(self, guild: int) -> None:
        """Let through what a silent line has held up, if nobody has hung up meanwhile."""
        session = self.session_of(guild)
        if session is not None and session.line is not None:
            await session.line.speak()

    async def ask_to_reconnect(self, guild: int) -> None:
        """Tell a guild's shard to connect again (op 7)."""
        session = self.session_of(guild)
        if session is not None and session.line is not None:
            await session.line.send({"op": RECONNECT, "d": None})

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Speak with one connection, until either hangs up."""
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        line = _Line(socket, request.query.get("compress", ""))
        await line.send({"op": HELLO, "d": {"heartbeat_interval": int(self._heartbeat * 1000)}})
        session: Session | None = None
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                break
            session = await self._hear(line, json.loads(message.data)) or session
        if session is not None and session.line is line:
            await self._connect(session, None)
        return socket

    async def close(self) -> None:
        for session in self.sessions.values():
            if session.line is not None:
                await session.line.socket.close()

    async def _hear(self, line: _Line, payload: Mapping[str, Json]) -> Session | None:
        match payload["op"]:
            case 1:
                await line.send({"op": HEARTBEAT_ACK, "d": None})
            case 2 | 6 if self.shut:
                await line.socket.close(code=4000)
            case 2:
                return await self._identify(line, payload["d"])
            case 6:
                return await self._resume(line, payload["d"])
            case _:
                pass
        return None

    async def _identify(self, line: _Line, data: Json) -> Session:
        shard, count = data.get("shard") or (0, 1)
        session = Session(secrets.token_hex(16), shard, count)
        self.sessions[session.id] = session
        self.identified += 1
        session.line = line
        await session.dispatch("READY", self._ready(session))
        for guild in self._guilds(shard, count):
            await session.dispatch("GUILD_CREATE", guild)
        await self._connect(session, line)
        return session

    async def _resume(self, line: _Line, data: Json) -> Session | None:
        session = self.sessions.get(data["session_id"])
        if session is None or self.forget:
            await line.send({"op": INVALID_SESSION, "d": False})
            return None
        self.resumed += 1
        for seq, event in session.events:
            if seq > data["seq"]:
                await line.send(event)
        session.line = line
        await session.dispatch("RESUMED", {})
        await self._connect(session, line)
        return session

    async def _connect(self, session: Session, line: _Line | None) -> None:
        async with self._changed:
            session.line = line
            self._changed.notify_all()

    def _is_connected(self, guild: int) -> bool:
        session = self.session_of(guild)
        return session is not None and session.line is not None
