"""``python -m lab bench``: one table of figures, all measured in one run on this machine."""

import os
import platform
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from bot.game.contract import AnyGame
from bot.games.registry import GAMES, ladder_of
from lab.bench.clicks import figures_of_clicks
from lab.bench.figure import HOSTED, Figure
from lab.bench.kai import (
    figure_of_decisions,
    figures_of_daily,
    figures_of_ladder,
    figures_of_thinking,
)
from lab.bench.kai_beside import figures_beside_kai
from lab.bench.pictures import figures_of_pictures
from lab.bench.playouts import figure_of_listing, figure_of_playouts, figure_of_the_twin
from lab.bench.reads import figure_of_reads, figures_of_boards
from lab.bench.safety import figure_of_secrecy, figures_of_inputs
from lab.bench.sizes import figure_of_growth, figures_of_memory
from lab.bench.starts import figure_of_start, figure_of_waking, figures_of_stops
from lab.bench.writes import figures_of_appends, figures_of_moves

UNUSABLE: Final = 2

Run: TypeAlias = Literal["full", "quick", "tiny"]


class Rows(NamedTuple):
    """Rows that are measured together; of each kind of run, the arguments: how long, how many."""

    group: str
    figures: Callable[..., Figure | Iterable[Figure]]
    full: Sequence[Any] = ()
    quick: Sequence[Any] = ()
    tiny: Sequence[Any] = ()
    """Of a run that tests only whether everything is measured."""


def rows(games: Mapping[str, AnyGame] = GAMES) -> Iterator[Rows]:
    """Yield all rows, in their order in the table. Times are in seconds.

    They are rounded up to whole matches, pictures and decisions.
    """
    for game in games.values():
        yield _of(game, "playouts", partial(figure_of_playouts, game), (8, 0.4))
    yield Rows("playouts", figure_of_the_twin, [2], [0.1], [0.01])
    yield Rows("playouts", figure_of_listing)
    tables = (1, 32, 256)
    yield Rows("database", figures_of_moves, [tables, 6, 500], [tables, 0.4, 50], [(1, 3), 0.05, 2])
    yield Rows("database", figures_of_appends, [1000, 500], [60, 50], [3, 2])
    yield Rows("database", figures_of_memory, [1000], [100], [5])
    yield Rows("database", figure_of_growth, [10], [2], [1])
    yield Rows("database", figure_of_reads, [10_000], [500], [5])
    yield Rows("database", figures_of_boards, [1_000_000, 200], [20_000, 200], [2000, 5])
    for game in games.values():
        yield _of(game, "pictures", partial(figures_of_pictures, game), (5, 0.3))
    for game in games.values():
        for level in ladder_of(game.name):
            yield _of(game, "decisions", partial(figure_of_decisions, game, level), (4, 0.4))
    yield Rows("thinking", figures_of_thinking, [4], [0.4], [0.01])
    for game in games.values():
        yield Rows("ladder", partial(figures_of_ladder, game), [5], [0.1], [0])
    yield Rows("safety", figure_of_secrecy, [10], [0.4], [0.2])
    yield Rows("safety", figures_of_inputs, [256 * 1024], [16 * 1024], [2048])
    yield Rows("clicks", figures_of_clicks, [1000, 1000, 20], [50, 20, 1], [5, 8, 3])
    yield Rows("daily", figures_of_daily, [4], [0.4], [0.01])
    yield Rows("kais", figures_beside_kai, [200, 40], [10, 2], [4, 6])
    yield Rows("starts", figure_of_waking, [10_000], [100], [3])
    yield Rows("starts", figure_of_start, [3], [1], [1])
    yield Rows("stops", figures_of_stops, [10], [1], [1])


def _of(
    game: AnyGame,
    group: str,
    figures: Callable[[float], Figure | Iterable[Figure]],
    hosted: tuple[float, float],
) -> Rows:
    """Return a game's rows: those of the hosted one take longer than those of the others."""
    full, quick = hosted if game is HOSTED else (2, 0.1)
    return Rows(group, figures, [full], [quick], [0.01])


GROUPS: Final = tuple(dict.fromkeys(each.group for each in rows()))


def bench(*, quick: bool, only: Sequence[str] = ()) -> int:
    """Run the benchmarks and print each figure as it is ready; return the exit status.

    ``only`` are names of :data:`GROUPS`; all run if it is empty. The status is 0, 2 if there is no
    such group.
    """
    if unknown := {*only} - {*GROUPS}:
        has = ", ".join(GROUPS)
        print(f"There are no rows “{min(unknown)}”: there are {has}.", file=sys.stderr)
        return UNUSABLE
    print_figures("quick" if quick else "full", only=only)
    return 0


def print_figures(run: Run, games: Mapping[str, AnyGame] = GAMES, only: Sequence[str] = ()) -> None:
    """Print the table in Markdown, with a description of the machine."""
    start = time.perf_counter()
    print(
        f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.system()} "
        f"{platform.machine()}, load at the start {os.getloadavg()[0]:.1f}\n"
    )
    _print_row(Figure("figure", "measured", "anchor", "ratio"))
    print("|---|---|---|---|")
    for each in rows(games):
        if not only or each.group in only:
            found = each.figures(*getattr(each, run))
            for figure in (found,) if isinstance(found, Figure) else found:
                _print_row(figure)
    print(
        "\nRatio: measured over anchor; for times, CPU and sizes less is better. "
        f"Measured in {time.perf_counter() - start:.0f} s."
    )


def _print_row(figure: Figure) -> None:
    cells = (figure.name, figure.measured, figure.anchor, figure.ratio)
    widths = (31, 46, 62, 5)
    row = (f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=True))
    print(f"| {' | '.join(row)} |", flush=True)
