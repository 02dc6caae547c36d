"""Kai at Kapow!."""

from collections.abc import Mapping
from typing import Final

from bot.kai.kapow.ahead import OneTurnAhead
from bot.kai.kapow.appraisal import Appraisal
from bot.kai.kapow.outlook import Outlook
from bot.kai.player import AnyPlayer

__all__ = ["PLAYERS"]

PLAYERS: Final[Mapping[str, AnyPlayer]] = {
    "normal": OneTurnAhead(Appraisal),
    "hard": OneTurnAhead(Outlook),
}
"""Kai's players of Kapow! by level, the usual one first."""
