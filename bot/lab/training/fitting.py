"""Training of a network by gradient descent, written out for this one architecture.

It uses Adam. (Kingma and Ba, "Adam: a method for stochastic optimization", 2015.)
"""

from collections.abc import Sequence
from dataclasses import fields
from typing import Final, NamedTuple

import numpy as np

from bot.games.kapow.kai.columns import Floats
from bot.games.kapow.kai.learned.features import NetworkInput
from bot.games.kapow.kai.learned.network import POINTS, Network
from bot.games.kapow.kai.transitions import Rows

__all__ = ["Fitting", "Lessons", "joined"]

_AT_ONCE: Final = 1024
_FIRST, _SECOND = 0.9, 0.999
_TINY: Final = 1e-8


class Lessons(NamedTuple):
    """Training examples: inputs and targets."""

    seen: NetworkInput
    ahead: Floats
    """[lesson] points."""

    def some(self, rows: Rows) -> "Lessons":
        """Return some of the examples."""
        return Lessons(self.seen.some(rows), self.ahead[rows])


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
        for start in range(0, len(numbers), _AT_ONCE):
            some = numbers[start : start + _AT_ONCE]
            self._step(lessons.some(some), rate)

    def _step(self, lessons: Lessons, rate: float) -> None:
        self._steps += 1
        for name, slope in self._slopes(lessons).items():
            first, second = self._first[name], self._second[name]
            first += (1 - _FIRST) * (slope - first)
            second += (1 - _SECOND) * (slope * slope - second)
            mean = first / (1 - _FIRST**self._steps)
            spread = np.sqrt(second / (1 - _SECOND**self._steps))
            self._weights[name] -= rate * mean / (spread + _TINY)

    def _slopes(self, lessons: Lessons) -> dict[str, Floats]:
        """Return the gradient of the mean squared error, by the name of the weights."""
        network, count = self.network, np.float32(len(lessons.ahead))
        features, half = lessons.seen.features, lessons.seen.own.shape[1]
        seen = self._columns[np.concatenate([lessons.seen.own, lessons.seen.theirs], axis=1)]
        traits = np.maximum(seen @ network.traits + network.traits_start, 0)
        own, theirs = traits[:, :half].sum(axis=1), traits[:, half:].sum(axis=1)
        units = own @ network.own + theirs @ network.theirs + features @ network.hands
        units = np.maximum(units + network.units_start, 0)
        said = units @ network.units + features @ network.line + network.start
        error = (said - lessons.ahead / POINTS) / count
        by_unit = error[:, None] * network.units * (units > 0)
        by_trait = np.empty_like(traits)
        by_trait[:, :half] = (by_unit @ network.own.T)[:, None]
        by_trait[:, half:] = (by_unit @ network.theirs.T)[:, None]
        by_trait *= traits > 0
        flat = by_trait.reshape(-1, by_trait.shape[2])
        return {
            "traits": seen.reshape(len(flat), -1).T @ flat,
            "traits_start": flat.sum(axis=0),
            "own": own.T @ by_unit,
            "theirs": theirs.T @ by_unit,
            "hands": features.T @ by_unit,
            "units_start": by_unit.sum(axis=0),
            "units": units.T @ error,
            "line": features.T @ error,
            "start": error.sum(keepdims=True),
        }


def joined(lessons: Sequence[Lessons]) -> Lessons:
    """Concatenate examples."""
    seen = zip(*(each.seen for each in lessons), strict=True)
    return Lessons(
        NetworkInput(*(np.concatenate(each) for each in seen)),
        np.concatenate([each.ahead for each in lessons]),
    )
