"""How Kai plays Chow Pow!."""

from typing import Final

from bot.games.chowpow.kai.farsighted import FarsightedChowpow
from bot.games.chowpow.kai.imagining import ImaginingChowpow
from bot.games.chowpow.kai.late import LateChowpow
from bot.games.chowpow.kai.mindful import ForgetfulChowpow, MindfulChowpow
from bot.kai.kai import Kai

__all__ = [
    "ADVISER",
    "KAI",
    "FarsightedChowpow",
    "ForgetfulChowpow",
    "ImaginingChowpow",
    "LateChowpow",
    "MindfulChowpow",
]

ADVISER: Final = ImaginingChowpow()
"""Evaluates choices, for hints and reviews."""

KAI: Final = Kai(
    players={
        "normal": MindfulChowpow(),
        "easy": ForgetfulChowpow(),
        "hard": FarsightedChowpow(),
        "expert": ADVISER,
    },
    late=LateChowpow(),
    adviser=ADVISER,
    version=2,
    changed={"expert": (2,)},
    advice_version=2,
    ratings={"easy 1": 1071, "normal 1": 1500, "hard 1": 1691, "expert 2": 1836},
)
