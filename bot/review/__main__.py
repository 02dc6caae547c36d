"""``python -m bot.review``: a record comes in, and a review goes out, behind everything else.

Each line that goes out but the last is how many actions have been looked at; the last one is the
review as JSON. The process ends as soon as nobody reads what it writes.
"""

import os
import sys
from collections.abc import Callable
from io import TextIOWrapper

from bot.game.record import MAX_RECORD_LENGTH, RecordError, parse_record
from bot.games.players import adviser_for
from bot.games.registry import GAMES
from bot.kai.advice import AnyAdviser
from bot.review.making import make_review

NICE = 19
"""The lowest priority: whatever else wants this processor has it first."""


def main(advisers: Callable[[str], AnyAdviser | None] = adviser_for) -> int:
    """Review the record that comes in; return the exit status. Tests may bring quicker advisers."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    try:
        print(_review(_read(), advisers), flush=True)
    except RecordError as error:
        print(error, file=sys.stderr)
        return 1
    except BrokenPipeError:
        # Whoever asked is gone; and so that the interpreter does not trip over it at its end:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0


def _read() -> str:
    """Return what comes in, or the beginning of it, which is too large for a record then."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")  # What is no text is refused at its line.
    return sys.stdin.read(MAX_RECORD_LENGTH + 1)


def _review(text: str, advisers: Callable[[str], AnyAdviser | None]) -> str:
    record = parse_record(text)
    adviser = advisers(record.game)
    if adviser is None:
        raise RecordError("Nothing can weigh the choices of this game.")
    return make_review(record, GAMES, adviser, _tell).model_dump_json()


def _tell(looked_at: int) -> None:
    print(looked_at, flush=True)


if __name__ == "__main__":
    sys.exit(main())
