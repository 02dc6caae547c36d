"""Metrics of the requests to Discord.

URLs contain tokens, so only the kind of a request is kept.
"""

import asyncio
from time import perf_counter
from typing import Final, Protocol
from weakref import WeakKeyDictionary

from prometheus_client import Histogram
from yarl import URL

from bot.operation.metrics import Metrics
from cogs.requests import RequestListener

__all__ = ["AnswerListener", "RequestMeter", "kind_of"]

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


class RequestMeter(RequestListener):
    """Times requests, and counts those that are made again after a failure."""

    def __init__(self, metrics: Metrics, clicks: AnswerListener) -> None:
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


def _group(status: int | None) -> str:
    if status is None:
        return "none"
    return "429" if status == 429 else f"{status // 100}xx"
