"""The guide of two-player playouts that uses the networks."""

from functools import cached_property

import numpy as np

from bot.game.contract import Seat
from bot.games.kapow.kai.columns import Floats, Tables
from bot.games.kapow.kai.games import Games, Rows
from bot.games.kapow.kai.learned.turn import LearnedTurn, after_turn
from bot.games.kapow.kai.learned.values import Values, learned
from bot.games.kapow.kai.promises import appraised, promised

__all__ = ["NetworksGuide"]


class NetworksGuide:
    """Plays by the networks; evaluates sums by the tables, differences by the networks."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    @cached_property
    def _values(self) -> Values:
        return Values(*learned(), self.tables)

    def turn(self, games: Games, seat: Seat, rows: Rows) -> LearnedTurn:
        """Return a turn that is played by the networks."""
        return LearnedTurn(games, self.tables, self._values, seat, rows)

    def points(self, games: Games, to_move: Seat, rows: Rows) -> Floats:
        """Return points with the tables' sum and the networks' difference."""
        moved = 1 - to_move
        ahead = self._values.ahead.of(after_turn(games, self.tables, moved, rows))
        mean = promised(appraised(games, self.tables, to_move))[rows].mean(axis=1)
        found: Floats = np.empty((len(rows), 2), dtype=np.float32)
        found[:, moved], found[:, to_move] = mean - ahead / 2, mean + ahead / 2
        return found
