"""``python -m lab arena``: plays matches, prints a table, writes JSON."""

import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from pydantic import JsonValue, ValidationError

from bot.game.contract import AnyGame
from bot.game.option_faults import option_fault
from bot.game.options import Options, fields_of
from bot.games.registry import GAMES
from lab.arena.contest import Contest, Played, rotations, run
from lab.arena.contestant import ArenaError, FailedError, UnusableError
from lab.arena.known import contestant, half_of_pool
from lab.arena.report import PoolReport, pooled, report_of
from lab.arena.table import lines, pool_lines

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


def contests_of(
    games: Mapping[str, AnyGame], game: str, seats: str, options: Sequence[str], seed: int
) -> Sequence[Contest]:
    """Return the contest, or with a seat for ``pool:HALF`` one against each style of that half.

    All are on the same deals. Raises :class:`UnusableError` as :func:`contest_of` does.
    """
    names = names_in(seats)
    pools = {name: half for name in names if (half := half_of_pool(game, name)) is not None}
    if not pools:
        return [contest_of(games, game, seats, options, seed)]
    others = {name for name in names if name not in pools}
    if len(pools) > 1 or len(others) != 1:
        raise UnusableError("With a pool, --seats names one program and one half of the pool.")
    ((pool, half),) = pools.items()
    return [
        contest_of(games, game, ",".join(style if n == pool else n for n in names), options, seed)
        for style in half
        if style not in others
    ]


def contest_of(
    games: Mapping[str, AnyGame], game: str, seats: str, options: Sequence[str], seed: int
) -> Contest:
    """Return the contest: ``seats`` are names separated by commas, ``options`` ``NAME=VALUE``.

    Raises :class:`UnusableError` for unknown names and invalid values.
    """
    chosen = games.get(game)
    if chosen is None:
        raise UnusableError(f"There's no game “{game}” here: there are {', '.join(games)}.")
    names = names_in(seats)
    if len(names) not in chosen.seats:
        least, most = chosen.seats[0], chosen.seats[-1]
        raise UnusableError(
            f"{chosen.title} has {least} to {most} seats, and --seats names {len(names)}."
        )
    for name in names:
        contestant(chosen.name, name)
    return Contest(chosen, _options(chosen, options), names, seed)


def names_in(seats: str) -> tuple[str, ...]:
    """Return the names in ``--seats``."""
    return tuple(name.strip() for name in seats.split(","))


def _options(game: AnyGame, given: Sequence[str]) -> Options:
    values = dict(_named(game, option) for option in given)
    try:
        valid: Options = game.options.model_validate(values)
    except ValidationError as error:
        raise UnusableError(option_fault(game, error).sentence) from error
    return valid


def _named(game: AnyGame, option: str) -> tuple[str, JsonValue]:
    """Return an option's name and value; also accepts options that no lobby offers."""
    name, _, text = option.partition("=")
    fields = fields_of(game.options)
    if name not in fields:
        has = ", ".join(fields)
        raise UnusableError(f"{game.title} has no option “{name}”: it has {has or 'none'}.")
    try:
        value: JsonValue = json.loads(text)
    except ValueError:
        value = text
    return name, value
