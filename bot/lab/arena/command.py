"""``python -m bot arena``: plays matches, prints a table, writes JSON."""

import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from bot.game.contract import AnyGame
from bot.games.registry import GAMES
from bot.lab.arena.arguments import contests_of, names_in
from bot.lab.arena.errors import ArenaError, FailedError, UnusableError
from bot.lab.arena.matches import Contest, Played, rotations
from bot.lab.arena.pool import pooled
from bot.lab.arena.report import PoolReport
from bot.lab.arena.reporting import report_of
from bot.lab.arena.running import run
from bot.lab.arena.table import lines, pool_lines

__all__ = ["arena"]

UNUSABLE: Final = 2


def arena(  # noqa: PLR0913 - one for each word of the command line
    game: str,
    seats: str,
    matches: int,
    seed: int,
    *,
    options: Sequence[str] = (),
    processes: int | None = None,
    file: Path | None = None,
    games: Mapping[str, AnyGame] = GAMES,
) -> int:
    """Play at least this many matches and print the results; return the exit status.

    ``seats`` are names of programs separated by commas, ``options`` are ``NAME=VALUE``. With a
    name like ``pool:report``, each style of that half is played against. By default there is one
    process for each core. ``file`` is where to write the JSON. The status is 0, 1 if
    a program failed, 2 for invalid arguments.
    """
    try:
        if file and not file.resolve().parent.is_dir():
            raise UnusableError(f"{file} cannot be written: its folder is not there.")
        contests = contests_of(games, game, seats, options, seed)
        played = [_played(each, matches, processes or os.cpu_count() or 1) for each in contests]
        report = (
            report_of(contests[0], played[0])
            if len(contests) == 1
            else pooled(names_in(seats), contests, played)
        )
        if file:
            file.write_text(report.model_dump_json() + "\n", encoding="utf-8")
    except (ArenaError, OSError) as error:
        print(error, file=sys.stderr)
        return 1 if isinstance(error, FailedError) else UNUSABLE
    what = _what(contests[0])
    shown = (
        pool_lines(report, what) if isinstance(report, PoolReport) else lines(report, what, matches)
    )
    print(*shown, sep="\n")
    return 0


def _what(contest: Contest) -> str:
    """Return the game's title, with the chosen options."""
    chosen = contest.options.model_dump(mode="json", exclude_unset=True)
    return ", ".join((contest.game.title, *(f"{name}={value}" for name, value in chosen.items())))


def _played(contest: Contest, matches: int, processes: int) -> Played:
    """Play whole deals, as few as possible for this many matches."""
    deals = -(-matches // rotations(contest.seats))
    start = time.perf_counter()
    shown = sys.stderr.isatty()

    def told(done: int) -> None:
        if shown:
            spent = time.perf_counter() - start
            end = "\n" if done == deals else ""
            print(f"\r{done} of {deals} deals, {spent:.0f} s", end=end, file=sys.stderr, flush=True)

    return run(contest, deals, processes, told)
