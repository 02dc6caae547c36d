"""A small network, trained on self-play by ``python -m lab.training.values``: a seat's lead."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from bot.games.kapow.kai.columns import GONE, HIDDEN, KAPOW, KINDS, Floats, Tables, completions

_WORTH_AFTER: Final = (0, 1, 2, 3, 5, 7, 10)
"""Features: a column's value with this many turns left, and what a card gains with that many."""
_BETTER_AFTER: Final = (0, 1, 2, 4, 7)

COLUMN_FEATURES: Final = len(_WORTH_AFTER) + len(_BETTER_AFTER) + 5


class Varying(IntEnum):
    """Features of both hands that differ between the choices of a turn."""

    BEHIND = 0
    BEHIND_NOW = 1
    GIFT = 2
    """The gain of the open card for others."""
    AHEAD_OUT = 3
    """The seat's lead if it goes out with this hand."""
    AHEAD_NOW = 4
    """The seat's lead over the lowest other hand, as both lie."""


class Fixed(IntEnum):
    """Features of both hands that are the same for all choices that turn up as many cards."""

    OWN_HIDDEN = 0
    THEIR_HIDDEN = 1
    """The fewest face-down cards of another hand."""
    OWN_LAST = 2
    THEIR_LAST = 3
    LEFT = 4
    NEXT_GAIN = 5
    """The gain from a card for the seat that draws next."""
    SHARE = 6
    MEAN = 7
    TO_DRAW = 8
    """1 if the seat has decided to draw a card, 0 after its turn."""


VARYING: Final = len(Varying)
FIXED: Final = len(Fixed)
HAND_FEATURES: Final = VARYING + FIXED

CARDS: Final = 12
HALF_TURNS: Final = 10

A_POINT: Final = np.float32(0.1)
"""The scale of points, so that most features are between -1 and 1."""


def _count(kind: int) -> Floats:
    """Return [column]: how many of its positions are of a kind."""
    rows = np.indices((KINDS, KINDS, KINDS)).reshape(3, GONE)
    found: Floats = np.append((rows == kind).sum(axis=0), 0).astype(np.float32)
    return found


def column_features(tables: Tables) -> Floats:
    """Return [column, feature]; with more turns than the tables have, the last value is used."""
    worth = [tables.worth[2 * min(turns, tables.turns)] for turns in _WORTH_AFTER]
    better = []
    for turns in (min(turns, tables.turns) for turns in _BETTER_AFTER):
        before = tables.worth[2 * turns]
        better.append(np.maximum(before[:, None] - tables.taken[turns], 0) @ tables.chances)
    final = np.maximum(tables.worth[0][:, None] - tables.final, 0) @ tables.chances
    gone = np.arange(GONE + 1) == GONE
    completing = tables.chances @ completions()
    points = A_POINT * np.stack([*worth, *better, final], axis=1)
    rest = np.stack([_count(HIDDEN) / 3, _count(KAPOW) / 2, gone, 4 * completing], axis=1)
    found: Floats = np.concatenate([points, rest], axis=1).astype(np.float32)
    return found


POINTS: Final = np.float32(10)
"""An output of 1 stands for this many points."""

UNITS: Final = 64

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


_SEEDS: Final = Path(__file__).parents[4] / "seeds" / "kapow"


class Learned(BaseModel):
    """The content of ``values.json``: a network trained on ``rounds`` rounds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: int
    rounds: int
    seed: int
    network: Weights
    """Predicts a seat's lead over the others' mean, after its turn or before it draws a card."""


class Promises(BaseModel):
    """``promises.json``: a regression line for each number of half turns from tables to points."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: int
    games: int
    seed: int
    slope: tuple[float, ...]
    start: tuple[float, ...]
    """Points for a value of 0."""


@cache
def learned() -> Network:
    """Return the network. Reads a file (cached): do not call it in the event loop."""
    text = (_SEEDS / "values.json").read_text("utf-8")
    return Network.read(Learned.model_validate_json(text).network)


@cache
def promises() -> Promises:
    """Return the lines. Reads a file (cached): do not call it in the event loop."""
    return Promises.model_validate_json((_SEEDS / "promises.json").read_text("utf-8"))
