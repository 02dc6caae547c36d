"""Kabobo!'s entry in the registry."""

from typing import Final

from bot.games.kabobo.face import FACE
from bot.games.kabobo.kai.expert import ExpertKabobo
from bot.games.kabobo.kai.hard import HardKabobo
from bot.games.kabobo.kai.normal import EasyKabobo, NormalKabobo
from bot.games.kabobo.rules.game import KABOBO as RULES
from bot.games.title import Title
from bot.kai.player import Kai

_ADVISER: Final = ExpertKabobo()

_KAI: Final = Kai(
    players={
        "normal": NormalKabobo(),
        "easy": EasyKabobo(),
        "hard": HardKabobo(),
        "expert": _ADVISER,
    },
    adviser=_ADVISER,
    version=2,
    changed={"expert": (2,)},
    advice_version=1,
    ratings={"easy 1": 1278, "normal 1": 1500, "hard 1": 1606, "expert 2": 1749},
)

KABOBO: Final = Title(rules=RULES, face=FACE, kai=_KAI)
