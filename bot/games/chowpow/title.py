"""Chow Pow!'s entry in the registry."""

from typing import Final

from bot.games.chowpow.face import FACE
from bot.games.chowpow.kai import KAI
from bot.games.chowpow.rules.game import CHOWPOW as RULES
from bot.games.title import Title

CHOWPOW: Final = Title(rules=RULES, face=FACE, kai=KAI)
