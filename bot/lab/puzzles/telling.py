"""Puzzles and what came of a search for them, as text."""

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.face.markdown import bare
from bot.games.faces import face_of
from bot.lab.puzzles.finding import Find
from bot.puzzle.judging import Fault
from bot.puzzle.puzzle import Puzzle, position_of
from bot.puzzle.why import why

__all__ = ["puzzle_lines", "summary_lines"]


def puzzle_lines(puzzle: Puzzle) -> Iterator[str]:
    """Yield the position, the choices with their figures, and the reason."""
    position = position_of(puzzle)
    yield f"Puzzle {puzzle.id}, judged by {puzzle.judge}"
    yield face_of(position.game).text(position.scene)
    yield ""
    for number, choice in enumerate(puzzle.choices, 1):
        figures = f"{choice.points:.1f} points, others {choice.field:.1f}, {choice.chance:.1%}"
        yield f"{number}. {bare(position.words(choice))}: {figures}"
    yield f"Why: {why(puzzle)}"
    yield ""


def summary_lines(finds: Sequence[Find], chosen: int) -> Iterator[str]:
    """Yield how many costly decisions became puzzles, and what the others lacked."""
    faults = Counter(find.result for find in finds if isinstance(find.result, Fault))
    yield f"{len(finds)} costly decisions"
    yield from (f"{count} rejected: {fault.value}" for fault, count in faults.most_common())
    yield f"{len(finds) - faults.total()} clear, {chosen} chosen"
