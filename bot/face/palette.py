"""Colours of pictures, and palettes: fixed, so that sprites are pasted without conversion.

Sprites are drawn once in RGB, several times too large, shrunk and then mapped to a palette. A
picture is assembled from them as an image of palette indices (one byte a pixel, Pillow's mode L),
which is fast to paste and compress. A palette has a few blends between each text colour and its
background, for antialiasing. Each game has a palette of its own (:mod:`bot.face.theme`), and so
have the league and the reviews.
"""

from collections.abc import Sequence
from io import BytesIO
from itertools import chain
from typing import Final, TypeAlias

from PIL import Image

__all__ = ["BANDS", "Colour", "Palette", "blends"]

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""

TABLE: Final[Colour] = (22, 26, 30)
PANEL: Final[Colour] = (38, 44, 50)
COLUMN: Final[Colour] = (66, 75, 83)
CREAM: Final[Colour] = (252, 249, 240)
INK: Final[Colour] = (24, 26, 43)
MINT: Final[Colour] = (186, 212, 204)
GOLD: Final[Colour] = (255, 208, 59)
BACK: Final[Colour] = (35, 58, 108)
BACK_LINE: Final[Colour] = (98, 132, 190)
BACK_MARK: Final[Colour] = (206, 223, 255)
POWER: Final[Colour] = (110, 82, 186)
TAB: Final[Colour] = (70, 52, 130)
BURST: Final[Colour] = (226, 84, 44)
BURST_EDGE: Final[Colour] = (140, 40, 22)
SHADOW: Final[Colour] = (6, 36, 29)
RED: Final[Colour] = (200, 40, 48)

BANDS: Final[tuple[Colour, ...]] = (
    (28, 122, 84),
    (52, 146, 92),
    (92, 164, 96),
    (130, 178, 102),
    (164, 186, 96),
    (196, 190, 88),
    (222, 184, 74),
    (232, 164, 62),
    (232, 142, 56),
    (224, 116, 52),
    (214, 88, 50),
    (194, 62, 52),
    (166, 42, 54),
)
"""The bands of number cards, 0 to 12: a visual aid, never the only distinction."""


def blends(one: Colour, other: Colour, steps: int) -> list[Colour]:
    """Return ``steps`` colours evenly spaced between two."""

    def mix(part: int) -> Colour:
        red, green, blue = (
            (a * (steps + 1 - part) + b * part) // (steps + 1)
            for a, b in zip(one, other, strict=True)
        )
        return red, green, blue

    return [mix(part) for part in range(1, steps + 1)]


_LEVEL: Final = 5
"""zlib's compression level. Measured on tables of four seats: level 3 takes two thirds of the time
for 12 % more bytes, level 6 half as long again for 8 % fewer bytes."""

_MOST: Final = 256

LILAC: Final[Colour] = blends(POWER, CREAM, 2)[0]


class Palette:
    """Up to 256 colours; images of its indices are made, and encoded, with the same palette."""

    def __init__(self, colours: Sequence[Colour]) -> None:
        """Take the colours by index; repeated ones are left out."""
        self.colours: Final = tuple(dict.fromkeys(colours))
        if len(self.colours) > _MOST:
            raise ValueError(f"{len(self.colours)} colours are too many for a palette")
        self._indices = {colour: at for at, colour in enumerate(self.colours)}
        self._bytes = bytes(chain.from_iterable(self.colours))
        # Pillow's ``quantize`` takes a palette from an image.
        self._carrier = Image.new("P", (1, 1))
        self._carrier.putpalette(self._bytes)

    def index(self, colour: Colour) -> int:
        """Return the index of one of the colours; ``KeyError`` for any other."""
        return self._indices[colour]

    def blank(self, size: tuple[int, int], ground: Colour) -> Image.Image:
        """Return an image of palette indices filled with ``ground``; sizes in pixels."""
        return Image.new("L", size, self.index(ground))

    def settle(self, image: Image.Image) -> Image.Image:
        """Map an RGB image to palette indices: each pixel to the nearest colour."""
        nearest = image.quantize(palette=self._carrier, dither=Image.Dither.NONE)
        return Image.frombytes("L", image.size, nearest.tobytes())

    def png(self, sheet: Image.Image) -> bytes:
        """Encode an image of palette indices as PNG."""
        coloured = sheet.copy()
        coloured.putpalette(self._bytes)
        file = BytesIO()
        coloured.save(file, "PNG", compress_level=_LEVEL)
        return file.getvalue()
