"""How Kai plays Chow Pow!."""

from typing import Final

from bot.games.chowpow.kai.expert import ExpertChowpow
from bot.games.chowpow.kai.hard import HardChowpow
from bot.games.chowpow.kai.normal import EasyChowpow, NormalChowpow, TimeoutChowpow
from bot.kai.player import Kai

ADVISER: Final = ExpertChowpow()
"""Evaluates choices, for hints and reviews."""

KAI: Final = Kai(
    players={
        "normal": NormalChowpow(),
        "easy": EasyChowpow(),
        "hard": HardChowpow(),
        "expert": ADVISER,
    },
    late=TimeoutChowpow(),
    adviser=ADVISER,
    version=2,
    changed={"expert": (2,)},
    advice_version=2,
    ratings={"easy 1": 1071, "normal 1": 1500, "hard 1": 1691, "expert 2": 1836},
)
