"""Kapow!'s entry in the registry."""

from typing import Final

from bot.games.kapow.face import FACE
from bot.games.kapow.kai.players import (
    EasyKapow,
    ExpertKapow,
    HardKapow,
    NormalKapow,
    ReviewingKapow,
    prepare,
)
from bot.games.kapow.kai.reasons import explain
from bot.games.kapow.rules.game import KAPOW as RULES
from bot.games.title import Title
from bot.kai.player import Kai

_KAI: Final = Kai(
    players={
        "normal": NormalKapow(),
        "easy": EasyKapow(),
        "hard": HardKapow(),
        "expert": ExpertKapow(),
    },
    adviser=HardKapow(),
    reviewer=ReviewingKapow(),
    open_hands=True,
    version=3,
    changed={"hard": (2, 3), "expert": (2, 3)},
    advice_version=9,
    explain=explain,
    compiled=("hard", "expert"),
    prepare=prepare,
    ratings={
        "easy 1": 1256,
        "normal 1": 1500,
        "hard 1": 2136,
        "expert 1": 2183,
        "hard 2": 2136,
        "hard 3": 2136,
    },
)

KAPOW: Final = Title(rules=RULES, face=FACE, kai=_KAI)
