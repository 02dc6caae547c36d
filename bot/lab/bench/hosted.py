"""The game used in benchmarks of the host; benchmarks of the rules cover every game."""

from typing import Final

from bot.game.contract import AnyGame
from bot.games.kapow.rules.game import KAPOW
from bot.tables.core.entries import TableSetup

__all__ = ["HOSTED", "SEATS", "named", "seats_at", "setup"]

HOSTED: Final[AnyGame] = KAPOW
"""The hosted game; only the first figure names it."""

SEATS: Final = 4
"""Seats at a table, if the game allows that many."""


def setup(rounds: int) -> TableSetup:
    """Return the setup of a match with this many rounds."""
    return TableSetup(game=HOSTED.name, options={"rounds": rounds})


def seats_at(game: AnyGame) -> int:
    """Return the number of seats for a game."""
    return min(max(SEATS, game.seats[0]), game.seats[-1])


def named(figure: str, game: AnyGame) -> str:
    """Return a figure's name, with the game's title unless it is the hosted one."""
    return figure if game is HOSTED else f"{figure}, {game.title}"
