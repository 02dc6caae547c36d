"""Make each review in a subprocess of its own."""

from bot.game.record import Record
from bot.review.in_process import InProcess, begun
from bot.review.values import read_review

__all__ = ["ReviewProcess"]


class ReviewProcess:
    """Makes each review in a subprocess that runs the module ``program``."""

    def __init__(self, program: str = "bot.review") -> None:
        self._program = program

    def begin(self, record: Record) -> InProcess:
        """Start to make a review; it is a :class:`bot.review.values.Review` as JSON."""
        return begun(self._program, str(record), read_review, "review")
