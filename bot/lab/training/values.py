"""``python -m bot.lab.training.values``: trains two networks by self-play.

It prints ``seeds/kapow/values.json``. The same seed and number of rounds give the same weights. The
training targets are the networks' own predictions four turns later, and the final results. (Sutton,
"Learning to predict by the methods of temporal differences", 1988; Tesauro, "Temporal difference
learning and TD-Gammon", 1995.)
"""

import argparse
import sys
from collections.abc import Sequence
from typing import Final

import numpy as np

from bot.games.kapow.kai.columns import tables_for
from bot.games.kapow.kai.learned.features import BEHIND, GAIN, HAND_FEATURES, column_features
from bot.games.kapow.kai.learned.network import Network
from bot.games.kapow.kai.learned.values import Learned
from bot.games.kapow.rules.cards import DECK, Card
from bot.lab.training.embedded import Values
from bot.lab.training.fitting import Fitting
from bot.lab.training.selfplay import TO_THE_END, SelfPlay

__all__ = ["learn", "main"]

VERSION: Final = 1
"""Grows when the meaning of the file changes."""

_TURNS: Final = 20
"""The range of the tables."""
_AT_ONCE: Final = 2000
_AHEAD: Final = 4
"""The target is the prediction this many turns later."""
_AT_FIRST: Final = 0.02
"""In this share of the rounds, the targets are the final results only."""
_PASSES: Final = 3
_RATES: Final = (2e-3, 5e-5)
"""The learning rates, at the beginning and at the end."""


def learn(rounds: int, seed: int) -> Learned:
    """Play rounds and learn from them; report progress."""
    source = np.random.default_rng(seed)
    tables = tables_for(tuple(DECK.count(card) / len(DECK) for card in Card), _TURNS)
    columns = column_features(tables)
    behind, gain = (np.eye(HAND_FEATURES)[each] for each in (BEHIND, GAIN))
    ahead = Fitting(Network.new(source, -behind), columns)
    drawing = Fitting(Network.new(source, gain - behind), columns)
    for start in range(0, rounds, _AT_ONCE):
        share = start / rounds
        play = SelfPlay(Values(ahead.network, drawing.network, tables), tables, source)
        turns = TO_THE_END if share < _AT_FIRST else _AHEAD
        lessons = play.lessons(min(_AT_ONCE, rounds - start), turns)
        rate = _RATES[0] * (_RATES[1] / _RATES[0]) ** share
        for _ in range(_PASSES):
            for network, each in zip((ahead, drawing), lessons, strict=True):
                network.fit(each, source, rate)
        print(f"{share:.1%}", end="\r", file=sys.stderr)
    return Learned(
        version=VERSION,
        rounds=rounds,
        seed=seed,
        ahead=ahead.network.numbers(),
        drawing=drawing.network.numbers(),
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the result as JSON."""
    parser = argparse.ArgumentParser(prog="python -m bot.lab.training.values")
    parser.add_argument("--rounds", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    print(learn(asked.rounds, asked.seed).model_dump_json())


if __name__ == "__main__":
    main()
