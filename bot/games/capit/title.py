"""CAP-IT's entry in the registry."""

from typing import Final

from bot.games.capit.face import FACE
from bot.games.capit.kai.players import EasyCapit, ExpertCapit, HardCapit, NormalCapit, prepare
from bot.games.capit.rules.game import CAPIT as RULES
from bot.games.title import Title
from bot.kai.player import Kai

_ADVISER: Final = ExpertCapit()

_KAI: Final = Kai(
    players={
        "normal": NormalCapit(),
        "easy": EasyCapit(),
        "hard": HardCapit(),
        "expert": _ADVISER,
    },
    adviser=_ADVISER,
    version=2,
    changed={"expert": (2,)},
    advice_version=2,
    compiled=("expert",),
    prepare=prepare,
    ratings={"easy 1": 1168, "normal 1": 1500, "hard 1": 1728, "expert 1": 1785, "expert 2": 1836},
)

CAPIT: Final = Title(rules=RULES, face=FACE, kai=_KAI)
