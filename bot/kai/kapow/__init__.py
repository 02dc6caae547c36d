"""Kai at Kapow!."""

from collections.abc import Mapping
from typing import Final

from bot.kai.kapow.levels import EasyKapow, ExpertKapow, HardKapow, NormalKapow
from bot.kai.kapow.reasons import explain
from bot.kai.player import AnyPlayer

__all__ = [
    "ADVICE_VERSION",
    "ADVISER",
    "EXPLAIN",
    "PLAYERS",
    "EasyKapow",
    "ExpertKapow",
    "HardKapow",
    "NormalKapow",
]

PLAYERS: Final[Mapping[str, AnyPlayer]] = {
    "normal": NormalKapow(),
    "easy": EasyKapow(),
    "hard": HardKapow(),
    "expert": ExpertKapow(),
}
"""Kai's players of Kapow! by level, the usual one first."""

ADVISER: Final = HardKapow()
"""Says what choices are worth."""

ADVICE_VERSION: Final = 6
"""Grows with every change of what the adviser says: stored reviews are made anew then."""

EXPLAIN: Final = explain
"""Gives a reason for any choice."""
