"""Training of a network by gradient descent, written out for this one architecture.

It uses Adam. (Kingma and Ba, "Adam: a method for stochastic optimization", 2015.)
"""

from dataclasses import fields
from typing import Final

import numpy as np

from bot.games.kapow.kai.columns import Floats
from bot.games.kapow.kai.learned.network import POINTS, Network
from bot.kai.compiled import Array, compiled
from bot.lab.training.selfplay import Lessons

__all__ = ["Fitting"]

_AT_ONCE: Final = 2048
_FIRST, _SECOND = 0.9, 0.999
_TINY: Final = 1e-8


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
        for start in range(0, len(numbers) - _AT_ONCE // 2, _AT_ONCE):
            some = numbers[start : start + _AT_ONCE]
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
