"""A bot whose reviews are made by a fast adviser; nothing else differs."""

from bot.operation.operation import Operation
from bot.operation.reviews import MeteredAnalyst
from bot.review.process import ReviewProcess
from bot.tables.reviews.analyst import Analyst

__all__ = ["QuickReviews", "quick_reviews"]


def quick_reviews() -> ReviewProcess:
    """Return the analysis that runs :mod:`tests.review.__main__` in a process."""
    return ReviewProcess("tests.review")


class QuickReviews(Operation):
    """Watches a bot as usual, and gives it :func:`quick_reviews`."""

    def analyst(self, analyst: Analyst) -> MeteredAnalyst:
        assert type(analyst) is ReviewProcess, "it would take the place of another one"
        return super().analyst(quick_reviews())
