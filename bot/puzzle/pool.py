"""The shipped puzzles of a game: a file with a line of JSON for each, made by ``bot.lab.puzzles``.

New puzzles are added at the end of the file, so that those before them keep their days.
"""

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

from bot.face.rulebook import SEEDS
from bot.puzzle.puzzle import Puzzle, position_of

__all__ = ["FILE", "puzzles_of", "read_puzzles"]

FILE: Final = "puzzles.jsonl"


@cache
def puzzles_of(game_name: str, seeds: Path = SEEDS) -> tuple[Puzzle, ...]:
    """Return a game's puzzles, none if it has no file; not on the event loop.

    Reads the file and replays each match. Raises ``ValueError`` for an invalid file.
    """
    path = seeds / game_name / FILE
    return read_puzzles(game_name, path.read_text("utf-8")) if path.is_file() else ()


def read_puzzles(game_name: str, text: str) -> tuple[Puzzle, ...]:
    """Read the lines of a file; ``ValueError`` names the one at fault."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            found.append(_checked(game_name, line))
        except ValueError as error:
            raise ValueError(f"{game_name}, line {number}: {error}") from error
    if len({puzzle.id for puzzle in found}) < len(found):
        raise ValueError(f"{game_name}: a puzzle comes twice")
    if any(before.since > after.since for before, after in pairwise(found)):
        raise ValueError(f"{game_name}: a new puzzle belongs at the end")
    return tuple(found)


def _checked(game_name: str, line: str) -> Puzzle:
    puzzle = Puzzle.model_validate_json(line)
    if puzzle.game != game_name:
        raise ValueError(f"puzzle {puzzle.id} is of another game")
    position_of(puzzle)
    return puzzle
