"""Judging shipped puzzles again, by dice that they were not made with."""

from collections.abc import Iterator, Sequence

from bot.kai.advice import AnyAdviser
from bot.puzzle.judging import judged
from bot.puzzle.puzzle import Puzzle, position_of

__all__ = ["disagreements"]


def disagreements(puzzles: Sequence[Puzzle], judges: Sequence[AnyAdviser]) -> Iterator[str]:
    """Yield a line for each puzzle that is not clear any more, or has another best choice."""
    for puzzle in puzzles:
        game, scene, legal = position_of(puzzle)
        offered = [game.parse(choice.action) for choice in puzzle.choices]
        found = judged(scene.view, legal, offered, judges, puzzle.measure)
        fault, best = found.fault(puzzle.measure, puzzle.measure.clear), found.choices[0]
        if fault is not None:
            yield f"{puzzle.id}: {fault.value}"
        elif best.action != puzzle.best.action:
            yield f"{puzzle.id}: {best.action} is better than {puzzle.best.action}"
