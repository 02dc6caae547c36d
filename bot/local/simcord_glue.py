"""SimCord's world and its page made live: all that touches SimCord's private names is here.

Written for SimCord 3.2.1, whose version is pinned. Its world has a time of its own, which moves
only when it is told to, and its page shows what has changed only to the one who clicked. Here the
world's time follows ours, and every page shows what happens anywhere. ``tests/local`` fails loudly
when another SimCord does not allow that.
"""

import asyncio
import logging
import struct
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NoReturn
from zoneinfo import ZoneInfo

import discord
from simcord.actors import MemberActor
from simcord.backend.errors import SetupError
from simcord.builders import ChannelHandle
from simcord.env import Env
from simcord.preview import Preview
from simcord.preview._media import MediaInfo, MediaWorker

__all__ = ["LivePage", "WorldTime", "attached", "world"]

logger = logging.getLogger(__name__)

TICK: Final = 0.1
"""Seconds between two moves of the world's time: nothing in it happens later than that."""

PATIENCE: Final = 15.0
"""Seconds that the bot may work on one thing before SimCord gives it up."""

NAME: Final = "Card Night"
"""What the bot is called."""

KEY: Final = "card-night"
"""What the page's address ends with, and every request of the page has to say."""

PNG: Final = b"\x89PNG\r\n\x1a\n"


class WorldTime:
    """The time in the world, as the bot sees it; before there is a world, ours."""

    def __init__(self) -> None:
        self._env: Env | None = None

    def begin(self, env: Env) -> None:
        """Count this world's time from now on."""
        self._env = env

    def now(self) -> int:
        """Return the time in milliseconds since 1970."""
        moment = self._env.now() if self._env else datetime.now(UTC)
        return round(moment.timestamp() * 1000)

    def steady(self) -> float:
        """Return seconds of the world's time, which nobody sets."""
        return self.now() / 1000

    async def sleep(self, seconds: float) -> None:
        """Return after that many seconds of the world's; only for work that the bot began."""
        if self._env is None:
            raise RuntimeError("nobody can sleep before there is a world")
        await self._env.external_wait(asyncio.sleep(seconds), reason="the bot's clock")


async def attached(file: discord.Attachment, _most: int) -> bytes:
    """Return a file that somebody attached: it has no address that anybody else could ask."""
    return await file.read()


@asynccontextmanager
async def world(bot: discord.Client, time: WorldTime) -> AsyncIterator[Env]:
    """Connect a bot to a new, empty Discord, whose time begins now."""
    env = Env(bot, check_errors=False, settle_timeout=PATIENCE)
    env.backend.clock._epoch = datetime.now(UTC)  # noqa: SLF001 - 2026-01-01 otherwise
    env.backend.edit_bot_profile(NAME)
    time.begin(env)
    await env.start()
    try:
        yield env
    finally:
        await env.shutdown()


class LivePage(Preview):
    """SimCord's page of one channel, up to date for everybody who looks at it."""

    def __init__(
        self,
        env: Env,
        channel: ChannelHandle,
        viewers: Sequence[MemberActor],
        port: int,
    ) -> None:
        super().__init__(
            env,
            channel,
            tuple(viewers),
            layout="channel",
            display="responsive",
            width=960,
            height=720,
            locale="en-US",
            timezone=_timezone(),
            presentation_time=None,
            assets=None,
            port=port,
        )
        # A random key would make every start another address.
        self.capability = KEY
        self._media_worker = PictureWorker()
        self._turn = asyncio.Lock()

    async def keep_time(self) -> NoReturn:
        """Let the world's time follow ours, and show what happens by itself meanwhile."""
        while True:
            await asyncio.sleep(TICK)
            async with self._turn:
                await self._catch_up()

    async def _catch_up(self) -> None:
        behind = (datetime.now(UTC) - self.env.now()).total_seconds()
        try:
            await self.env.advance_time(max(0.0, behind))
        except TimeoutError as error:
            logger.warning("the world's time stood still: %s", error)
        except SetupError as error:
            logger.debug("the world is busy: %s", error)
        self._show()

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Do what was clicked, one thing at a time, and show it to everybody.

        A click names the revision of the page that it was made on. Others' moves bring new
        revisions all the time, so it counts for the newest: the bot itself knows stale clicks.
        """
        async with self._turn:
            if "published_revision" in body:
                body = {**body, "published_revision": self._get_page(context_id).revision}
            answer = await super()._action(context_id, body)
            self._show()
            return answer

    def _show(self) -> None:
        """Publish every page anew if anything has happened since the last time."""
        happened = self.env.backend.transcript
        if not happened or self._python is None:
            return
        # Nobody else reads these journals, and an evening would make them long.
        happened.clear()
        self.env.http_requests.clear()
        self._advance_presentation_time()
        # New pages open where this one looks: at the newest message, not at the first.
        self._python.target_id = self._initial_target(self._python.viewer, self.channel.id)
        for page in tuple(self._pages.values()):
            self._publish(page, reason="refresh")


class PictureWorker(MediaWorker):
    """Takes the bot's pictures as they are; SimCord starts a process to check and redraw each."""

    async def _decode(self, key: str, blob: bytes, media_time: float | None) -> MediaInfo:
        if not blob.startswith(PNG):
            return await super()._decode(key, blob, media_time)
        width, height = struct.unpack(">II", blob[16:24])
        return MediaInfo(
            format="PNG",
            width=width,
            height=height,
            frames=1,
            decoded_bytes=4 * width * height,
            normalized=blob,
            content_type="image/png",
            capture=blob,
            poster=blob,
            # Otherwise the page warns of a check that has no limit; there is none.
            memory_limited=True,
        )


def _timezone() -> str:
    """Return the name of this machine's time zone where it is told by a link, else UTC."""
    name = str(Path("/etc/localtime").resolve()).partition("zoneinfo/")[2]
    try:
        return ZoneInfo(name).key
    except (KeyError, OSError, ValueError):
        return "UTC"
