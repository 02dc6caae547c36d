"""The games this project plays: one line each."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.games.capit.game import CAPIT
from bot.games.chowpow.game import CHOWPOW
from bot.games.game import AnyGame
from bot.games.kabobo.game import KABOBO
from bot.games.kapow.game import KAPOW

__all__ = ["GAMES"]

_ALL: Final[tuple[AnyGame, ...]] = (
    KAPOW,
    KABOBO,
    CAPIT,
    CHOWPOW,
)

GAMES: Final[Mapping[str, AnyGame]] = MappingProxyType({game.name: game for game in _ALL})
"""By name, in the order in which people are offered them."""
