"""Requests to Discord: a time limit, a brake before refusals get us banned, what refusals mean.

discord.py sets no time limit, aiohttp five minutes. And Discord bans for a while anyone who gets
10,000 answers 401, 403 or 429 within ten minutes (API docs, "Invalid Request Limit").
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from enum import Enum, auto
from time import monotonic, perf_counter
from types import SimpleNamespace
from typing import Final, Protocol

import aiohttp
import discord
from yarl import URL

from bot.tables.reach import ANSWERS, Reach
from bot.tables.store import LeaseLostError

logger = logging.getLogger(__name__)

MOST_REFUSALS: Final = 8000
"""In :data:`WINDOW`; what is under way then stays below Discord's 10,000."""

WINDOW: Final = 600.0
"""Seconds."""

REFUSED: Final = frozenset({401, 403, 429})

IN_A_ROW: Final = 2
"""The number of failed requests of play in a row that are an outage."""

_PLAY: Final = frozenset({"channels", "interactions", "webhooks"})
"""What people see, by the first part of its path."""


class TooManyRefusalsError(aiohttp.ClientError):
    """A request that was not made, because Discord has refused too many."""


class NotHostingError(aiohttp.ClientError):
    """A request that was not made, because another process hosts the tables now."""


class Refusals:
    """Counts the refusals of the last ten minutes."""

    def __init__(self, most: int = MOST_REFUSALS) -> None:
        self._most = most
        self._at: deque[float] = deque(maxlen=most)

    def check(self, now: float) -> None:
        """Raise :class:`TooManyRefusalsError` while there are too many; ``now`` in seconds."""
        if len(self._at) == self._most and now - self._at[0] < WINDOW:
            raise TooManyRefusalsError

    def note(self, status: int, now: float) -> None:
        """Take an answer into account."""
        if status in REFUSED:
            self._at.append(now)
            if len(self._at) == self._most and now - self._at[0] < WINDOW:
                logger.error("Discord has refused %d requests: none for a while", self._most)


class RequestListener(Protocol):
    """Told of every attempt to ask Discord something."""

    def begun(self, method: str, url: URL) -> None:
        """An attempt begins."""

    def ended(self, method: str, url: URL, status: int | None, seconds: float) -> None:
        """It took so long until an answer began, with an HTTP status, or without any: None."""


class AnswerWatch:
    """Notices when Discord takes no posts and answers, and when it takes them again."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self._failures = 0
        self.doubted: Callable[[], None] | None = None
        self.asked_at = monotonic()
        """When the last request of play ended, in monotonic seconds."""

    @property
    def doubtful(self) -> bool:
        """Whether the last request of play has failed."""
        return self._failures > 0

    @property
    def lost(self) -> bool:
        """Whether it counts as an outage."""
        return self._failures >= IN_A_ROW

    def begun(self, method: str, url: URL) -> None:
        """Nothing is known yet."""

    def ended(self, method: str, url: URL, status: int | None, seconds: float) -> None:
        """Take an answer into account, or that there was none."""
        kind = next((part for part in url.parts if part in _PLAY), None)
        if method == "GET" or kind is None:
            return
        self.asked_at = monotonic()
        # An old token of an interaction is refused by a Discord that is well.
        unknown = status == 401 and kind == "channels"
        if status is None or status >= 500 or status == 429 or unknown:
            self.failed(seconds)
        else:
            self.succeeded()

    def failed(self, seconds: float = 0) -> None:
        """Count a failure that took so long; it is an outage since the first in a row."""
        if not self._failures:
            self._first = self._reach.now() - round(seconds * 1000)
        self._failures += 1
        if self.doubted:
            self.doubted()
        if self.lost:
            self._reach.lost(ANSWERS, self._first)

    def succeeded(self) -> None:
        """Forget the failures."""
        self._failures = 0
        self._reach.found(ANSWERS)


async def _anyone() -> None:
    """Let a request pass."""


def outgoing(
    seconds: float,
    refusals: Refusals,
    *listeners: RequestListener,
    must_host: Callable[[], Awaitable[None]] = _anyone,
) -> aiohttp.TraceConfig:
    """Return the ``http_trace`` of a client, which limits its requests and tells of them.

    Requests raise :class:`NotHostingError` once ``must_host`` raises ``LeaseLostError``;
    ``TimeoutError`` if no answer begins within ``seconds``, rate limits apart: cut off elsewhere,
    discord.py would never notice the end of a global one.
    """

    async def begin(
        _: aiohttp.ClientSession, request: SimpleNamespace, made: aiohttp.TraceRequestStartParams
    ) -> None:
        try:
            await must_host()
        except LeaseLostError as error:
            raise NotHostingError from error
        try:
            refusals.check(monotonic())
        except TooManyRefusalsError:
            for listener in listeners:
                listener.ended(made.method, made.url, None, 0)
            raise
        request.begun = perf_counter()
        for listener in listeners:
            listener.begun(made.method, made.url)
        request.limit = asyncio.timeout(seconds)
        await request.limit.__aenter__()

    async def end(
        _: aiohttp.ClientSession, request: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        status = ended.response.status
        await request.limit.__aexit__(None, None, None)
        refusals.note(status, monotonic())
        for listener in listeners:
            listener.ended(ended.method, ended.url, status, perf_counter() - request.begun)

    async def fail(
        _: aiohttp.ClientSession,
        request: SimpleNamespace,
        failed: aiohttp.TraceRequestExceptionParams,
    ) -> None:
        for listener in listeners:
            listener.ended(failed.method, failed.url, None, perf_counter() - request.begun)
        error = failed.exception
        await request.limit.__aexit__(type(error), error, error.__traceback__)

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(begin)
    trace.on_request_end.append(end)
    trace.on_request_exception.append(fail)
    return trace


DISCORD_ERRORS: Final = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)
"""Everything that sending may raise where the fault is not ours."""

BLOCKED: Final = 200000
"""A word in the text, which the server's AutoMod blocks."""

BLOCKED_TITLE: Final = 200001
"""The same in a title."""

MESSAGE_GONE: Final = 10008

CHANNEL_GONE: Final = 10003

_STALE: Final = {
    MESSAGE_GONE,
    30046,  # too many edits of an old message
    50005,  # it is not ours
    50083,  # its thread is archived; a new message opens it again
}


_MALFORMED: Final = {
    40005,  # too large
    50006,  # an empty message
    50035,  # a part that is too long, missing or not what it is to be
    50109,  # no JSON
}


class Trouble(Enum):
    """What to do about it."""

    STALE = auto()
    """The message can be changed no more: post another one."""
    PASSING = auto()
    LASTING = auto()
    """We may not write there: leave it for a while."""
    BLOCKED = auto()
    """The server's AutoMod blocks a word: leave out what people wrote."""
    CHANNEL_GONE = auto()
    """Discord knows no such channel: it was deleted."""


def trouble(error: Exception) -> Trouble:
    """Return what an error means."""
    if not isinstance(error, discord.HTTPException):
        return Trouble.PASSING
    if error.code in _STALE:
        return Trouble.STALE
    if error.code in (BLOCKED, BLOCKED_TITLE):
        return Trouble.BLOCKED
    if error.code == CHANNEL_GONE:
        return Trouble.CHANNEL_GONE
    if error.status == 429 or error.status >= 500:
        return Trouble.PASSING
    return Trouble.LASTING


def is_malformed(error: BaseException) -> bool:
    """Whether Discord refused what we sent for its form or its size: then the fault is ours."""
    if not isinstance(error, discord.HTTPException):
        return False
    return error.code in _MALFORMED or error.status == 413


async def is_gone(asked: Awaitable[object], *codes: int) -> bool:
    """Whether Discord answers that what was asked for is gone, by one of its codes."""
    try:
        await asked
    except DISCORD_ERRORS as error:
        return isinstance(error, discord.HTTPException) and error.code in codes
    return False
