"""Why there is no review."""

__all__ = ["FailedReviewError"]


class FailedReviewError(Exception):
    """A review could not be made; for the log."""
