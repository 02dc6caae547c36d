"""Kapow!'s entry in the registry."""

from typing import Final

from bot.games.kapow.face import FACE
from bot.games.kapow.kai import KAI
from bot.games.kapow.rules.game import KAPOW as RULES
from bot.games.title import Title

KAPOW: Final = Title(rules=RULES, face=FACE, kai=KAI)
