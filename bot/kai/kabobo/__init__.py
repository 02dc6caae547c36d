"""Kai at Kabobo!."""

from collections.abc import Mapping
from typing import Final

from bot.kai.kabobo.hopeful import HopefulKabobo
from bot.kai.player import AnyPlayer

__all__ = ["PLAYERS", "HopefulKabobo"]

PLAYERS: Final[Mapping[str, AnyPlayer]] = {"normal": HopefulKabobo()}
"""Kai's players of Kabobo! by level, the usual one first."""
