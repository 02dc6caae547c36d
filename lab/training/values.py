"""``python -m lab.training.values``: trains the network by self-play.

It prints ``seeds/kapow/values.json``. The same seed and number of rounds give the same weights on
one machine. The training targets are the results of the rounds, mixed with the network's own later
predictions; those for drawing a card are what the best play of the card is worth. (Sutton,
"Learning to predict by the methods of temporal differences", 1988; Tesauro, "Temporal difference
learning and TD-Gammon", 1995.)
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import fields
from itertools import cycle
from typing import Final

import numpy as np

from bot.games.kapow.kai.columns import Floats
from bot.games.kapow.kai.engine.tables import full_deck, look_up, policy_tables_of
from bot.games.kapow.kai.network import POINTS, Learned, Network, column_features, promises
from bot.kai.compiled import Array, compiled
from lab.training.selfplay import Lessons, SelfPlay

_EXAMPLES_AT_ONCE: Final = 2048

_FIRST, _SECOND = 0.9, 0.999

_TINY: Final = 1e-8

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
    guide = policy_tables_of(fitting.network, promises())
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
    parser = argparse.ArgumentParser(prog="python -m lab.training.values")
    parser.add_argument("--rounds", type=int, default=1_500_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    print(learn(asked.rounds, asked.seed).model_dump_json())


class Fitting:
    """Trains ``network`` in place."""

    def __init__(self, network: Network, columns: Floats) -> None:
        """Take the features of ``columns`` [column, feature]."""
        self.network = network
        self._columns = columns
        self._weights = {each.name: getattr(network, each.name) for each in fields(network)}
        self._first = {name: np.zeros_like(each) for name, each in self._weights.items()}
        self._second = {name: np.zeros_like(each) for name, each in self._weights.items()}
        self._steps = 0

    def fit(self, lessons: Lessons, order: np.random.Generator, rate: float) -> None:
        """Train on all examples once, in random order."""
        numbers = order.permutation(len(lessons.ahead))
        for start in range(0, len(numbers) - _EXAMPLES_AT_ONCE // 2, _EXAMPLES_AT_ONCE):
            some = numbers[start : start + _EXAMPLES_AT_ONCE]
            self._step(lessons.some(some), rate)

    def _step(self, lessons: Lessons, rate: float) -> None:
        self._steps += 1
        for name, slope in self.slopes(lessons).items():
            first, second = self._first[name], self._second[name]
            first += (1 - _FIRST) * (slope - first)
            second += (1 - _SECOND) * (slope * slope - second)
            mean = first / (1 - _FIRST**self._steps)
            spread = np.sqrt(second / (1 - _SECOND**self._steps))
            self._weights[name] -= rate * mean / (spread + _TINY)

    def slopes(self, lessons: Lessons) -> dict[str, Floats]:
        """Return the gradient of half the mean squared error, by the name of the weights."""
        network, features = self.network, lessons.features
        columns, places = np.unique(
            np.concatenate([lessons.own, lessons.theirs], axis=1), return_inverse=True
        )
        own, theirs = np.split(places.reshape(len(features), -1), [lessons.own.shape[1]], axis=1)
        share = np.float32(lessons.own.shape[1] / lessons.theirs.shape[1])
        seen = self._columns[columns]
        mixed = network.mixtures(seen)
        traits = network.embedded(mixed)
        sums = features @ network.hands + network.units_start
        _gather(sums, traits @ network.own, own)
        _gather(sums, share * (traits @ network.theirs), theirs)
        units = np.maximum(sums, 0)
        said = units @ network.units + features @ network.line + network.start
        error = (said - lessons.ahead / POINTS) / np.float32(len(said))
        by_unit = error[:, None] * network.units * (units > 0)
        by_own = np.zeros((len(columns), by_unit.shape[1]), dtype=np.float32)
        by_theirs = np.zeros_like(by_own)
        _scatter(by_own, by_unit, own)
        _scatter(by_theirs, share * by_unit, theirs)
        by_trait = (by_own @ network.own.T + by_theirs @ network.theirs.T) * (traits > 0)
        by_mixed = (by_trait @ network.traits.T) * (mixed > 0)
        return {
            "mixed": seen.T @ by_mixed,
            "mixed_start": by_mixed.sum(axis=0),
            "traits": mixed.T @ by_trait,
            "traits_start": by_trait.sum(axis=0),
            "own": traits.T @ by_own,
            "theirs": traits.T @ by_theirs,
            "hands": features.T @ by_unit,
            "units_start": by_unit.sum(axis=0),
            "units": units.T @ error,
            "line": features.T @ error,
            "start": error.sum(keepdims=True),
        }


@compiled
def _gather(sums: Floats, by_column: Floats, places: Array) -> None:
    """Add to each row of ``sums`` the rows of ``by_column`` at its places."""
    for row in range(places.shape[0]):
        for place in range(places.shape[1]):
            for unit in range(sums.shape[1]):
                sums[row, unit] += by_column[places[row, place], unit]


@compiled
def _scatter(by_column: Floats, sums: Floats, places: Array) -> None:
    """Add each row of ``sums`` to the rows of ``by_column`` at its places."""
    for row in range(places.shape[0]):
        for place in range(places.shape[1]):
            for unit in range(sums.shape[1]):
                by_column[places[row, place], unit] += sums[row, unit]


if __name__ == "__main__":
    main()
