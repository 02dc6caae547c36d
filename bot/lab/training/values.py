"""``python -m bot.lab.training.values``: trains the network by self-play.

It prints ``seeds/kapow/values.json``. The same seed and number of rounds give the same weights on
one machine. The training targets are the results of the rounds, mixed with the network's own later
predictions; those for drawing a card are what the best play of the card is worth. (Sutton,
"Learning to predict by the methods of temporal differences", 1988; Tesauro, "Temporal difference
learning and TD-Gammon", 1995.)
"""

import argparse
import sys
from collections.abc import Sequence
from itertools import cycle
from typing import Final

import numpy as np

from bot.games.kapow.kai.engine.guide import full_deck, guide_of, look_up
from bot.games.kapow.kai.learned.features import column_features
from bot.games.kapow.kai.learned.network import Network
from bot.games.kapow.kai.learned.values import Learned, promises
from bot.lab.training.fitting import Fitting
from bot.lab.training.selfplay import SelfPlay

__all__ = ["VERSION", "learn", "main"]

VERSION: Final = 2
"""Grows when the meaning of the file changes."""

_TABLES: Final = (2, 2, 3, 2, 2, 4, 2, 6)
"""Numbers of seats, in turns."""
_AT_ONCE: Final = 4000
"""Seats in a batch: half as many rounds of two."""
_TRUST: Final = 0.8
_CURIOSITY: Final = 0.02
"""How often a seat does something else than the network says."""
_WINDOW: Final = 4.0
"""How much worse that may be, in points."""
_AT_FIRST: Final = 0.02
"""In this share of the rounds, only their results are learned."""
_RATES: Final = (2e-3, 4e-5)
"""The learning rates, at the beginning and at the end."""


def learn(rounds: int, seed: int) -> Learned:
    """Play rounds and learn from them; report progress."""
    source = np.random.default_rng(seed)
    play = SelfPlay(seed, _CURIOSITY, _WINDOW, _TRUST)
    columns = column_features(full_deck())
    fitting = Fitting(Network.new(source), columns)
    guide = guide_of(fitting.network, promises())
    done = 0
    for seats in cycle(_TABLES):
        if done >= rounds:
            break
        share = done / rounds
        count = min(_AT_ONCE // seats, rounds - done)
        look_up(guide, fitting.network, columns)
        lessons = play.lessons(guide, count, seats, results=share < _AT_FIRST)
        fitting.fit(lessons, source, _RATES[0] * (_RATES[1] / _RATES[0]) ** share)
        done += count
        print(f"{share:.1%}", end="\r", file=sys.stderr)
    return Learned(version=VERSION, rounds=rounds, seed=seed, network=fitting.network.numbers())


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the result as JSON."""
    parser = argparse.ArgumentParser(prog="python -m bot.lab.training.values")
    parser.add_argument("--rounds", type=int, default=1_500_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    print(learn(asked.rounds, asked.seed).model_dump_json())


if __name__ == "__main__":
    main()
