"""Adapter for SimCord: a simulated Discord in real time. All use of its private names is here.

Written for SimCord 3.2.1, whose version is pinned. Its clock only moves when it is told to, and its
page shows changes only to the person who clicked; here it follows real time, and every page shows
all changes.
"""

import asyncio
import logging
import struct
from base64 import b64decode
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Literal, NoReturn, ParamSpec, TypeAlias, TypeVar
from zoneinfo import ZoneInfo

import discord
from aiohttp import web
from simcord._runtime import _ExecutorRecord
from simcord.actors import MemberActor
from simcord.backend.cdn import CDN_BASE
from simcord.backend.errors import SetupError
from simcord.builders import ChannelHandle
from simcord.env import Env
from simcord.preview import Preview
from simcord.preview._action_plans import _component_key, _component_paths
from simcord.preview._media import MediaInfo, MediaWorker
from simcord.preview._pages import _Page
from simcord.preview._server import PreviewServer

from bot.operation.operation import Operation
from bot.operation.work import MeteredThreads

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

Reason: TypeAlias = Literal[
    "initial", "refresh", "snapshot", "navigation", "query", "presentation", "action", "capture"
]
"""Why SimCord publishes a page."""

Controls: TypeAlias = Mapping[str, str]
"""Custom ids by the keys under which a page knows their buttons and menus."""

SEEN: Final = 50
"""Revisions of a page that a click may name."""

TICK: Final = 0.1
"""Seconds between two updates of the simulated clock, and so the delay of timed events."""

PATIENCE: Final = 15.0
"""Seconds that the bot may work on one event before SimCord gives up."""

NAME: Final = "Card Night"

KEY: Final = "card-night"
"""In the page's address, which every request of the page has to repeat."""

HIDDEN: Final = (
    *(".preview-brand", "#messages-toggle", "#refresh", "#capture-open", "#inspector-toggle"),
    *(".session-menu", "#messages-sidebar", "#drawer-scrim", "#action-status"),
    *("#view-action-output", "#back-activity"),
)
"""What is on the page for developers alone, as selectors; "Viewing as" is not among them."""

STYLE: Final = f"""
{", ".join(HIDDEN)} {{ display: none !important; }}
.preview-shell {{ --toolbar-height: 52px; }}
"""
"""With so little in it, the bar on top needs but one line on a phone, too."""

SCRIPT: Final = """
{
  const news = document.getElementById("new-messages");
  let pressed = 0;
  addEventListener("click", ({target}) => {
    if (target.closest("article.channel-message button")) pressed = Date.now();
  }, true);
  new MutationObserver(() => {
    if (news.hidden || Date.now() - pressed > 20000) return;
    pressed = 0;
    news.click();
  }).observe(news, {attributeFilter: ["hidden"]});
}
"""
"""Shows the newest message to the person who pressed a button further up, as its answer."""

ADDED: Final = {"/preview.css": STYLE, "/app.js": SCRIPT}

PNG: Final = b"\x89PNG\r\n\x1a\n"


class WorldTime:
    """The time of the simulated Discord; real time until there is one."""

    def __init__(self) -> None:
        self._env: Env | None = None

    def begin(self, env: Env) -> None:
        """Follow the clock of this simulated Discord from now on."""
        self._env = env

    def now(self) -> int:
        """Return the time in milliseconds since 1970."""
        moment = self._env.now() if self._env else datetime.now(UTC)
        return round(moment.timestamp() * 1000)

    def steady(self) -> float:
        """Return a monotonic time in seconds."""
        return self.now() / 1000

    async def sleep(self, seconds: float) -> None:
        """Sleep this many seconds of simulated time; only for tasks started by the bot."""
        if self._env is None:
            raise RuntimeError("cannot sleep before there is a simulated Discord")
        await self._env.external_wait(asyncio.sleep(seconds), reason="the bot's clock")


async def attached(file: discord.Attachment, _most: int) -> bytes:
    """Return the content of an attached file; its URL does not exist outside SimCord."""
    return await file.read()


@asynccontextmanager
async def world(
    bot: discord.Client, time: WorldTime, furnish: Callable[[Env], T]
) -> AsyncIterator[tuple[Env, T]]:
    """Connect a bot to a new simulated Discord whose time starts now.

    ``furnish`` makes the server, its channels and people before the bot comes: SimCord makes ids
    from its time, so theirs are the same in every run.
    """
    env = Env(bot, check_errors=False, settle_timeout=PATIENCE)
    env.backend.edit_bot_profile(NAME)
    furnished = furnish(env)
    env.backend.clock._epoch = datetime.now(UTC)  # noqa: SLF001 - 2026-01-01 until here
    time.begin(env)
    await env.start()
    try:
        yield env, furnished
    finally:
        await env.shutdown()


class LocalOperation(Operation):
    """Watches a bot whose threads SimCord can follow."""

    def threads(self, number: int) -> MeteredThreads:
        """Return a thread pool with metrics."""
        return _FollowedThreads(number, self.metrics)


class _FollowedThreads(MeteredThreads):
    """Tells SimCord of each job, or it waits for one that was given up before it began."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future = super().submit(fn, *args, **kwargs)
        if isinstance(fn, _ExecutorRecord):
            fn.submitted(future)
        return future


@contextmanager
def as_the_bot(env: Env) -> Iterator[None]:
    """Let the body count as the bot's own work, which may wait for the bot's clock."""
    with env._bot_scope():  # noqa: SLF001 - only what the bot is sent counts otherwise
        yield


class LivePage(Preview):
    """SimCord's page of one channel, kept up to date for all viewers."""

    def __init__(
        self, env: Env, channel: ChannelHandle, viewers: Sequence[MemberActor], port: int
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
        self._server = TidyServer(self, port)
        # A random key would change the address with every start.
        self.capability = KEY
        self._media_worker = PictureWorker()
        self._turn = asyncio.Lock()
        self._seen: dict[str, dict[int, Controls]] = {}
        """By page and revision, what could be clicked there."""

    async def keep_time(self) -> NoReturn:
        """Let the simulated clock follow real time, and publish what happens by itself."""
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
        """Do what was clicked, one click at a time, and show the result to everyone.

        Other players' moves make new revisions all the time, so a click is applied to the newest
        one; the bot itself detects stale clicks.
        """
        async with self._turn:
            if "published_revision" in body:
                body = self._as_it_is_now(self._get_page(context_id), body)
            answer = await super()._action(context_id, body)
            self._show()
            return answer

    def _as_it_is_now(self, page: _Page, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a click as one on the newest revision, wherever its button is by now.

        A page tells its buttons apart by their places, where another one may be now. A click whose
        button is gone keeps its revision, and so is refused.
        """
        seen = self._seen.get(page.id, {})
        key, revision = str(body.get("control_key")), body["published_revision"]
        message, is_component, _ = key.partition(":component:")
        if not is_component or not message.startswith("message:"):
            return {**body, "published_revision": page.revision}
        clicked = seen.get(revision, {}).get(key) if isinstance(revision, int) else None
        for now, custom_id in seen.get(page.revision, {}).items():
            if custom_id == clicked and now.startswith(f"{message}:"):
                return {**body, "control_key": now, "published_revision": page.revision}
        return body

    def _publish(self, page: _Page, *, reason: Reason = "action") -> None:
        super()._publish(page, reason=reason)
        seen = self._seen.setdefault(page.id, {})
        seen[page.revision] = self._controls(page)
        seen.pop(page.revision - SEEN, None)

    def _controls(self, page: _Page) -> Controls:
        found = {}
        for number in map(int, page.snapshot.get("messages", ())):
            message = self.env.backend.get_message(page.channel_id, number)
            for place, part in enumerate(message.components):
                for path, component in _component_paths(part, str(place)):
                    key = _component_key(component, path, number)
                    if key is not None and component.get("custom_id"):
                        found[key] = str(component["custom_id"])
        return found

    def _show(self) -> None:
        """Publish all pages again if anything has happened since the last time."""
        happened = self.env.backend.transcript
        if not happened or self._python is None:
            return
        self._keep_emojis()
        # Nothing else reads these journals, and they would grow without bound.
        happened.clear()
        self.env.http_requests.clear()
        self._seen = {page: seen for page, seen in self._seen.items() if page in self._pages}
        self._advance_presentation_time()
        # New pages start at the same place as this one: the newest message, not the first.
        self._python.target_id = self._initial_target(self._python.viewer, self.channel.id)
        for page in tuple(self._pages.values()):
            self._publish(page, reason="refresh")

    def _keep_emojis(self) -> None:
        """Keep the pictures of the bot's emojis, which SimCord drops, where the page gets them."""
        ids = {emoji.name: emoji.id for emoji in self.env.backend.application_emojis.values()}
        for request in self.env.http_requests:
            made = request.json if request.method == "POST" else None
            if request.path.endswith("/emojis") and isinstance(made, dict) and made["name"] in ids:
                url = f"{CDN_BASE}/emojis/{ids[made['name']]}.png"
                _, _, picture = made["image"].partition(",")
                self.env.backend.cdn._blobs[url] = b64decode(picture)  # noqa: SLF001 - nothing else puts one there


class TidyServer(PreviewServer):
    """Serves SimCord's page under our name, and without the tools for developers."""

    async def _static(self, request: web.Request) -> web.Response:
        answer: web.Response = await super()._static(request)
        if request.path in ADDED:
            answer.text = f"{answer.text}\n{ADDED[request.path]}"
        elif request.path == "/":
            answer.text = (answer.text or "").replace("SimCord Preview", NAME, 1)
        return answer


class PictureWorker(MediaWorker):
    """Accepts the bot's pictures as they are; SimCord would start a process to check each one."""

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
            # Otherwise the page would warn that the check has no limit.
            memory_limited=True,
        )


def _timezone() -> str:
    name = str(Path("/etc/localtime").resolve()).partition("zoneinfo/")[2]
    try:
        return ZoneInfo(name).key
    except (KeyError, OSError, ValueError):
        return "UTC"
