"""Who plays in playouts, and says what is left where they stop."""

from typing import Protocol

from bot.game.contract import Seat
from bot.games.kapow.kai.columns import Floats, Tables
from bot.games.kapow.kai.games import Games, Rows
from bot.games.kapow.kai.promises import appraised, promised
from bot.games.kapow.kai.turn import Turn

__all__ = ["ByTables", "Guide"]


class Guide(Protocol):
    """Knows the cards that may come."""

    @property
    def tables(self) -> Tables:
        """What columns are worth."""

    def turn(self, games: Games, seat: Seat, rows: Rows) -> Turn:
        """Return a seat's turn in some of the games."""

    def points(self, games: Games, to_move: Seat, rows: Rows) -> Floats:
        """Return [row, seat] the points to expect of games that go on, with ``to_move`` to move."""


class ByTables:
    """The tables play and say what hands end with."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def turn(self, games: Games, seat: Seat, rows: Rows) -> Turn:
        """Return a turn of the tables."""
        return Turn(games, self.tables, seat, rows)

    def points(self, games: Games, to_move: Seat, rows: Rows) -> Floats:
        """Return what the tables promise."""
        return promised(appraised(games, self.tables, to_move))[rows]
