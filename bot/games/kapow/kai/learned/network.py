"""The network: embeds each column, sums over the columns of a hand, and compares both hands.

It has a linear part and a hidden layer. The linear part starts as the estimate of the tables, so
training only learns where that is wrong.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bot.games.kapow.kai.columns import Floats
from bot.games.kapow.kai.learned.features import COLUMN_FEATURES, HAND_FEATURES, Varying

__all__ = ["POINTS", "UNITS", "Network", "Weights"]

POINTS: Final = np.float32(10)
"""An output of 1 stands for this many points."""

UNITS: Final = 64
"""The size of the hidden layer, which sees both hands."""

_MIXED: Final = 64
_TRAITS: Final = 48
"""The sizes of the two layers that embed a column; the second is summed over a hand."""
_DIGITS: Final = 4

Weights: TypeAlias = Mapping[str, Sequence[Any]]
"""A network's weights in the file, by name; arrays as nested lists, first axis first."""


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """The weights: ``units`` are those of the hidden layer, ``line`` those of the linear part."""

    mixed: Floats
    """[feature, mixed feature]"""
    mixed_start: Floats
    traits: Floats
    """[mixed feature, trait]"""
    traits_start: Floats
    own: Floats
    """[trait, unit], for the seat's own columns."""
    theirs: Floats
    """[trait, unit], for the mean of the others' columns."""
    hands: Floats
    """[feature, unit]"""
    units_start: Floats
    units: Floats
    line: Floats
    """[feature]"""
    start: Floats

    @classmethod
    def new(cls, source: np.random.Generator) -> "Network":
        """Return an untrained network, which says what the tables say."""

        def some(*shape: int) -> Floats:
            found: Floats = source.normal(0, 0.6 * shape[0] ** -0.5, shape).astype(np.float32)
            return found

        line = _zeros(HAND_FEATURES)
        line[Varying.BEHIND] = -1
        return cls(
            some(COLUMN_FEATURES, _MIXED),
            _zeros(_MIXED),
            some(_MIXED, _TRAITS),
            _zeros(_TRAITS),
            some(_TRAITS, UNITS),
            some(_TRAITS, UNITS),
            some(HAND_FEATURES, UNITS),
            _zeros(UNITS),
            _zeros(UNITS),
            line,
            _zeros(1),
        )

    @classmethod
    def read(cls, numbers: Weights) -> "Network":
        """Return the network with these weights; ``ValueError`` if they are of another one."""
        if numbers.keys() != {each.name for each in fields(cls)}:
            raise ValueError(f"{', '.join(numbers)} are the weights of another network")
        found = cls(**{name: np.array(each, dtype=np.float32) for name, each in numbers.items()})
        expected = cls.new(np.random.default_rng(0))
        for each in fields(cls):
            shape = getattr(found, each.name).shape
            if shape != getattr(expected, each.name).shape:
                raise ValueError(f"{each.name} has the shape {shape}, of another network")
        return found

    def numbers(self) -> Weights:
        """Return the weights, rounded as in the file."""
        return {each.name: _rounded(getattr(self, each.name)) for each in fields(self)}

    def mixtures(self, columns: Floats) -> Floats:
        """Return the first layer's output [..., mixed feature] for features of columns."""
        found: Floats = np.maximum(columns @ self.mixed + self.mixed_start, 0)
        return found

    def embedded(self, mixtures: Floats) -> Floats:
        """Return the second layer's output [..., trait]."""
        found: Floats = np.maximum(mixtures @ self.traits + self.traits_start, 0)
        return found


def _zeros(count: int) -> Floats:
    return np.zeros(count, dtype=np.float32)


def _rounded(array: NDArray[np.float32]) -> list[Any]:
    rounded: list[Any] = np.vectorize(lambda each: float(f"{each:.{_DIGITS}g}"))(
        array.astype(float)
    ).tolist()
    return rounded
