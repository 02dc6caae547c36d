"""A bot whose reviews and puzzles are made by fast advisers; nothing else differs."""

from bot.operation.operation import Operation
from bot.puzzle.service import PuzzleMaker, PuzzleProcess
from bot.review.process import Analyst, ReviewProcess


def quick_reviews() -> ReviewProcess:
    """Return the analysis that runs :mod:`tests.review.__main__` in a process."""
    return ReviewProcess("tests.review")


class QuickReviews(Operation):
    """Watches a bot as usual, and gives it :func:`quick_reviews` and quick puzzles."""

    def analyst(self, analyst: Analyst) -> Analyst:
        assert type(analyst) is ReviewProcess, "it would take the place of another one"
        return super().analyst(quick_reviews())

    def puzzle_maker(self, maker: PuzzleMaker) -> PuzzleMaker:
        assert type(maker) is PuzzleProcess, "it would take the place of another one"
        return super().puzzle_maker(PuzzleProcess("tests.puzzle"))
