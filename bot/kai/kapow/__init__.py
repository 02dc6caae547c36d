"""Kai at Kapow!."""

from collections.abc import Mapping
from typing import Final

from bot.kai.kapow.adviser import KapowAdviser
from bot.kai.kapow.levels import ColumnKapow, GreedyKapow
from bot.kai.kapow.reasons import explain
from bot.kai.player import AnyPlayer

__all__ = ["ADVISER", "EXPLAIN", "PLAYERS", "ColumnKapow", "GreedyKapow", "KapowAdviser"]

PLAYERS: Final[Mapping[str, AnyPlayer]] = {"normal": GreedyKapow(), "hard": ColumnKapow()}
"""Kai's players of Kapow! by level, the usual one first."""

ADVISER: Final = KapowAdviser()
"""Says what choices are worth."""

EXPLAIN: Final = explain
"""Gives a reason for any choice."""
