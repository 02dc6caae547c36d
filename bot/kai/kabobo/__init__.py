"""Kai at Kabobo!."""

from collections.abc import Mapping
from typing import Final

from bot.kai.kabobo.hopeful import HopefulKabobo
from bot.kai.kabobo.modest import ForgetfulKabobo, ModestKabobo
from bot.kai.player import AnyPlayer

__all__ = ["PLAYERS", "ForgetfulKabobo", "HopefulKabobo", "ModestKabobo"]

PLAYERS: Final[Mapping[str, AnyPlayer]] = {
    "normal": ModestKabobo(),
    "easy": ForgetfulKabobo(),
    "hard": HopefulKabobo(),
}
"""Kai's players of Kabobo! by level, the usual one first."""
