"""``python -m bot.puzzle``: reads a match and decisions of it from stdin, writes puzzles to stdout.

The input is :class:`bot.puzzle.making.Asked`, the output a list of the puzzles' lines, both JSON.
"""

import json
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from bot.game.record import parse_record
from bot.games.players import judges_for
from bot.kai.advice import AnyAdviser
from bot.puzzle.making import MADE_BY, Asked, grown
from bot.review.process import NICE, run_program

BUDGET: Final = 10
"""Seconds of processor time after which no other decision is judged."""

LIMIT: Final = 12 * BUDGET
"""Seconds of processor time after which the process is killed, whatever it does.

Where nothing is compiled yet, most of it may go into that.
"""


def main(
    judges: Callable[[str], Sequence[AnyAdviser]] = lambda game: judges_for(game, MADE_BY),
    nice: int = NICE,
) -> int:
    """Make the puzzles that stdin asks for; return the exit status.

    Tests can pass faster judges, and a higher priority.
    """
    _limit()
    return run_program(partial(_puzzles, judges=judges), nice)


def _puzzles(text: str, judges: Callable[[str], Sequence[AnyAdviser]]) -> str:
    asked = Asked.model_validate_json(text)
    record = parse_record(asked.record)
    found = grown(record, asked.plies, judges(record.game), _has_time)
    return json.dumps([puzzle.model_dump_json() for puzzle in found])


def _has_time() -> bool:
    return time.process_time() < BUDGET


def _limit() -> None:
    """Let the system end this process at the limit, where it can."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))


if __name__ == "__main__":
    sys.exit(main())
