"""Metrics of what is made of matches: reviews and puzzles, how long each takes, and failures."""

from time import perf_counter

from prometheus_client import Counter, Histogram

from bot.game.record import Record
from bot.operation.metrics import Metrics
from bot.puzzle.growing import Asked
from bot.tables.puzzles.maker import PuzzleMaker
from bot.tables.reviews.analyst import Analyst, FailedReviewError, Making

__all__ = ["MeteredAnalyst", "MeteredMaker"]


class MeteredAnalyst:
    """Wraps a :class:`bot.tables.reviews.analyst.Analyst` with metrics."""

    def __init__(self, analyst: Analyst, metrics: Metrics) -> None:
        self._analyst = analyst
        self._metrics = metrics

    def begin(self, record: Record) -> Making:
        """Start to make a review."""
        metrics = self._metrics
        return _Timed(self._analyst.begin(record), metrics.reviews, metrics.failed_reviews)


class MeteredMaker:
    """Wraps a :class:`bot.tables.puzzles.maker.PuzzleMaker` with metrics."""

    def __init__(self, maker: PuzzleMaker, metrics: Metrics) -> None:
        self._maker = maker
        self._metrics = metrics

    def begin(self, asked: Asked) -> Making:
        """Start to look through a match."""
        metrics = self._metrics
        return _Timed(self._maker.begin(asked), metrics.searches, metrics.failed_searches)


class _Timed:
    """Wraps a :class:`Making` with metrics; what is given up is not counted."""

    def __init__(self, making: Making, done: Histogram, failed: Counter) -> None:
        self._making = making
        self._done = done
        self._failed = failed
        self._began = perf_counter()

    @property
    def looked_at(self) -> int:
        return self._making.looked_at

    @property
    def over(self) -> bool:
        return self._making.over

    def result(self) -> str:
        try:
            made = self._making.result()
        except FailedReviewError:
            self._failed.inc()
            raise
        self._done.observe(perf_counter() - self._began)
        return made

    def stop(self) -> None:
        self._making.stop()
