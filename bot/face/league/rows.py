"""What pictures of standings and of a night's result share: rows with a place, a name and a result.

Sizes are in pixels.
"""

from typing import Final

from bot.face import palette
from bot.face.paint import Lettering
from bot.face.seating import SMALLEST

__all__ = [
    "GAP",
    "HEAD",
    "HEADER",
    "LABEL",
    "LEFT",
    "LOWER",
    "LOW_ROW",
    "NAME",
    "PLACE",
    "RESULT",
    "ROW",
    "TITLE",
    "UPPER",
]

TITLE: Final = Lettering(34, palette.CREAM, palette.TABLE, bold=True)
HEAD: Final = Lettering(SMALLEST, palette.MINT, palette.TABLE)
"""What stands below the title."""
NAME: Final = Lettering(26, palette.CREAM, palette.PANEL, bold=True)
RESULT: Final = Lettering(30, palette.GOLD, palette.PANEL, bold=True)
LABEL: Final = Lettering(SMALLEST, palette.MINT, palette.PANEL)

HEADER: Final = 88
"""The height above the rows."""
ROW: Final = 68
LOW_ROW: Final = 48
"""The heights of a row, and of one that is only a name and a result."""
GAP: Final = 6
"""Between two rows."""
UPPER: Final = 32
LOWER: Final = 58
"""The baselines in a row, from its upper edge."""
PLACE: Final = 48
"""The middle of places."""
LEFT: Final = 90
"""The left edge of names."""
