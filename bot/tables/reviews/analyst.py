"""What the host needs of whatever makes its reviews; ``bot.review.process`` meets it."""

from typing import Protocol

from bot.game.record import Record
from bot.review.errors import FailedReviewError

__all__ = ["Analyst", "FailedReviewError", "Making"]


class Making(Protocol):
    """A review that is being made. Nothing of it waits."""

    @property
    def looked_at(self) -> int:
        """How many actions of the record have been looked at."""

    @property
    def over(self) -> bool:
        """Whether it has been made, or given up."""

    def review(self) -> str:
        """Return a :class:`bot.review.values.Review` as JSON, once it is over.

        Raises :class:`FailedReviewError`.
        """

    def stop(self) -> None:
        """Give it up, unless it is over."""


class Analyst(Protocol):
    """Makes reviews."""

    def begin(self, record: Record) -> Making:
        """Begin to make a review."""
