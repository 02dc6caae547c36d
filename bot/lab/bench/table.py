"""``python -m bot bench``: one table of figures, all measured in one run on this machine."""

import os
import platform
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from bot.game.contract import AnyGame
from bot.games.players import ladder_of
from bot.games.registry import GAMES
from bot.lab.bench.appends import Commits, figures_of_appends
from bot.lab.bench.boards import figures_of_boards
from bot.lab.bench.budget import FULL, QUICK, Budget
from bot.lab.bench.clicks import figures_of_clicks
from bot.lab.bench.decisions import figure_of_decisions
from bot.lab.bench.figure import Figure
from bot.lab.bench.growth import figure_of_growth
from bot.lab.bench.hosted import HOSTED
from bot.lab.bench.inputs import figures_of_inputs
from bot.lab.bench.ladder import figures_of_ladder
from bot.lab.bench.listing import figure_of_listing
from bot.lab.bench.memory import figures_of_memory
from bot.lab.bench.moves import figures_of_moves
from bot.lab.bench.pictures import figures_of_pictures
from bot.lab.bench.playouts import figure_of_playouts
from bot.lab.bench.reads_under_load import figure_of_reads
from bot.lab.bench.secrecy import figure_of_secrecy
from bot.lab.bench.start import figure_of_start
from bot.lab.bench.twin import figure_of_the_twin
from bot.lab.bench.wake import figure_of_waking

__all__ = ["bench", "measure", "print_figures"]


def bench(*, quick: bool) -> int:
    """Run all benchmarks and print each figure as it is ready; return the exit status 0."""
    print_figures(QUICK if quick else FULL)
    return 0


def print_figures(budget: Budget, games: Mapping[str, AnyGame] = GAMES) -> None:
    """Print the table in Markdown, with a description of the machine."""
    start = time.perf_counter()
    print(
        f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.system()} "
        f"{platform.machine()}, load at the start {os.getloadavg()[0]:.1f}\n"
    )
    _print_row(Figure("figure", "measured", "anchor", "ratio"))
    print("|---|---|---|---|")
    for figure in measure(budget, games):
        _print_row(figure)
    print(
        "\nRatio: measured over anchor; for times, CPU and sizes less is better. "
        f"Measured in {time.perf_counter() - start:.0f} s."
    )


def measure(budget: Budget, games: Mapping[str, AnyGame] = GAMES) -> Iterator[Figure]:
    """Yield the figures; SQLite files are in the system's temporary folder."""
    for game, seconds in _shares(games, budget.playouts, budget.others):
        yield figure_of_playouts(game, seconds)
    yield figure_of_the_twin(budget.others)
    yield figure_of_listing()
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
    for game, seconds in _shares(games, budget.pictures, budget.others):
        yield from figures_of_pictures(game, seconds)
    for game, seconds in _shares(games, budget.decisions, budget.others):
        for level in ladder_of(game.name):
            yield figure_of_decisions(game, level, seconds)
    for game in games.values() if budget.ladder else ():
        yield from figures_of_ladder(game, budget.ladder)
    yield figure_of_secrecy(budget.secrecy)
    yield from figures_of_inputs(budget.record)
    yield from figures_of_clicks(budget.clicks, budget.people, budget.crowd)
    yield figure_of_waking(budget.waking)
    yield figure_of_start(budget.starts)


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
