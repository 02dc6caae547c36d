"""The clicks that wait for their first answer: nobody's is cut off when the bot closes."""

import asyncio
import time
from typing import Final

from cogs.services import Click

__all__ = ["Unanswered"]

LIFE: Final = 3.0
"""Seconds after which Discord has given a click up."""

LOOK: Final = 0.02
"""Seconds between two looks."""


class Unanswered:
    """Remembers clicks for as long as they can be answered."""

    def __init__(self) -> None:
        self._since: dict[Click, float] = {}

    def add(self, click: Click) -> None:
        """Note a click that has just come."""
        self._forget()
        self._since[click] = time.monotonic()

    async def gone(self, patience: float) -> None:
        """Wait until all have been answered or given up, for at most ``patience`` seconds."""
        end = time.monotonic() + patience
        while self._since and time.monotonic() < end:
            await asyncio.sleep(LOOK)
            self._forget()

    def _forget(self) -> None:
        old = time.monotonic() - LIFE
        self._since = {
            click: since
            for click, since in self._since.items()
            if since > old and not click.response.is_done()
        }
