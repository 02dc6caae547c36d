"""How Kai plays Kabobo!."""

from typing import Final

from bot.games.kabobo.kai.easy import EasyKabobo, NormalKabobo
from bot.games.kabobo.kai.expert import ExpertKabobo
from bot.games.kabobo.kai.hard import HardKabobo
from bot.kai.player import Kai

ADVISER: Final = ExpertKabobo()
"""Evaluates choices, for hints and reviews."""

KAI: Final = Kai(
    players={
        "normal": NormalKabobo(),
        "easy": EasyKabobo(),
        "hard": HardKabobo(),
        "expert": ADVISER,
    },
    adviser=ADVISER,
    version=2,
    changed={"expert": (2,)},
    advice_version=1,
    ratings={"easy 1": 1278, "normal 1": 1500, "hard 1": 1606, "expert 2": 1749},
)
