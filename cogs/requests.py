"""What holds for every request to Discord: a time limit, and a brake before refusals get us banned.

discord.py sets no time limit, and aiohttp's own is five minutes. And Discord bans for a while
whoever gets 10,000 answers 401, 403 or 429 within ten minutes (API docs, "Invalid Request Limit").
"""

import asyncio
import logging
from collections import deque
from types import SimpleNamespace
from typing import Final

import aiohttp

__all__ = ["Refusals", "TooManyRefusalsError", "outgoing"]

logger = logging.getLogger(__name__)

MOST_REFUSALS: Final = 8000
"""In :data:`WINDOW`; what is under way then stays below Discord's 10,000."""

WINDOW: Final = 600.0
"""Seconds."""

REFUSED: Final = frozenset({401, 403, 429})


class TooManyRefusalsError(aiohttp.ClientError):
    """A request that was not made, because Discord has refused too many."""


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


def outgoing(trace: aiohttp.TraceConfig, seconds: float, refusals: Refusals) -> aiohttp.TraceConfig:
    """Return the trace, which limits the requests of its client from now on.

    A request raises ``TimeoutError`` if no answer begins within ``seconds``. Waiting for a rate
    limit to pass is not part of a request. Nothing else may cut a request off: discord.py would
    never notice the end of a global rate limit that it was waiting for.
    """

    async def begin(_: aiohttp.ClientSession, request: SimpleNamespace, __: object) -> None:
        refusals.check(asyncio.get_running_loop().time())
        request.limit = asyncio.timeout(seconds)
        await request.limit.__aenter__()

    async def end(
        _: aiohttp.ClientSession,
        request: SimpleNamespace,
        ended: aiohttp.TraceRequestEndParams,
    ) -> None:
        await request.limit.__aexit__(None, None, None)
        refusals.note(ended.response.status, asyncio.get_running_loop().time())

    async def fail(
        _: aiohttp.ClientSession,
        request: SimpleNamespace,
        failed: aiohttp.TraceRequestExceptionParams,
    ) -> None:
        error = failed.exception
        await request.limit.__aexit__(type(error), error, error.__traceback__)

    trace.on_request_start.append(begin)
    trace.on_request_end.append(end)
    trace.on_request_exception.append(fail)
    return trace
