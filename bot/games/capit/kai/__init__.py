"""How Kai plays CAP-IT."""

from typing import Final

from bot.games.capit.kai.farsighted import FarsightedCapit, prepare
from bot.games.capit.kai.lighter import HastyCapit, SettledCapit
from bot.games.capit.kai.thrifty import ThriftyCapit
from bot.kai.kai import Kai

__all__ = ["ADVISER", "KAI", "FarsightedCapit", "HastyCapit", "SettledCapit", "ThriftyCapit"]

ADVISER: Final = FarsightedCapit()
"""Evaluates choices, for hints and reviews."""

KAI: Final = Kai(
    players={
        "normal": SettledCapit(),
        "easy": HastyCapit(),
        "hard": ThriftyCapit(),
        "expert": ADVISER,
    },
    adviser=ADVISER,
    version=2,
    changed={"expert": (2,)},
    advice_version=2,
    compiled=("expert",),
    prepare=prepare,
    ratings={"easy 1": 1168, "normal 1": 1500, "hard 1": 1728, "expert 1": 1785, "expert 2": 1836},
)
