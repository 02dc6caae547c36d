"""Metrics of match reviews: duration and failures."""

from time import perf_counter

from bot.game.record import Record
from bot.operation.metrics import Metrics
from bot.tables.reviews.analyst import Analyst, FailedReviewError, Making

__all__ = ["MeteredAnalyst"]


class MeteredAnalyst:
    """Wraps a :class:`bot.tables.reviews.analyst.Analyst` with metrics."""

    def __init__(self, analyst: Analyst, metrics: Metrics) -> None:
        self._analyst = analyst
        self._metrics = metrics

    def begin(self, record: Record) -> Making:
        """Start to make a review."""
        return _Timed(self._analyst.begin(record), self._metrics)


class _Timed:
    """Wraps a :class:`Making` with metrics; reviews that are given up are not counted."""

    def __init__(self, making: Making, metrics: Metrics) -> None:
        self._making = making
        self._metrics = metrics
        self._began = perf_counter()

    @property
    def looked_at(self) -> int:
        return self._making.looked_at

    @property
    def over(self) -> bool:
        return self._making.over

    def review(self) -> str:
        try:
            made = self._making.review()
        except FailedReviewError:
            self._metrics.failed_reviews.inc()
            raise
        self._metrics.reviews.observe(perf_counter() - self._began)
        return made

    def stop(self) -> None:
        self._making.stop()
