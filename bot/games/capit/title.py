"""CAP-IT's entry in the registry."""

from typing import Final

from bot.games.capit.face import FACE
from bot.games.capit.kai import KAI
from bot.games.capit.rules.game import CAPIT as RULES
from bot.games.title import Title

CAPIT: Final = Title(rules=RULES, face=FACE, kai=KAI)
