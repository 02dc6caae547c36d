"""Kai at CAP-IT."""

from collections.abc import Mapping
from typing import Final

from bot.kai.capit.lighter import HastyCapit, SettledCapit
from bot.kai.capit.thrifty import ThriftyCapit
from bot.kai.player import AnyPlayer

__all__ = ["PLAYERS", "HastyCapit", "SettledCapit", "ThriftyCapit"]

PLAYERS: Final[Mapping[str, AnyPlayer]] = {
    "normal": SettledCapit(),
    "easy": HastyCapit(),
    "hard": ThriftyCapit(),
}
"""Kai's players of CAP-IT by level, the usual one first."""
