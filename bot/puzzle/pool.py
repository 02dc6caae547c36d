"""The puzzles there are: those that are shipped, which of them is due on a day, a server's own.

The shipped puzzles of a game are a file with a line of JSON for each, made by ``lab.puzzles``. New
ones are added at the end of the file, so that those before them keep their days.

**Which is due** is a pure function of the day and the pools. The games take turns. Each has its
puzzles in a line: the first is due, and then goes to the end. A puzzle that is new joins the front
on its day ``since``. So no puzzle returns before all others of its game have been due, and what is
added later changes no day before its own.
"""

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from bot.face.rulebook import SEEDS
from bot.games.registry import GAMES
from bot.puzzle.puzzle import Puzzle, position_of

FILE: Final = "puzzles.jsonl"

FIRST_DAY: Final = date(2026, 1, 1)
"""The day with the number 0."""

Pools: TypeAlias = Mapping[str, Sequence[Puzzle]]
"""Puzzles by game, those with the same ``since`` in a fixed order."""

MOST_A_DAY: Final = 4
"""How many puzzles grow on a server each day."""

MOST_KEPT: Final = 200
"""How many puzzles a server has of each game; then the oldest go."""


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


class Match(NamedTuple):
    """A finished match."""

    table: str
    guild: int
    game: str
    people: Collection[int]
    """Everyone who had a seat."""
    ended_at: int
    """Milliseconds since 1970."""


class NewPuzzle(NamedTuple):
    """A puzzle, as it is stored."""

    puzzle: str
    """Its id."""
    day: int
    """The day on which it was made; people may meet it from the next one on."""
    body: str
    """The puzzle as JSON: see :class:`bot.puzzle.puzzle.Puzzle`."""


class GrownAnswer(NamedTuple):
    """What someone has chosen first in a grown puzzle."""

    puzzle: str
    user: int
    """Below zero for a former player."""
    choice: str
    """The action, in the game's notation."""
    best: bool
    at: int
    """Milliseconds since 1970."""


class Answer(NamedTuple):
    """What someone has chosen in the puzzle of a day."""

    day: int
    user: int
    """Below zero for a former player."""
    puzzle: str
    """The puzzle's id."""
    choice: str
    """The action, in the game's notation."""
    best: bool
    at: int
    """Milliseconds since 1970."""
