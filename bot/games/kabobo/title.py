"""Kabobo!'s entry in the registry."""

from typing import Final

from bot.games.kabobo.face import FACE
from bot.games.kabobo.kai import KAI
from bot.games.kabobo.rules.game import KABOBO as RULES
from bot.games.title import Title

KABOBO: Final = Title(rules=RULES, face=FACE, kai=KAI)
