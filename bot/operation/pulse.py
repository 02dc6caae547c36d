"""The event loop's pulse: how late it comes to what is due."""

import asyncio
from collections import deque
from time import monotonic
from typing import Final

from bot.operation.meters import Meters

__all__ = ["Pulse"]

BEAT: Final = 0.5
"""Seconds between two beats."""

MEMORY: Final = 60
"""Beats that are remembered."""


class Pulse:
    """Feels the pulse while :meth:`run` runs."""

    def __init__(self, meters: Meters) -> None:
        self._meters = meters
        self._lags: deque[float] = deque(maxlen=MEMORY)

    @property
    def worst(self) -> float:
        """The longest that something had to wait lately, in seconds."""
        return max(self._lags, default=0.0)

    async def run(self) -> None:
        """Feel it for ever."""
        while True:
            due = monotonic() + BEAT
            await asyncio.sleep(BEAT)
            self.beat(monotonic() - due)

    def beat(self, late: float) -> None:
        """Take a beat down that came so late, in seconds."""
        lag = max(0.0, late)
        self._lags.append(lag)
        self._meters.lag.observe(lag)
