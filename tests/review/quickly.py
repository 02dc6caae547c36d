"""A bot whose reviews are made by an adviser in a hurry; all else of them is as it is."""

from bot.operation.operation import Operation
from bot.operation.reviews import MeteredAnalyst
from bot.review.process import ReviewProcess
from bot.tables.reviews.analyst import Analyst

__all__ = ["QuickReviews", "quick_reviews"]


def quick_reviews() -> ReviewProcess:
    """Return what has a process make each review: :mod:`tests.review.__main__`."""
    return ReviewProcess("tests.review")


class QuickReviews(Operation):
    """Watches a bot as usual, and gives it :func:`quick_reviews`."""

    def analyst(self, analyst: Analyst) -> MeteredAnalyst:
        assert type(analyst) is ReviewProcess, "it would take the place of another one"
        return super().analyst(quick_reviews())
