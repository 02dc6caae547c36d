"""Kai at CAP-IT."""

from collections.abc import Mapping
from typing import Final

from bot.kai.capit.thrifty import ThriftyCapit
from bot.kai.player import AnyPlayer

__all__ = ["PLAYERS", "ThriftyCapit"]

PLAYERS: Final[Mapping[str, AnyPlayer]] = {"normal": ThriftyCapit()}
"""Kai's players of CAP-IT by level, the usual one first."""
