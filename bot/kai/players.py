"""Who plays which game: ``bot.kai.<game>`` has its players in ``PLAYERS``, by level."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from bot.kai.plain import PlainPlayer
from bot.kai.player import AnyPlayer

__all__ = ["USUAL_LEVEL", "levels_for", "player_for"]

USUAL_LEVEL: Final = "normal"
"""The level that every game has."""


def levels_for(game: str) -> Sequence[str]:
    """Return the levels at which Kai plays a game, the usual one first."""
    return tuple(_players(game))


def player_for(game: str, level: str) -> AnyPlayer:
    """Return the program that plays a game at a level.

    A level that the game does not have (any more) is played as the usual one: a table that was
    opened with it must go on.
    """
    players = _players(game)
    return players.get(level) or players[USUAL_LEVEL]


@cache
def _players(game: str) -> Mapping[str, AnyPlayer]:
    module = f"bot.kai.{game}"
    if game.isidentifier() and find_spec(module) is not None:
        players: Mapping[str, AnyPlayer] | None = getattr(import_module(module), "PLAYERS", None)
        if players is not None:
            return players
    return {USUAL_LEVEL: PlainPlayer()}
