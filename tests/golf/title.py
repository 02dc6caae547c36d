"""Golf for the registry."""

from typing import Final

from bot.games.title import Title
from tests.golf.face import FACE
from tests.golf.kai import KAI
from tests.golf.rules.game import GOLF as RULES

GOLF: Final = Title(rules=RULES, face=FACE, kai=KAI)
