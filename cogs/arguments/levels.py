"""Which of Kai's levels somebody asks for."""

from bot.game.contract import AnyGame
from bot.games.players import ladder_of
from bot.tables.core.errors import RefusedError

__all__ = ["check_level"]


def check_level(game: AnyGame, level: str) -> None:
    """Raise ``RefusedError`` where Kai does not play the game at that level."""
    levels = ladder_of(game.name)
    if level not in levels:
        raise RefusedError(f"Kai plays {game.title} at these levels: {', '.join(levels)}.")
