"""The colours of the league's pictures, which are mostly letters: sixteen at most."""

from typing import Final

from PIL import Image

from bot.face import palette
from bot.face.few_colours import FewColours
from bot.face.palette import HOUSE, Colour, blends

__all__ = ["PICKED", "png"]

PICKED: Final[tuple[Colour, ...]] = (
    *(palette.TABLE, palette.PANEL, palette.CREAM, palette.MINT, palette.GOLD, palette.INK),
    *(palette.BACK_MARK, palette.BANDS[8]),
    *(blends(letters, palette.PANEL, 1)[0] for letters in (palette.CREAM, palette.MINT)),
    blends(palette.GOLD, palette.PANEL, 1)[0],
)
"""The colours of these pictures, by index: at most sixteen."""

_INK: Final = FewColours(HOUSE, PICKED)


def png(sheet: Image.Image) -> bytes:
    """Encode an image of ``HOUSE``'s indices as PNG; its width is an even number of pixels."""
    return _INK.png(sheet)
