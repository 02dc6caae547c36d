"""What makes reviews in the background, as the host and its metrics know it."""

from typing import Protocol

from bot.game.record import Record


class Making(Protocol):
    """Something that is being made of a match, such as a review. No call blocks."""

    @property
    def looked_at(self) -> int:
        """How many actions of the record have been analysed."""

    @property
    def over(self) -> bool:
        """Whether it is finished or given up."""

    def result(self) -> str:
        """Return what was made, as JSON, once :attr:`over`.

        Raises :class:`FailedReviewError`.
        """

    def stop(self) -> None:
        """Give it up, unless it is finished."""


class Analyst(Protocol):
    """Makes reviews."""

    def begin(self, record: Record) -> Making:
        """Start to make a :class:`bot.review.review.Review`."""


class FailedReviewError(Exception):
    """A review could not be made; ``str`` says why, for the log."""
