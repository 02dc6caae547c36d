"""``python -m lab arena``: plays matches, prints a Markdown table, writes JSON."""

import json
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from pydantic import JsonValue, ValidationError

from bot.game.contract import AnyGame
from bot.game.option_faults import option_fault
from bot.game.options import Options, fields_of
from bot.games.registry import GAMES
from lab.arena.contest import Contest, Played, rotations, run
from lab.arena.contestant import ArenaError, FailedError, UnusableError
from lab.arena.known import contestant
from lab.arena.report import Estimate, Report, Standing, report_of

UNUSABLE: Final = 2

_HEAD = ("program", "wins", "won %", "mean rank", "points a round", "CPU ms a decision")
_LINE = tuple("---" for _ in _HEAD)


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

    ``seats`` are names of programs separated by commas, ``options`` are ``NAME=VALUE``. By default
    there is one process for each core. ``file`` is where to write the JSON. The status is 0, 1 if a
    program failed, 2 for invalid arguments.
    """
    try:
        if file and not file.resolve().parent.is_dir():
            raise UnusableError(f"{file} cannot be written: its folder is not there.")
        contest = contest_of(games, game, seats, options, seed)
        played = _played(contest, matches, processes or os.cpu_count() or 1)
        report = report_of(contest, played)
        if file:
            file.write_text(report.model_dump_json() + "\n", encoding="utf-8")
    except (ArenaError, OSError) as error:
        print(error, file=sys.stderr)
        return 1 if isinstance(error, FailedError) else UNUSABLE
    print(*_lines(report, _what(contest), matches), sep="\n")
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


def contest_of(
    games: Mapping[str, AnyGame], game: str, seats: str, options: Sequence[str], seed: int
) -> Contest:
    """Return the contest: ``seats`` are names separated by commas, ``options`` ``NAME=VALUE``.

    Raises :class:`UnusableError` for unknown names and invalid values.
    """
    chosen = games.get(game)
    if chosen is None:
        raise UnusableError(f"There's no game called “{game}”: choose from {', '.join(games)}.")
    names = tuple(name.strip() for name in seats.split(","))
    if len(names) not in chosen.seats:
        least, most = chosen.seats[0], chosen.seats[-1]
        raise UnusableError(
            f"{chosen.title} has {least} to {most} seats, and --seats names {len(names)}."
        )
    for name in names:
        contestant(chosen.name, name)
    return Contest(chosen, _options(chosen, options), names, seed)


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


def _lines(report: Report, what: str, asked: int) -> Iterator[str]:
    """Yield the lines of the output; ``what`` was played, ``asked`` is the requested number."""
    times = "once" if report.rotations == 1 else f"{report.rotations} times, moved on by a seat"
    played = len(report.matches)
    yield f"{what}: {played:,} matches, {report.deals:,} deals of seed {report.seed} each {times}."
    if played > asked:
        yield f"Asked for were {asked:,}; each deal that is begun is played from every seat."
    yield ""
    yield from _aligned([_HEAD, _LINE, *map(_row, report.standings)])
    yield ""
    if report.margin:
        ahead, points = report.margin, _estimate(report.margin.points, 2)
        yield f"{ahead.better} is better than {ahead.worse} by {points} points a round."
    yield "In brackets: 95 % intervals, from the means of deals. A first place shared by k is 1/k"
    yield "of a win. CPU: median, 99th percentile and worst, where there was a choice."


def _row(standing: Standing) -> tuple[str, ...]:
    name = standing.name if standing.places == 1 else f"{standing.name} ({standing.places} seats)"
    return (
        name,
        f"{standing.wins:,.1f}",
        _estimate(standing.share, 1, 100),
        _estimate(standing.rank, 2),
        _estimate(standing.points, 2),
        _times(standing),
    )


def _times(standing: Standing) -> str:
    times = standing.decisions
    if times is None:
        return "—"
    return " · ".join(f"{each:.3g}" for each in (times.median_ms, times.p99_ms, times.worst_ms))


def _estimate(estimate: Estimate, digits: int, factor: int = 1) -> str:
    mean = f"{factor * estimate.mean:.{digits}f}"
    if estimate.low is None or estimate.high is None:
        return mean
    return f"{mean} ({factor * estimate.low:.{digits}f} to {factor * estimate.high:.{digits}f})"


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a Markdown table, its columns padded to equal width."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        yield f"| {' | '.join(cells)} |"
