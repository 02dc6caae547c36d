"""How Kai plays CAP-IT."""

from typing import Final

from bot.games.capit.kai.easy import EasyCapit, NormalCapit
from bot.games.capit.kai.expert import ExpertCapit, prepare
from bot.games.capit.kai.hard import HardCapit
from bot.kai.player import Kai

ADVISER: Final = ExpertCapit()
"""Evaluates choices, for hints and reviews."""

KAI: Final = Kai(
    players={
        "normal": NormalCapit(),
        "easy": EasyCapit(),
        "hard": HardCapit(),
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
