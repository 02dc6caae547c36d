"""Kai at Kapow!."""

from collections.abc import Mapping
from typing import Final

from bot.kai.kapow.greedy import GreedyKapow
from bot.kai.player import AnyPlayer

__all__ = ["PLAYERS", "GreedyKapow"]

PLAYERS: Final[Mapping[str, AnyPlayer]] = {"normal": GreedyKapow()}
"""Kai's players of Kapow! by level, the usual one first."""
