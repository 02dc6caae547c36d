"""``python -m lab.training.promises``: fits final points to column values by self-play.

It prints ``seeds/kapow/promises.json``. The rounds are played by the policy with an untrained
network, so by the tables. The same seed and number of games give the same lines; 20,000 games for
each number of seats take some ten seconds on one core.
"""

import argparse
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.games.kapow.kai.engine.tables import (
    PolicyTables,
    Scratch,
    half_turns_left,
    hand_worth,
    look_at_all,
    policy_tables_of,
)
from bot.games.kapow.kai.network import Network, Promises
from bot.games.kapow.kai.twin.round import NOBODY, Phase, Round
from bot.kai.compiled import Array, Dice, Doubles, compiled, dice
from lab.training.selfplay import MOST_TURNS, deal, deck, empty_round, play_turn_of

VERSION: Final = 3
"""Grows when the meaning of the file changes."""

_SEATS: Final = (2, 4)
_LINES: Final = 30
"""One line for each number of half turns."""
_FEWEST: Final = 200
"""With fewer observations, the line of the previous number of half turns is used."""
_MOST: Final = 2000
"""Observations of a round at most."""


class _Seen(NamedTuple):
    """What is observed in a round: a hand at the beginning of a turn."""

    left: Array
    """[observation]: half turns left."""
    seat: Array
    worth: Doubles
    """[observation]: the value of the hand's columns."""


def learn(games: int, seed: int) -> Promises:
    """Play this many games for each number of seats; return the best-fitting lines."""
    straight = Promises(
        version=VERSION, games=0, seed=seed, slope=(1.0,) * _LINES, start=(0.0,) * _LINES
    )
    guide = policy_tables_of(Network.new(np.random.default_rng(seed)), straight)
    sums, work, source = np.zeros((5, _LINES)), Scratch(), dice(seed)
    seen = _Seen(np.zeros(_MOST, dtype=np.int64), np.zeros(_MOST, dtype=np.int64), np.zeros(_MOST))
    for seats in _SEATS:
        empty, cards = empty_round(seats), deck()
        for number in range(games):
            game = empty.copy()
            deal(game, cards, number % seats, source)
            count = _observe(game, guide, work, source, seen)
            points = game.points[seen.seat[:count]].astype(np.float64)
            _add(sums, seen.left[:count], seen.worth[:count], points)
    slope, start = _lines(sums.T)
    return Promises(version=VERSION, games=games, seed=seed, slope=slope, start=start)


@compiled
def _observe(game: Round, guide: PolicyTables, desk: Scratch, dice: Dice, seen: _Seen) -> int:
    """Play a round; return the number of observations."""
    count, seats = 0, game.seats
    look_at_all(game, desk)
    while game.phase != Phase.ENDED and game.turn < MOST_TURNS:
        if game.out == NOBODY and game.turn >= seats and count + seats <= _MOST:
            for seat in range(seats):
                left = half_turns_left(game, desk, seat)
                seen.left[count], seen.seat[count] = left, seat
                seen.worth[count] = hand_worth(desk, seat, guide, left)
                count += 1
        play_turn_of(game, guide, desk, dice)
    return count


def _add(sums: NDArray[np.float64], left: Array, said: Doubles, ended: NDArray[np.float64]) -> None:
    """Add to [count and the sums of x, y, x² and xy, half turns]."""
    for number, term in enumerate((np.ones(len(said)), said, ended, said * said, said * ended)):
        sums[number] += np.bincount(left, weights=term, minlength=_LINES)


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
    parser = argparse.ArgumentParser(prog="python -m lab.training.promises")
    parser.add_argument("--games", type=int, default=20_000, help="games of each number of seats")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    print(learn(asked.games, asked.seed).model_dump_json(indent=2))


if __name__ == "__main__":
    main()
