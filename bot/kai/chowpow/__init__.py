"""Kai at Chow Pow!."""

from collections.abc import Mapping
from typing import Final

from bot.kai.chowpow.mindful import ForgetfulChowpow, MindfulChowpow
from bot.kai.player import AnyPlayer

__all__ = ["PLAYERS", "ForgetfulChowpow", "MindfulChowpow"]

PLAYERS: Final[Mapping[str, AnyPlayer]] = {
    "normal": MindfulChowpow(),
    "easy": ForgetfulChowpow(),
}
"""Kai's players of Chow Pow! by level, the usual one first."""
