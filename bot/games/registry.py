"""The registry of all games: one line each."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.game.contract import AnyGame
from bot.games.capit.title import CAPIT
from bot.games.chowpow.title import CHOWPOW
from bot.games.kabobo.title import KABOBO
from bot.games.kapow.title import KAPOW
from bot.games.title import Title

_ALL: Final = (
    KAPOW,
    KABOBO,
    CAPIT,
    CHOWPOW,
)

TITLES: Final[Mapping[str, Title]] = MappingProxyType({title.rules.name: title for title in _ALL})
"""By name, in the order in which they are offered."""

GAMES: Final[Mapping[str, AnyGame]] = MappingProxyType(
    {name: title.rules for name, title in TITLES.items()}
)
"""The rules by name."""
