"""The game that a command is about."""

from collections.abc import Mapping
from typing import Final

from discord import app_commands

from bot.game.contract import AnyGame
from bot.tables.core.errors import RefusedError

__all__ = ["GAME_HELP", "game_choices", "pick_game"]

GAME_HELP: Final = "Which game; the first one if you leave it out."


def game_choices(games: Mapping[str, AnyGame]) -> list[app_commands.Choice[str]]:
    """Return the games to choose from."""
    return [app_commands.Choice(name=game.title, value=name) for name, game in games.items()]


def pick_game(games: Mapping[str, AnyGame], name: str | None) -> AnyGame:
    """Return the game chosen, or the first one without a choice."""
    game = games.get(next(iter(games)) if name is None else name)
    if game is None:
        raise RefusedError("There is no such game here.")
    return game
