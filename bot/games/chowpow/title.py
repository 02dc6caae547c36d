"""Chow Pow!'s entry in the registry."""

from typing import Final

from bot.games.chowpow.face import FACE
from bot.games.chowpow.kai.expert import ExpertChowpow
from bot.games.chowpow.kai.hard import HardChowpow
from bot.games.chowpow.kai.normal import EasyChowpow, NormalChowpow, TimeoutChowpow
from bot.games.chowpow.rules.game import CHOWPOW as RULES
from bot.games.title import Title
from bot.kai.player import Kai

_ADVISER: Final = ExpertChowpow()

_KAI: Final = Kai(
    players={
        "normal": NormalChowpow(),
        "easy": EasyChowpow(),
        "hard": HardChowpow(),
        "expert": _ADVISER,
    },
    late=TimeoutChowpow(),
    adviser=_ADVISER,
    version=2,
    changed={"expert": (2,)},
    advice_version=2,
    ratings={"easy 1": 1071, "normal 1": 1500, "hard 1": 1691, "expert 2": 1836},
)

CHOWPOW: Final = Title(rules=RULES, face=FACE, kai=_KAI)
