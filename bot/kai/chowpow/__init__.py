"""Kai at Chow Pow!."""

from collections.abc import Mapping
from typing import Final

from bot.kai.chowpow.farsighted import FarsightedChowpow
from bot.kai.chowpow.late import LateChowpow
from bot.kai.chowpow.mindful import ForgetfulChowpow, MindfulChowpow
from bot.kai.player import AnyPlayer

__all__ = [
    "LATE",
    "PLAYERS",
    "FarsightedChowpow",
    "ForgetfulChowpow",
    "LateChowpow",
    "MindfulChowpow",
]

PLAYERS: Final[Mapping[str, AnyPlayer]] = {
    "normal": MindfulChowpow(),
    "easy": ForgetfulChowpow(),
    "hard": FarsightedChowpow(),
}
"""Kai's players of Chow Pow! by level, the usual one first."""

LATE: Final[AnyPlayer] = LateChowpow()
"""Who decides a turn whose time ran out."""
