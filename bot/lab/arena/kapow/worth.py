"""The values of all columns when the future cards are known, as tables.

Columns are evaluated on their own, as in :mod:`bot.lab.arena.kapow.columns`, but with the real
cards of the draw pile. A column gets each of them only with some probability, as other players draw
cards and other columns need them. Values are computed backward from the last card.

Other constants in 48 rounds against *tips*, on the same deals: a chance of 0.3 or 0.6 won 2 points
a round less than 0.45, an effort of 0.3 won 10 less than 1, and one of 2 won 2 to 3 more. The
standard error was 2, or less because the deals were the same.
"""

from array import array
from functools import cache
from itertools import product
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bot.games.kapow.rules.cards import Card
from bot.lab.arena.kapow.held import Cards, Column, Held
from bot.lab.arena.kapow.remembered import Remembered
from bot.lab.arena.kapow.slots import KINDS, is_complete, left, made_of, number

__all__ = ["Worth"]

_Cube: TypeAlias = NDArray[np.float64]
"""Points by the kinds in the three rows: a cube with sides of ``len(KINDS)``."""

_CHANCE: Final = 0.45
"""The probability that a column gets a card of the draw pile, with two players."""

_EFFORT: Final = 2.0
"""The cost of using a card in a column, in points, as no other column can have it then."""


class Worth:
    """Tables for one draw pile, each computed when first needed."""

    def __init__(self, draw: Cards, seats: int) -> None:
        self._draw = draw
        self._seats = seats
        self._points: dict[tuple[int, int], _Cube] = {}
        self._tables: dict[tuple[int, int], array[float]] = {}

    def of(self, hand: Held, drawn: int, turns: int) -> float:
        """Return the expected final points of a hand's columns after this many turns of each seat.

        ``drawn`` cards of the draw pile have already been drawn.
        """
        end = min(len(self._draw), drawn + turns * self._seats)
        table = self._tables.get((drawn, end))
        if table is None:
            table = self._tables[drawn, end] = array("d", self._left(drawn, end).tobytes())
        return sum([table[_NUMBER[column]] for column in hand if column.triad])

    def _left(self, drawn: int, end: int) -> _Cube:
        if drawn >= end:
            return _as_they_lie()
        found = self._points.get((drawn, end))
        if found is None:
            chance = _CHANCE * 2 / self._seats
            found = _before(self._draw[drawn], self._left(drawn + 1, end), chance)
            self._points[drawn, end] = found
        return found


def _before(card: Card, after: _Cube, chance: float) -> _Cube:
    """Return the values of columns before a card comes, from those after it."""
    used = np.full_like(after, np.inf)
    for made in _made_of()[card]:
        for row in range(3):
            np.minimum(used, after.take(made, axis=row), out=used)
    points = after + chance * np.minimum(0.0, used + _EFFORT - after)
    points[_complete()] = 0.0
    return points


@cache
def _as_they_lie() -> _Cube:
    points = np.array([left(column) for column in product(KINDS, repeat=3)])
    points = points.reshape((len(KINDS),) * 3)
    points[_complete()] = 0.0
    return points


@cache
def _complete() -> NDArray[np.bool_]:
    """Return which columns are complete and so discarded."""
    complete = np.array([is_complete(column) for column in product(KINDS, repeat=3)])
    return complete.reshape((len(KINDS),) * 3)


@cache
def _made_of() -> list[list[NDArray[np.intp]]]:
    """Return, by card and way, what it makes of each kind of position."""
    at = {kind: number for number, kind in enumerate(KINDS)}
    by_card = []
    for card in Card:
        ways = [[at[made] for made in made_of(kind, card)] for kind in KINDS]
        most = max(map(len, ways))
        by_card.append(
            [np.array([way[min(nth, len(way) - 1)] for way in ways]) for nth in range(most)]
        )
    return by_card


def _number(column: Column) -> int:
    """Return the index of a column in the tables."""
    top, middle, bottom = map(number, column.triad or ())
    return (top * len(KINDS) + middle) * len(KINDS) + bottom


_NUMBER: Final = Remembered(_number, most=1 << 14)
