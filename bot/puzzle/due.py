"""Which puzzle is due on a day: a pure function of the day and the pools.

The games take turns. Each has its puzzles in a line: the first is due, and then goes to the end.
A puzzle that is new joins the front on its day ``since``. So no puzzle returns before all others of
its game have been due, and what is added later changes no day before its own.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final, TypeAlias

from bot.games.registry import GAMES
from bot.puzzle.pool import puzzles_of
from bot.puzzle.puzzle import Puzzle

__all__ = ["FIRST_DAY", "Pools", "day_of", "pools", "puzzle_of_day"]

FIRST_DAY: Final = date(2026, 1, 1)
"""The day with the number 0."""

Pools: TypeAlias = Mapping[str, Sequence[Puzzle]]
"""Puzzles by game, those with the same ``since`` in a fixed order."""


def day_of(today: date) -> int:
    """Return the number of a day."""
    return (today - FIRST_DAY).days


def pools() -> Pools:
    """Return the shipped puzzles of all games; reads files, so not on the event loop."""
    return {name: puzzles_of(name) for name in GAMES}


def puzzle_of_day(day: int, pools: Pools) -> Puzzle | None:
    """Return the puzzle that is due on a day, None if no game has any.

    A game takes part if it has a puzzle since day 0. Raises ``ValueError`` for a day before that.
    """
    if day < 0:
        raise ValueError(f"there is no puzzle on day {day}")
    playing = [pool for pool in pools.values() if any(puzzle.since == 0 for puzzle in pool)]
    if not playing:
        return None
    own = day % len(playing)
    return _due(playing[own], range(own, day + 1, len(playing)))


def _due(pool: Sequence[Puzzle], days: range) -> Puzzle:
    """Return the puzzle that is due on the last of a game's days."""
    new = deque(sorted(pool, key=lambda puzzle: puzzle.since))
    line: deque[Puzzle] = deque()
    for day in days:
        joining = []
        while new and new[0].since <= day:
            joining.append(new.popleft())
        line.extendleft(reversed(joining))
        line.rotate(-1)
    return line[-1]
