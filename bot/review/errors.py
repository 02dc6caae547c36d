"""The error of a review that could not be made."""

__all__ = ["FailedReviewError"]


class FailedReviewError(Exception):
    """A review could not be made; ``str`` says why, for the log."""
