"""Which game the figures are about: those of the host of one, those of the rules of each."""

from typing import Final

from bot.game.contract import AnyGame
from bot.games.kapow.rules.game import KAPOW
from bot.tables.core.entries import TableSetup

__all__ = ["HOSTED", "SEATS", "named", "seats_at", "setup"]

HOSTED: Final[AnyGame] = KAPOW
"""The game at the tables that are hosted; no figure of it names it but the first."""

SEATS: Final = 4
"""How many sit at a table, where the game has room for them."""


def setup(rounds: int) -> TableSetup:
    """Return the setup of a match of so many rounds."""
    return TableSetup(game=HOSTED.name, options={"rounds": rounds})


def seats_at(game: AnyGame) -> int:
    """Return how many sit at a table of any game."""
    return min(max(SEATS, game.seats[0]), game.seats[-1])


def named(figure: str, game: AnyGame) -> str:
    """Return a figure's name, with its game's unless that is the hosted one."""
    return figure if game is HOSTED else f"{figure}, {game.title}"
