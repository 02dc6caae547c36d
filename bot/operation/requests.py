"""Metrics of the requests to Discord, by aiohttp's tracing.

URLs contain tokens, so only the kind of a request is kept.
"""

import asyncio
from time import perf_counter
from types import SimpleNamespace
from typing import Final, Protocol
from weakref import WeakKeyDictionary

import aiohttp
from yarl import URL

from bot.operation.metrics import Metrics

__all__ = ["AnswerListener", "kind_of", "trace"]

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


class AnswerListener(Protocol):
    """Called for the first answer to an interaction."""

    def answered(self, interaction: int, at: float) -> None:
        """Discord has accepted the answer, at a time of ``perf_counter``."""


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


def trace(metrics: Metrics, clicks: AnswerListener) -> aiohttp.TraceConfig:
    """Return the ``http_trace`` for a client."""
    watch = _Watch(metrics, clicks)
    config = aiohttp.TraceConfig()
    config.on_request_start.append(watch.begun)
    config.on_request_end.append(watch.ended)
    config.on_request_exception.append(watch.failed)
    return config


class _Watch:
    def __init__(self, metrics: Metrics, clicks: AnswerListener) -> None:
        self._metrics = metrics
        self._clicks = clicks
        self._refused: WeakKeyDictionary[asyncio.Task[object], int] = WeakKeyDictionary()
        """Hash of the last request of each task that failed; the same again is a retry."""

    async def begun(
        self,
        _: aiohttp.ClientSession,
        request: SimpleNamespace,
        params: aiohttp.TraceRequestStartParams,
    ) -> None:
        request.at = perf_counter()
        task = asyncio.current_task()
        if task and self._refused.pop(task, None) == hash((params.method, params.url)):
            self._metrics.retries.inc()

    async def ended(
        self,
        _: aiohttp.ClientSession,
        request: SimpleNamespace,
        params: aiohttp.TraceRequestEndParams,
    ) -> None:
        now, status = perf_counter(), params.response.status
        kind = self._note(params.method, params.url, _group(status), now - request.at)
        if kind == "answer" and status < 300:
            self._clicks.answered(int(params.url.parts[-3]), now)
        task = asyncio.current_task()
        if task and (status == 429 or status >= 500):
            self._refused[task] = hash((params.method, params.url))

    async def failed(
        self,
        _: aiohttp.ClientSession,
        request: SimpleNamespace,
        params: aiohttp.TraceRequestExceptionParams,
    ) -> None:
        self._note(params.method, params.url, "none", perf_counter() - request.at)

    def _note(self, method: str, url: URL, status: str, seconds: float) -> str:
        kind = kind_of(method, url)
        counts = "no" if kind in _NOT_COUNTED else "yes"
        self._metrics.requests.labels(kind, counts, status).observe(seconds)
        return kind


def _group(status: int) -> str:
    return "429" if status == 429 else f"{status // 100}xx"
