"""Kai at Kapow!."""

from collections.abc import Mapping
from typing import Final

from bot.kai.kapow.levels import ColumnKapow, GreedyKapow
from bot.kai.player import AnyPlayer

__all__ = ["PLAYERS", "ColumnKapow", "GreedyKapow"]

PLAYERS: Final[Mapping[str, AnyPlayer]] = {"normal": GreedyKapow(), "hard": ColumnKapow()}
"""Kai's players of Kapow! by level, the usual one first."""
