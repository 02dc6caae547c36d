"""``python -m lab.puzzles``: makes a game's pool of puzzles, or looks at the shipped one.

It prints the lines of ``seeds/<game>/puzzles.jsonl``; ``docs/puzzles.md`` says how they are chosen.
None is like one that the file has already. Else the same arguments give the same puzzles.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from typing import Final

from bot.games.registry import GAMES, adviser_for, judges_for, player_for, reviewer_for
from bot.kai.advice import AnyAdviser
from bot.puzzle.making import MADE_BY
from bot.puzzle.puzzle import puzzles_of
from lab.puzzles.choosing import disagreements, puzzle_lines, summary_lines, varied
from lab.puzzles.finding import Bench, Find, Scouted, finds

CHECKED_BY: Final = range(100, 106)
"""Those by which shipped puzzles are judged again."""

SCOUT: Final = "hard"


def main(arguments: Sequence[str] | None = None) -> int:
    """Return the exit status: 1 if a shipped puzzle is not clear any more."""
    asked = _parser().parse_args(arguments)
    if asked.show:
        print(*(line for each in puzzles_of(asked.game) for line in puzzle_lines(each)), sep="\n")
        return 0
    if asked.check:
        return _check(asked.game)
    _make(asked)
    return 0


def _make(asked: argparse.Namespace) -> None:
    bench = Bench(_reviewer(asked.game), judges_for(asked.game, MADE_BY))
    search = finds(GAMES[asked.game], range(asked.matches), asked.seed, bench, asked.since)
    found = list(_watched(search, asked.matches))
    chosen = varied(found, asked.count, puzzles_of(asked.game))
    for puzzle in chosen:
        print(puzzle.model_dump_json())
    print(*summary_lines(found, len(chosen)), sep="\n", file=sys.stderr)


def _reviewer(game: str) -> AnyAdviser:
    """Return what finds the costly decisions: a quick reviewer, or the adviser with a scout."""
    reviewer = reviewer_for(game)
    if reviewer is None:
        raise SystemExit(f"{game} has no reviews")
    return Scouted(reviewer, player_for(game, SCOUT)) if reviewer is adviser_for(game) else reviewer


def _watched(search: Iterator[Find], matches: int) -> Iterator[Find]:
    for find in search:
        print(f"match {find.match + 1} of {matches}", end="\r", file=sys.stderr)
        yield find


def _check(game: str) -> int:
    puzzles = puzzles_of(game)
    wrong = list(disagreements(puzzles, judges_for(game, CHECKED_BY)))
    print(*wrong, f"{len(puzzles) - len(wrong)} of {len(puzzles)} are clear", sep="\n")
    return 1 if wrong else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m lab.puzzles")
    parser.add_argument("--game", choices=GAMES, required=True)
    parser.add_argument("--matches", type=int, default=40, help="how many to look through")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=25, help="how many puzzles to choose at most")
    parser.add_argument(
        "--since", type=int, default=0, help="the first day of puzzles to be added to the pool"
    )
    look = parser.add_mutually_exclusive_group()
    look.add_argument("--check", action="store_true", help="judge the shipped puzzles again")
    look.add_argument("--show", action="store_true", help="print the shipped puzzles as text")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
