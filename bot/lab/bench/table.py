"""``python -m bot bench``: one table of figures, all measured in one run on this machine."""

import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from bot.game.contract import AnyGame
from bot.games.players import ladder_of
from bot.games.registry import GAMES
from bot.lab.bench.appends import Commits, figures_of_appends
from bot.lab.bench.boards import figures_of_boards
from bot.lab.bench.budget import FULL, QUICK, Budget
from bot.lab.bench.clicks import figures_of_clicks
from bot.lab.bench.daily import figures_of_daily
from bot.lab.bench.decisions import figure_of_decisions
from bot.lab.bench.figure import Figure
from bot.lab.bench.growth import figure_of_growth
from bot.lab.bench.hosted import HOSTED
from bot.lab.bench.inputs import figures_of_inputs
from bot.lab.bench.kai_beside import figures_beside_kai
from bot.lab.bench.ladder import figures_of_ladder
from bot.lab.bench.listing import figure_of_listing
from bot.lab.bench.memory import figures_of_memory
from bot.lab.bench.moves import figures_of_moves
from bot.lab.bench.pictures import figures_of_pictures
from bot.lab.bench.playouts import figure_of_playouts
from bot.lab.bench.reads_under_load import figure_of_reads
from bot.lab.bench.secrecy import figure_of_secrecy
from bot.lab.bench.start import figure_of_start
from bot.lab.bench.stops import figures_of_stops
from bot.lab.bench.thinking import figures_of_thinking
from bot.lab.bench.twin import figure_of_the_twin
from bot.lab.bench.wake import figure_of_waking

__all__ = ["GROUPS", "bench", "measure", "print_figures"]


UNUSABLE: Final = 2


def bench(*, quick: bool, only: Sequence[str] = ()) -> int:
    """Run the benchmarks and print each figure as it is ready; return the exit status.

    ``only`` are names of :data:`GROUPS`; all run if it is empty. The status is 0, 2 if there is no
    such group.
    """
    if unknown := {*only} - GROUPS.keys():
        has = ", ".join(GROUPS)
        print(f"There are no rows “{min(unknown)}”: there are {has}.", file=sys.stderr)
        return UNUSABLE
    print_figures(QUICK if quick else FULL, only=only)
    return 0


def print_figures(
    budget: Budget, games: Mapping[str, AnyGame] = GAMES, only: Sequence[str] = ()
) -> None:
    """Print the table in Markdown, with a description of the machine."""
    start = time.perf_counter()
    print(
        f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.system()} "
        f"{platform.machine()}, load at the start {os.getloadavg()[0]:.1f}\n"
    )
    _print_row(Figure("figure", "measured", "anchor", "ratio"))
    print("|---|---|---|---|")
    for figure in measure(budget, games, only):
        _print_row(figure)
    print(
        "\nRatio: measured over anchor; for times, CPU and sizes less is better. "
        f"Measured in {time.perf_counter() - start:.0f} s."
    )


def measure(
    budget: Budget, games: Mapping[str, AnyGame] = GAMES, only: Sequence[str] = ()
) -> Iterator[Figure]:
    """Yield the figures of these groups, or of all; see :data:`GROUPS`."""
    for name, group in GROUPS.items():
        if not only or name in only:
            yield from group(budget, games)


def _playouts(budget: Budget, games: Mapping[str, AnyGame]) -> Iterator[Figure]:
    for game, seconds in _shares(games, budget.playouts, budget.others):
        yield figure_of_playouts(game, seconds)
    yield figure_of_the_twin(budget.others)
    yield figure_of_listing()


def _database(budget: Budget, _: Mapping[str, AnyGame]) -> Iterator[Figure]:
    """SQLite files are in the system's temporary folder."""
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name)
        anchor = Commits(folder, budget.commits)
        for tables in budget.tables:
            yield from figures_of_moves(folder, tables, budget.moves, anchor)
        yield from figures_of_appends(folder, budget.appends, anchor)
        yield from figures_of_memory(folder, budget.weighed)
        yield figure_of_growth(folder, budget.rounds)
        yield figure_of_reads(folder, budget.matches)
        yield from figures_of_boards(folder, budget.league)


def _pictures(budget: Budget, games: Mapping[str, AnyGame]) -> Iterator[Figure]:
    for game, seconds in _shares(games, budget.pictures, budget.others):
        yield from figures_of_pictures(game, seconds)


def _decisions(budget: Budget, games: Mapping[str, AnyGame]) -> Iterator[Figure]:
    for game, seconds in _shares(games, budget.decisions, budget.others):
        for level in ladder_of(game.name):
            yield figure_of_decisions(game, level, seconds)


def _thinking(budget: Budget, _: Mapping[str, AnyGame]) -> Iterator[Figure]:
    return figures_of_thinking(budget.decisions)


def _ladder(budget: Budget, games: Mapping[str, AnyGame]) -> Iterator[Figure]:
    for game in games.values() if budget.ladder else ():
        yield from figures_of_ladder(game, budget.ladder)


def _safety(budget: Budget, _: Mapping[str, AnyGame]) -> Iterator[Figure]:
    yield figure_of_secrecy(budget.secrecy)
    yield from figures_of_inputs(budget.record)


def _clicks(budget: Budget, _: Mapping[str, AnyGame]) -> Iterator[Figure]:
    return figures_of_clicks(budget.clicks, budget.people, budget.crowd)


def _daily(budget: Budget, _: Mapping[str, AnyGame]) -> Iterator[Figure]:
    return figures_of_daily(budget.decisions)


def _kais(budget: Budget, _: Mapping[str, AnyGame]) -> Iterator[Figure]:
    return figures_beside_kai(budget.kais, budget.beside)


def _starts(budget: Budget, _: Mapping[str, AnyGame]) -> Iterator[Figure]:
    yield figure_of_waking(budget.waking)
    yield figure_of_start(budget.starts)


def _stops(budget: Budget, _: Mapping[str, AnyGame]) -> Iterator[Figure]:
    return figures_of_stops(budget.stops)


_Group: TypeAlias = Callable[[Budget, Mapping[str, AnyGame]], Iterator[Figure]]

GROUPS: Final[Mapping[str, _Group]] = {
    "playouts": _playouts,
    "database": _database,
    "pictures": _pictures,
    "decisions": _decisions,
    "thinking": _thinking,
    "ladder": _ladder,
    "safety": _safety,
    "clicks": _clicks,
    "daily": _daily,
    "kais": _kais,
    "starts": _starts,
    "stops": _stops,
}
"""The groups of rows, in their order in the table."""


def _shares(
    games: Mapping[str, AnyGame], hosted: float, others: float
) -> Sequence[tuple[AnyGame, float]]:
    """Return each game with its share of the time, in seconds."""
    return [(game, hosted if game is HOSTED else others) for game in games.values()]


def _print_row(figure: Figure) -> None:
    cells = (figure.name, figure.measured, figure.anchor, figure.ratio)
    widths = (31, 46, 62, 5)
    row = (f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True))
    print(f"| {' | '.join(row)} |", flush=True)
