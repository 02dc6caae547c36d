"""Guides of playouts: they choose the moves, and evaluate the positions at the end."""

from typing import Protocol

from bot.game.contract import Seat
from bot.games.kapow.kai.columns import Floats, Tables
from bot.games.kapow.kai.games import Games, Rows
from bot.games.kapow.kai.promises import appraised, promised
from bot.games.kapow.kai.turn import Turn

__all__ = ["Guide", "TablesGuide"]


class Guide(Protocol):
    """Plays and evaluates games, for given probabilities of the unseen cards."""

    @property
    def tables(self) -> Tables:
        """The values of columns."""

    def turn(self, games: Games, seat: Seat, rows: Rows) -> Turn:
        """Return a turn of ``seat`` in some of the games."""

    def points(self, games: Games, to_move: Seat, rows: Rows) -> Floats:
        """Return [row, seat] the expected points of unfinished games, with ``to_move`` to move."""


class TablesGuide:
    """A guide that plays and evaluates by the tables."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def turn(self, games: Games, seat: Seat, rows: Rows) -> Turn:
        """Return a turn that is played by the tables."""
        return Turn(games, self.tables, seat, rows)

    def points(self, games: Games, to_move: Seat, rows: Rows) -> Floats:
        """Return the expected points according to the tables."""
        return promised(appraised(games, self.tables, to_move))[rows]
