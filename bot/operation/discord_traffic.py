"""Metrics of what goes to and from Discord: interactions, requests, and the gateway's connection.

URLs contain tokens, so only the kind of a request is kept.
"""

import asyncio
from time import perf_counter
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

import discord
from prometheus_client import Histogram
from yarl import URL

from bot.operation.metrics import Metrics
from cogs.core.click import Click
from cogs.core.requests import RequestListener

if TYPE_CHECKING:
    from collections.abc import Callable

    from cogs.core.answering import Begun

_KINDS: Final = {
    ("POST", "interactions"): "answer",
    ("POST", "webhooks"): "followup",
    ("PATCH", "webhooks"): "amendment",
    ("POST", "messages"): "post",
    ("PATCH", "messages"): "edit",
}
"""By method and resource."""

_NOT_COUNTED: Final = frozenset({"answer", "followup", "amendment", "gateway"})
"""Kinds that do not count against Discord's limit of 50 requests a second."""


class Clicks:
    """Counts refusals, and how long interactions take until their first answer."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self.begun: Callable[[int], Begun | None] = lambda _: None
        """Returns, once, what an interaction was that has its first answer now."""

    async def on_refusal(self, error: Exception) -> None:
        """Count a refusal by the type of its error."""
        self._metrics.refusals.labels(type(error).__name__.removesuffix("Error")).inc()

    def unanswered(self, click: Click) -> None:
        """Count an interaction without an answer; nobody waits for late suggestions."""
        if click.type is not discord.InteractionType.autocomplete:
            self._metrics.unanswered.inc()

    def answered(self, interaction: int, at: float) -> None:
        """Record the time to an interaction's first answer, at a time of ``perf_counter``."""
        begun = self.begun(interaction)
        if begun is not None:
            self._metrics.clicks.labels(begun.click.type.name).observe(at - begun.at)


class RequestMeter(RequestListener):
    """Times requests, and counts those that are made again after a failure."""

    def __init__(self, metrics: Metrics, clicks: Clicks) -> None:
        self._metrics = metrics
        self._clicks = clicks
        self._timers: dict[tuple[str, str], Histogram] = {}
        """By kind and group of status: looking them up takes longer than counting."""
        self._refused: WeakKeyDictionary[asyncio.Task[object], int] = WeakKeyDictionary()
        """Hash of the last request of each task that failed; the same again is a retry."""

    def begun(self, method: str, url: URL) -> None:
        """Count a retry."""
        task = asyncio.current_task() if self._refused else None
        if task and self._refused.pop(task, None) == hash((method, url)):
            self._metrics.retries.inc()

    def ended(self, method: str, url: URL, status: int | None, seconds: float) -> None:
        """Note how long it took, and the first answer to a click."""
        kind = kind_of(method, url)
        self._timer(kind, _group(status)).observe(seconds)
        if status is None:
            return
        if kind == "answer" and status < 300:
            self._clicks.answered(int(url.parts[-3]), perf_counter())
        if (status == 429 or status >= 500) and (task := asyncio.current_task()):
            self._refused[task] = hash((method, url))

    def _timer(self, kind: str, group: str) -> Histogram:
        timer = self._timers.get((kind, group))
        if timer is None:
            counts = "no" if kind in _NOT_COUNTED else "yes"
            timer = self._timers[kind, group] = self._metrics.requests.labels(kind, counts, group)
        return timer


def kind_of(method: str, url: URL) -> str:
    """Return the kind of a request, such as ``edit``."""
    if url.scheme in {"ws", "wss"}:
        return "gateway"
    # A path such as api/v10/channels/12/messages/34.
    words = url.path.strip("/").split("/")[2:]
    if "commands" in words[:5]:
        return "commands"
    if words[:1] == ["channels"]:
        words = words[2:] if len(words) < 5 else []
    return _KINDS.get((method, words[0]), "other") if words else "other"


def _group(status: int | None) -> str:
    if status is None:
        return "none"
    return "429" if status == 429 else f"{status // 100}xx"


class GatewayWatch:
    """Listens to a client's shards; its methods are discord.py's events."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._ready = False
        self._down: set[int] = set()

    @property
    def up(self) -> bool:
        """Whether every shard of this process is connected."""
        return self._ready and not self._down

    async def on_ready(self) -> None:
        """All shards have connected for the first time."""
        self._ready = True

    async def on_shard_ready(self, shard: int) -> None:
        """A shard has connected, with a new session."""
        self._down.discard(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        """A shard has resumed its session; no events were missed."""
        self._metrics.resumes.inc()
        self._down.discard(shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        """A shard has lost its connection."""
        if shard not in self._down:
            self._metrics.disconnects.inc()
            self._down.add(shard)
