"""What all rows of the benchmark have in common: their form and their statistics."""

import math
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.game.contract import AnyGame
from bot.games.kapow.rules.game import KAPOW
from bot.tables.entries import TableSetup

HOSTED: Final[AnyGame] = KAPOW
"""The hosted game; only the first figure names it."""

SEATS: Final = 4
"""Seats at a table, if the game allows that many."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value and its reference value."""

    name: str
    measured: str
    anchor: str = "—"
    ratio: str = "—"
    """Measured value over reference value."""


def ratio(measured: float, anchor: float) -> str:
    """Return the ratio of measured value and reference with three digits."""
    times = measured / anchor
    digits = max(0, 2 - math.floor(math.log10(times)))
    return f"{times:.{digits}f}"


def percentile(values: Sequence[float], share: float) -> float:
    """Return the percentile (``share`` is 0 to 1) by nearest rank."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


@contextmanager
def new_folder() -> Iterator[Path]:
    """Make a folder in the system's temporary one, and remove it at the end."""
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        yield Path(name)


def setup(rounds: int) -> TableSetup:
    """Return the setup of a match with this many rounds."""
    return TableSetup(game=HOSTED.name, options={"rounds": rounds})


def seats_at(game: AnyGame) -> int:
    """Return the number of seats for a game."""
    return min(max(SEATS, game.seats[0]), game.seats[-1])


def named(figure: str, game: AnyGame) -> str:
    """Return a figure's name, with the game's title unless it is the hosted one."""
    return figure if game is HOSTED else f"{figure}, {game.title}"
