"""Faults of our own, in the log: where they happened, and nothing of what was in the hands."""

import logging
from traceback import format_tb

__all__ = ["log_fault"]


def log_fault(logger: logging.Logger, what: str, error: BaseException) -> None:
    """Log an error with its place in the code, but without its words.

    The words may hold what is private, such as a state of a game or an address with a token.
    """
    place = "".join(format_tb(error.__traceback__)).rstrip()
    logger.error("%s: %s\n%s", what, type(error).__name__, place)
