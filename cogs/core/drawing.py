"""The pictures of private hands: who has one drawn, and when nobody does, so that nobody waits."""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from typing import Final, TypeVar
from weakref import WeakValueDictionary

from bot.tables.quotas import Quotas
from cogs.core.work import log_fault

logger = logging.getLogger(__name__)

T = TypeVar("T")

PERSON_DRAWS: Final = 2
"""Pictures for one person that may wait or be under way."""

SERVER_DRAWS: Final = 4
"""And for all people of one server."""

HOUSE_DRAWS: Final = 6
"""And for all servers: beyond it, each has one at a time."""

MOST_DRAWS: Final = 12
"""And anyone who asks: drawing takes 5 ms, and nobody should wait for many others."""

MOST_CLICKS: Final = 3
"""Hands made at once for those who clicked, beyond which none is drawn: clicks come faster than
pictures can be. If half of them are of one server, it alone goes without."""

BURST: Final = 5
"""How many are fine if it was calm before: what piles up in one stall is soon drawn."""

CALM: Final = 1.0
"""Seconds after which it's calm, if there weren't too many at once."""

HURRY: Final = 0.2
"""Seconds for which hands come without then: those who wait are answered first."""

PATIENCE: Final = 0.25
"""Seconds that an answer waits for its picture before it goes without."""


class BusyError(Exception):
    """Those who wait need all the time that there is for drawing."""


class Drawing:
    """Draws in threads that are there for nothing else, and gives up before anyone waits."""

    def __init__(self, threads: Executor) -> None:
        self._threads = threads
        self._later = asyncio.Lock()
        """Held for a picture that nobody waits for."""
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """By server: one of each at most waits for that."""
        self._under_way = Quotas(PERSON_DRAWS, SERVER_DRAWS, HOUSE_DRAWS)
        self._count = 0
        self._clicks: Counter[int] = Counter()
        self._idle = asyncio.Event()
        self._idle.set()
        self._until: Mapping[int | None, float] = {}
        """Until when a server, or everyone, goes without, in seconds of the loop's clock."""
        self._calm_at = 0.0
        """Likewise."""
        self.drawn = 0
        self.left_out = 0

    @contextmanager
    def for_a_click(self, server: int) -> Iterator[None]:
        """Count the body as the making of a hand that someone waits for."""
        self._clicks[server] += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._clicks[server] -= 1
            self._clicks = +self._clicks
            if not self._clicks:
                self._idle.set()

    async def idle(self, patience: float) -> None:
        """Wait until no hand is being made for a click, for ``patience`` seconds at most."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while self._clicks:  # Another one may come before this goes on.
                    await self._idle.wait()

    async def draw(self, server: int, person: int, paint: Callable[[], T]) -> T | None:
        """Return what is drawn; None where too many wait, it takes too long, or it fails."""
        if self._hurries(server) or not self._has_room(server, person):
            self.left_out += 1
            return None
        return await self._draw(server, person, paint)

    async def draw_later(self, server: int, person: int, paint: Callable[[], T]) -> T | None:
        """Return what is drawn for whom nobody waits, one at a time; None where it fails.

        Raises ``BusyError`` where it's to be tried again in a moment.
        """
        turn = self._turns.setdefault(server, asyncio.Lock())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE), turn, self._later:
                if not self._in_a_hurry(server) and self._has_room(server, person):
                    return await self._draw(server, person, paint)
        raise BusyError

    async def _draw(self, server: int, person: int, paint: Callable[[], T]) -> T | None:
        self._under_way.take(server, person)
        self._count += 1
        drawing = asyncio.get_running_loop().run_in_executor(self._threads, paint)
        drawing.add_done_callback(partial(self._done, server, person))
        try:
            await asyncio.wait({drawing}, timeout=PATIENCE)
        finally:
            drawing.cancel()  # If it's not done by now, it need not even be begun.
        if drawing.cancelled() or drawing.exception() is not None:
            self.left_out += 1
            return None
        self.drawn += 1
        return drawing.result()

    def _has_room(self, server: int, person: int) -> bool:
        return self._count < MOST_DRAWS and self._under_way.exhausted(server, person) is None

    def _hurries(self, server: int) -> bool:
        now, everyone = asyncio.get_running_loop().time(), self._clicks.total()
        if everyone > (BURST if now >= self._calm_at else MOST_CLICKS):
            clicks = self._clicks.items()
            crowds: list[int | None] = [each for each, here in clicks if 2 * here >= everyone]
            busy = dict.fromkeys(crowds or [None], now + HURRY)
            self._until = {each: at for each, at in self._until.items() if at > now} | busy
            self._calm_at = now + CALM
        return self._in_a_hurry(server)

    def _in_a_hurry(self, server: int) -> bool:
        now = asyncio.get_running_loop().time()
        return now < max(self._until.get(each, 0) for each in (server, None))

    def _done(self, server: int, person: int, drawing: asyncio.Future[T]) -> None:
        self._under_way.give_back(server, person)
        self._count -= 1
        if not drawing.cancelled() and (error := drawing.exception()) is not None:
            log_fault(logger, "a picture couldn't be drawn", error)
