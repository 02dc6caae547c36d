"""The network: embeds each column, sums over the columns of a hand, and compares both hands.

It has a linear part and a hidden layer. The linear part starts as the estimate of the tables, so
training only learns where that is wrong.
"""

from dataclasses import dataclass, fields
from typing import Final

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from bot.games.kapow.kai.columns import Floats
from bot.games.kapow.kai.learned.features import COLUMN_FEATURES, HAND_FEATURES

__all__ = ["POINTS", "Network", "Weights"]

POINTS: Final = np.float32(10)
"""An output of 1 stands for this many points."""

_TRAITS: Final = 24
"""The size of a column's embedding, which is summed over the columns of a hand."""
_UNITS: Final = 48
_DIGITS: Final = 4


class Weights(BaseModel):
    """A network's weights in the file; arrays as nested tuples, first axis first."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    traits: tuple[tuple[float, ...], ...]
    traits_start: tuple[float, ...]
    own: tuple[tuple[float, ...], ...]
    theirs: tuple[tuple[float, ...], ...]
    hands: tuple[tuple[float, ...], ...]
    units_start: tuple[float, ...]
    units: tuple[float, ...]
    line: tuple[float, ...]
    start: tuple[float]


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """The weights: ``units`` are those of the hidden layer, ``line`` those of the linear part."""

    traits: Floats
    """[feature, trait]"""
    traits_start: Floats
    own: Floats
    """[trait, unit], for the seat's own columns."""
    theirs: Floats
    """[trait, unit], for the opponent's columns."""
    hands: Floats
    """[feature, unit]"""
    units_start: Floats
    units: Floats
    line: Floats
    """[feature]"""
    start: Floats

    @classmethod
    def new(cls, source: np.random.Generator, line: Floats) -> "Network":
        """Return an untrained network with the output of ``line``."""

        def some(*shape: int) -> Floats:
            found: Floats = source.normal(0, 0.6 * shape[0] ** -0.5, shape).astype(np.float32)
            return found

        return cls(
            some(COLUMN_FEATURES, _TRAITS),
            _zeros(_TRAITS),
            some(_TRAITS, _UNITS),
            some(_TRAITS, _UNITS),
            some(HAND_FEATURES, _UNITS),
            _zeros(_UNITS),
            _zeros(_UNITS),
            line.astype(np.float32),
            _zeros(1),
        )

    @classmethod
    def read(cls, numbers: Weights) -> "Network":
        """Return the network with these weights."""
        return cls(*(np.array(each, dtype=np.float32) for _, each in numbers))

    def numbers(self) -> Weights:
        """Return the weights, rounded as in the file."""
        return Weights(**{each.name: _rounded(getattr(self, each.name)) for each in fields(self)})


def _zeros(count: int) -> Floats:
    return np.zeros(count, dtype=np.float32)


def _rounded(array: NDArray[np.float32]) -> object:
    return np.vectorize(lambda each: float(f"{each:.{_DIGITS}g}"))(array.astype(float)).tolist()
