"""``python -m bot.review``: reads a record from stdin, writes its review to stdout.

Each line but the last is the number of actions analysed so far; the last line is the review, as
JSON.
"""

import sys
from collections.abc import Callable
from functools import partial

from bot.game.record import parse_record
from bot.game.record_lines import RecordError
from bot.games.registry import GAMES
from bot.review.making import Advisers, advisers_for, make_review
from bot.review.process import NICE, run_program


def main(advisers: Callable[[str], Advisers | None] = advisers_for, nice: int = NICE) -> int:
    """Review the record on stdin; return the exit status.

    Tests can pass faster advisers, and a higher priority (a lower ``nice``): at the lowest one,
    they would wait for everything else on a busy machine.
    """
    return run_program(partial(_review, advisers=advisers), nice)


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
