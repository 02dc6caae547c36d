"""How Kai plays Kabobo!."""

from typing import Final

from bot.games.kabobo.kai.farsighted import FarsightedKabobo
from bot.games.kabobo.kai.hopeful import HopefulKabobo
from bot.games.kabobo.kai.modest import ForgetfulKabobo, ModestKabobo
from bot.kai.kai import Kai

__all__ = ["ADVISER", "KAI", "FarsightedKabobo", "ForgetfulKabobo", "HopefulKabobo", "ModestKabobo"]

ADVISER: Final = FarsightedKabobo()
"""Evaluates choices, for hints and reviews."""

KAI: Final = Kai(
    players={
        "normal": ModestKabobo(),
        "easy": ForgetfulKabobo(),
        "hard": HopefulKabobo(),
        "expert": ADVISER,
    },
    adviser=ADVISER,
    version=2,
    changed={"expert": (2,)},
    advice_version=1,
    ratings={"easy 1": 1278, "normal 1": 1500, "hard 1": 1606, "expert 2": 1749},
)
