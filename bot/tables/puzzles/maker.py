"""What makes puzzles of a match, as a protocol; ``bot.puzzle.process`` implements it."""

from typing import Protocol

from bot.puzzle.growing import Asked
from bot.tables.reviews.analyst import Making

__all__ = ["PuzzleMaker"]


class PuzzleMaker(Protocol):
    """Makes puzzles."""

    def begin(self, asked: Asked) -> Making:
        """Start to look through a match; see :func:`bot.puzzle.growing.read_lines`."""
