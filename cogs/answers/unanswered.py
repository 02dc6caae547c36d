"""Clicks that wait for their first answer: when the bot closes, it answers them first."""

import asyncio
import time
from collections import deque
from typing import Final

from cogs.answers.click import Click

__all__ = ["Unanswered"]

LIFE: Final = 3.0
"""Seconds after which Discord has given a click up."""

LOOK: Final = 0.02
"""Seconds between two looks."""


class Unanswered:
    """Remembers clicks for as long as they can be answered."""

    def __init__(self) -> None:
        self._since: deque[tuple[float, Click]] = deque()
        """The oldest first."""

    def add(self, click: Click) -> None:
        """Note a click that has just come."""
        self._forget()
        self._since.append((time.monotonic(), click))

    async def gone(self, patience: float) -> None:
        """Wait until all have been answered or given up, for at most ``patience`` seconds."""
        end = time.monotonic() + patience
        self._forget()
        while self._since and time.monotonic() < end:
            await asyncio.sleep(LOOK)
            self._forget()

    def _forget(self) -> None:
        """Forget the oldest ones, as far as they are answered or too old."""
        old = time.monotonic() - LIFE
        while self._since:
            since, click = self._since[0]
            if since > old and not click.response.is_done():
                return
            self._since.popleft()
