"""Which of Kai's levels somebody asks for."""

from collections.abc import Iterable

from bot.game.contract import AnyGame
from bot.games.players import LADDER, ladder_of
from bot.tables.core.errors import RefusedError

__all__ = ["all_levels", "check_level"]


def all_levels(games: Iterable[AnyGame]) -> tuple[str, ...]:
    """Return the levels that any of these games has, the weakest first."""
    known = {level for game in games for level in ladder_of(game.name)}
    return tuple(level for level in LADDER if level in known)


def check_level(game: AnyGame, level: str) -> None:
    """Raise ``RefusedError`` where Kai does not play the game at that level."""
    levels = ladder_of(game.name)
    if level not in levels:
        raise RefusedError(f"Kai plays {game.title} at these levels: {', '.join(levels)}.")
