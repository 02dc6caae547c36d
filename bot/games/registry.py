"""The games this project plays: one line each."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.games.game import AnyGame
from bot.games.kapow.game import KAPOW

__all__ = ["GAMES"]

GAMES: Final[Mapping[str, AnyGame]] = MappingProxyType({game.name: game for game in (KAPOW,)})
