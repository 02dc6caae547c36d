"""Measure the event loop's lag: how late it runs callbacks that are due."""

import asyncio
from collections import deque
from time import monotonic
from typing import Final

from bot.operation.metrics import Metrics

__all__ = ["LoopLag"]

INTERVAL: Final = 0.5
"""Seconds between two measurements."""

MEMORY: Final = 60
"""How many measurements are remembered."""


class LoopLag:
    """Measures the lag while :meth:`run` runs."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._lags: deque[float] = deque(maxlen=MEMORY)

    @property
    def worst(self) -> float:
        """The greatest lag of the last measurements, in seconds."""
        return max(self._lags, default=0.0)

    async def run(self) -> None:
        """Measure forever."""
        while True:
            due = monotonic() + INTERVAL
            await asyncio.sleep(INTERVAL)
            self.record(monotonic() - due)

    def record(self, late: float) -> None:
        """Record a measurement, in seconds."""
        lag = max(0.0, late)
        self._lags.append(lag)
        self._metrics.lag.observe(lag)
