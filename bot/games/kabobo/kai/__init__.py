"""How Kai plays Kabobo!."""

from typing import Final

from bot.games.kabobo.kai.hopeful import HopefulKabobo
from bot.games.kabobo.kai.modest import ForgetfulKabobo, ModestKabobo
from bot.kai.kai import Kai

__all__ = ["KAI", "ForgetfulKabobo", "HopefulKabobo", "ModestKabobo"]

KAI: Final = Kai(
    players={
        "normal": ModestKabobo(),
        "easy": ForgetfulKabobo(),
        "hard": HopefulKabobo(),
    },
    ratings={"easy": 1278, "normal": 1500, "hard": 1606},
)
