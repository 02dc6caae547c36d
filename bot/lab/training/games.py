"""Simulated games for training: many games at once, as rows of NumPy arrays."""

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bot.games.kapow.kai.columns import GONE, Floats
from bot.games.kapow.kai.kinds import HIDDEN
from bot.games.kapow.kai.transitions import (
    ALONE_KINDS,
    IS_COMPLETE,
    KINDS_OF,
    LEFT_OPEN,
    SIZES,
    Ints,
    Rows,
)
from bot.games.kapow.rules.cards import DECK

__all__ = ["COLUMNS", "NOBODY", "Bools", "Games", "dealt", "goes_away", "with_turned_up"]

Bools: TypeAlias = NDArray[np.bool_]

NOBODY: Final = -1
"""Used instead of a seat if nobody has gone out."""

COLUMNS: Final = 4
"""The columns of a hand of twelve cards, including discarded ones."""


class Games:
    """Games that continue from similar positions, each with its own future cards."""

    def __init__(
        self, columns: Ints, top: Ints, out: Ints, opened: Sequence[bool], cards: Ints
    ) -> None:
        """Take ownership of ``columns`` [game, seat, column], and per game of the other values.

        ``cards`` [game, number] are the future cards: drawn from the front, turned up from the
        back. So games with the same cards draw the same cards whatever is turned up, and no game
        depends on others.
        """
        self.columns, self.top, self.out = columns, top, out
        self.opened = list(opened)
        self.used_up = False
        """Whether the draw pile is used up, so that only open cards are taken (K5.6)."""
        self._cards = cards
        self._drawn = 0
        self._turned_up = np.zeros(len(cards), dtype=np.int32)

    @property
    def seats(self) -> int:
        """The number of seats of each game."""
        return int(self.columns.shape[1])

    def draw(self, rows: Rows) -> Ints:
        """Return the next card in each of these games."""
        self._drawn += 1
        found: Ints = self._cards[rows, (self._drawn - 1) % self._cards.shape[1]]
        return found

    def turn_up(self, rows: Rows) -> Ints:
        """Return the card under a hidden one in each of these games."""
        found: Ints = self._cards[rows, -1 - self._turned_up[rows] % self._cards.shape[1]]
        self._turned_up[rows] += 1
        return found

    def points(self, worth: Floats) -> Floats:
        """Return [game, seat] points if all games end now, including doubling (K6.5)."""
        points: Floats = worth[self.columns].sum(axis=2)
        over = np.flatnonzero(self.out != NOBODY)
        out = self.out[over]
        theirs = points[over, out]
        others = points[over]
        others[np.arange(len(over)), out] = np.inf
        doubled = (theirs > 0) & (others.min(axis=1) < theirs)
        points[over[doubled], out[doubled]] *= 2
        return points


def dealt(source: np.random.Generator, count: int, seats: int) -> Games:
    """Return newly dealt rounds with hands of twelve cards (K2.1, K2.3)."""
    deck = np.tile(np.array(DECK, dtype=np.int32), (count, 1))
    cards = source.permuted(deck, axis=1)
    return Games(
        np.zeros((count, seats, COLUMNS), dtype=np.int32),
        cards[:, 0].copy(),
        np.full(count, NOBODY, dtype=np.int32),
        [False] * seats,
        cards[:, 1:],
    )


def with_turned_up(games: Games, rows: Rows, columns: Ints, column: int, row: int) -> None:
    """Turn up one place of hands [game, column] if it is hidden."""
    hidden = np.flatnonzero(KINDS_OF[columns[:, column], row] == HIDDEN)
    columns[hidden, column] += (ALONE_KINDS[games.turn_up(rows[hidden])] - HIDDEN) * SIZES[row]


def goes_away(columns: Ints, top: Ints) -> None:
    """Discard complete columns of hands [game, column]; the last one leaves its card open."""
    games, places = np.nonzero(IS_COMPLETE[columns])
    top[games] = LEFT_OPEN[columns[games, places]]
    columns[games, places] = GONE
