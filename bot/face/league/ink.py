"""The colours of the league's pictures, which are mostly letters: sixteen at most."""

from dataclasses import replace
from typing import Final

from bot.face import palette
from bot.face.palette import Colour, blends
from bot.face.theme import PLAIN_THEME

__all__ = ["PICKED", "THEME"]

PICKED: Final[tuple[Colour, ...]] = (
    *(palette.TABLE, palette.PANEL, palette.CREAM, palette.MINT, palette.GOLD, palette.INK),
    *(palette.BACK_MARK, palette.BANDS[8]),
    *(blends(letters, palette.PANEL, 1)[0] for letters in (palette.CREAM, palette.MINT)),
    blends(palette.GOLD, palette.PANEL, 1)[0],
)
"""The colours of these pictures, by index: at most sixteen."""

THEME: Final = replace(PLAIN_THEME, soft=palette.MINT, few=PICKED, few_from=0)
"""The look of standings and profiles."""
