"""``python -m bot.review``: reads a record from stdin, writes its review to stdout.

Each line but the last is the number of actions analysed so far; the last line is the review, as
JSON. The process runs at the lowest priority, and ends when nobody reads its output.
"""

import os
import sys
from collections.abc import Callable
from io import TextIOWrapper

from bot.game.record import MAX_RECORD_LENGTH, RecordError, parse_record
from bot.games.registry import GAMES
from bot.review.advisers import Advisers, advisers_for
from bot.review.making import make_review

NICE = 19
"""The lowest priority: everything else on this processor comes first."""


def main(advisers: Callable[[str], Advisers | None] = advisers_for, nice: int = NICE) -> int:
    """Review the record on stdin; return the exit status.

    Tests can pass faster advisers, and a higher priority (a lower ``nice``): at the lowest one,
    they would wait for everything else on a busy machine.
    """
    if hasattr(os, "nice"):
        os.nice(nice)
    try:
        print(_review(_read(), advisers), flush=True)
    except RecordError as error:
        print(error, file=sys.stderr)
        return 1
    except BrokenPipeError:
        # The parent process is gone. Prevent the interpreter from failing at exit:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0


def _read() -> str:
    """Return stdin, or, if it is too large for a record, only its beginning."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")  # `parse_record` reports it
    return sys.stdin.read(MAX_RECORD_LENGTH + 1)


def _review(text: str, advisers: Callable[[str], Advisers | None]) -> str:
    record = parse_record(text)
    found = advisers(record.game)
    if found is None:
        raise RecordError("There's no adviser for this game, so it can't be reviewed.")
    return make_review(record, GAMES, found.first, _tell, found.closer).model_dump_json()


def _tell(looked_at: int) -> None:
    print(looked_at, flush=True)


if __name__ == "__main__":
    sys.exit(main())
