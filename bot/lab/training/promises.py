"""``python -m bot.lab.training.promises``: fits final points to column values by self-play.

It prints ``seeds/kapow/promises.json``. The same seed and number of games give the same lines;
20,000 games for each number of seats take less than a minute on one core.
"""

import argparse
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.games.kapow.kai.columns import tables_for
from bot.games.kapow.kai.promises import Promises
from bot.games.kapow.rules.cards import DECK, Card
from bot.lab.training.appraising import appraised
from bot.lab.training.games import NOBODY, dealt
from bot.lab.training.turn import Turn

__all__ = ["learn", "main"]

VERSION: Final = 2
"""Grows when the meaning of the file changes."""

_SEATS: Final = (2, 4)
_TURNS: Final = 20
"""The range of the tables; rounds of good players are not longer."""

_HALF_TURNS: Final = 30
"""The largest number of half turns with a line."""
_MOST_TURNS: Final = 160
"""Games are cut off after this many turns, which hardly ever happens."""
_AT_ONCE: Final = 2000
_FEWEST: Final = 200
"""With fewer observations, the line of the previous number of half turns is used."""

_SUMS: Final = 5
"""Count, and the sums of x, y, x² and xy."""


def learn(games: int, seed: int) -> Promises:
    """Play this many games for each number of seats; return the best-fitting lines."""
    sums = np.zeros((_HALF_TURNS, _SUMS))
    source = np.random.default_rng(seed)
    for seats in _SEATS:
        for start in range(0, games, _AT_ONCE):
            count = min(_AT_ONCE, games - start)
            for left, said, ended in _played(source, seats, count):
                _add(sums, left, said, ended)
    slope, start_at = _lines(sums)
    return Promises(version=VERSION, games=games, seed=seed, slope=slope, start=start_at)


def _played(
    source: np.random.Generator, seats: int, count: int
) -> Iterator[tuple[NDArray[np.integer], NDArray[np.floating], NDArray[np.floating]]]:
    """Play games; yield half turns left, column values and final points, seat by seat."""
    chances = tuple(DECK.count(card) / len(DECK) for card in Card)
    tables = tables_for(chances, _TURNS)
    games = dealt(source, count, seats)
    seen = []
    running = np.arange(count)
    for turn in range(_MOST_TURNS):
        seat = turn % seats
        running = running[games.out[running] != seat]
        if not len(running):
            break
        if turn >= seats:
            rows = running[games.out[running] == NOBODY]
            found = appraised(games, tables, seat)
            seen.append((rows, found.left[rows], found.worth[rows]))
        Turn(games, tables, seat, running).play()
    points = games.points(tables.worth[0])
    for rows, left, worth in seen:
        yield left.ravel(), worth.ravel(), points[rows].ravel()


def _add(
    sums: NDArray[np.float64],
    left: NDArray[np.integer],
    said: NDArray[np.floating],
    ended: NDArray[np.floating],
) -> None:
    left = np.minimum(left, _HALF_TURNS - 1)
    terms = (np.ones(len(said)), said, ended, said * said, said * ended)
    for number, term in enumerate(terms):
        sums[:, number] += np.bincount(left, weights=term, minlength=_HALF_TURNS)


def _lines(sums: NDArray[np.float64]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return slopes and offsets by half turns; each also takes half of its neighbours' games."""
    smooth = sums.copy()
    smooth[1:] += sums[:-1] / 2
    smooth[:-1] += sums[1:] / 2
    slopes, starts = [1.0], [0.0]
    for count, x, y, xx, xy in smooth.tolist():
        spread = xx - x * x / count if count else 0.0
        if count < _FEWEST or spread <= 0:
            slopes.append(slopes[-1])
            starts.append(starts[-1])
            continue
        slope = (xy - x * y / count) / spread
        slopes.append(round(slope, 3))
        starts.append(round((y - slope * x) / count, 2))
    return tuple(slopes[1:]), tuple(starts[1:])


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the result as JSON."""
    parser = argparse.ArgumentParser(prog="python -m bot.lab.training.promises")
    parser.add_argument("--games", type=int, default=20_000, help="games of each number of seats")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    print(learn(asked.games, asked.seed).model_dump_json(indent=2))


if __name__ == "__main__":
    main()
