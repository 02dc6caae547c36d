"""Look through each match for puzzles in a subprocess of its own."""

from bot.puzzle.growing import Asked, read_lines
from bot.review.in_process import InProcess, begun

__all__ = ["PuzzleProcess"]


class PuzzleProcess:
    """Looks through each match in a subprocess that runs the module ``program``."""

    def __init__(self, program: str = "bot.puzzle") -> None:
        self._program = program

    def begin(self, asked: Asked) -> InProcess:
        """Start to look; the result is for :func:`bot.puzzle.growing.read_lines`."""
        return begun(self._program, asked.model_dump_json(), read_lines, "puzzles")
