"""Reviews of matches, timed and counted as they are made."""

from time import perf_counter

from bot.game.record import Record
from bot.operation.meters import Meters
from bot.tables.reviews.analyst import Analyst, FailedReviewError, Making

__all__ = ["MeteredAnalyst"]


class MeteredAnalyst:
    """Meets :class:`bot.tables.reviews.analyst.Analyst`: another one, with a watch."""

    def __init__(self, analyst: Analyst, meters: Meters) -> None:
        self._analyst = analyst
        self._meters = meters

    def begin(self, record: Record) -> Making:
        """Begin to make a review."""
        return _Timed(self._analyst.begin(record), self._meters)


class _Timed:
    """Meets :class:`Making`; one that is given up counts for nothing."""

    def __init__(self, making: Making, meters: Meters) -> None:
        self._making = making
        self._meters = meters
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
            self._meters.failed_reviews.inc()
            raise
        self._meters.reviews.observe(perf_counter() - self._began)
        return made

    def stop(self) -> None:
        self._making.stop()
