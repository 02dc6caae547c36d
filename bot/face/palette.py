"""Colours and palettes of pictures: fixed, so that sprites are pasted without conversion.

Sprites are drawn in RGB, several times too large, shrunk and then mapped to a palette. A picture is
assembled from them as an image of palette indices (one byte a pixel, Pillow's mode L), which is
fast to paste and compress. A palette has a few blends between each text colour and its background.

A picture with many letters or cards may have sixteen of these colours: two pixels in a byte, and
about a third fewer bytes. The colours that are left out become the nearest of the others.
"""

import struct
import zlib
from collections.abc import Sequence
from functools import cached_property
from io import BytesIO
from itertools import chain
from typing import Final, TypeAlias

from PIL import Image

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
"""Of number cards, 0 to 12: a visual aid, never the only distinction."""

_MOST: Final = 256

_LEVELS: Final = (3, 6)
"""zlib's: the second where the first is too large. Level 6 takes twice as long for 18 % less."""

_LARGEST: Final = 25_000
"""Bytes of a picture."""

_FEW: Final = 16
_FEW_LEVEL: Final = 6
"""zlib's: on a page of standings level 5 takes 3/4 of the time for 5 % more, 7 5/4 for 1 % less."""
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"


def blends(one: Colour, other: Colour, steps: int) -> list[Colour]:
    """Return ``steps`` colours evenly spaced between two."""

    def mix(part: int) -> Colour:
        red, green, blue = (
            (a * (steps + 1 - part) + b * part) // (steps + 1)
            for a, b in zip(one, other, strict=True)
        )
        return red, green, blue

    return [mix(part) for part in range(1, steps + 1)]


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
        for level in _LEVELS:
            coloured.save(file := BytesIO(), "PNG", compress_level=level)
            if file.tell() <= _LARGEST:
                break
        return file.getvalue()


class FewColours:
    """Encodes images of a palette's indices with a few of its colours."""

    def __init__(self, palette: Palette, picked: Sequence[Colour]) -> None:
        """Take up to sixteen colours, by index."""
        if len(picked) > _FEW:
            raise ValueError(f"{len(picked)} colours do not fit in half a byte")
        self.picked: Final = tuple(picked)
        self._palette = palette

    @cached_property
    def _nearest(self) -> list[int]:
        """The place in ``picked`` for each index of the palette."""

        def nearest(colour: Colour) -> int:
            apart = [
                sum((a - b) ** 2 for a, b in zip(colour, own, strict=True)) for own in self.picked
            ]
            return apart.index(min(apart))

        found = [nearest(colour) for colour in self._palette.colours]
        return [*found, *[0] * (256 - len(found))]

    def png(self, sheet: Image.Image) -> bytes:
        """Encode an image of palette indices as PNG; its width is an even number of pixels.

        Pillow would filter rows of half bytes, which makes them a fifth larger: so they are written
        here.
        """
        wide, high = sheet.size
        # Two more pixels of index 0 make the byte before each row that says: no filter.
        rows = Image.new("L", (wide + 2, high))
        rows.paste(sheet.point(self._nearest), (2, 0))
        packed = Image.frombytes("P", rows.size, rows.tobytes()).tobytes("raw", "P;4")
        header = struct.pack(">IIBBBBB", wide, high, 4, 3, 0, 0, 0)
        return _SIGNATURE + b"".join(
            (
                _chunk(b"IHDR", header),
                _chunk(b"PLTE", bytes(chain.from_iterable(self.picked))),
                _chunk(b"IDAT", zlib.compress(packed, _FEW_LEVEL)),
                _chunk(b"IEND", b""),
            )
        )


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)
