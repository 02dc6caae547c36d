"""How Kai plays CAP-IT."""

from typing import Final

from bot.games.capit.kai.lighter import HastyCapit, SettledCapit
from bot.games.capit.kai.thrifty import ThriftyCapit
from bot.kai.kai import Kai

__all__ = ["KAI", "HastyCapit", "SettledCapit", "ThriftyCapit"]

KAI: Final = Kai(
    players={
        "normal": SettledCapit(),
        "easy": HastyCapit(),
        "hard": ThriftyCapit(),
    },
    ratings={"easy": 1168, "normal": 1500, "hard": 1728},
)
