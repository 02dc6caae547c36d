"""Pictures that are mostly letters: sixteen colours, two pixels in a byte.

Letters are most of such a picture's bytes, most of all their soft edges: with one blend for each
colour instead of up to four, and half a byte for each pixel, a full page of standings has 23 KB
instead of 38. Of the palette of all pictures (:mod:`bot.face.palette`) only the colours that texts
and marks need are left; the others become the nearest of them.
"""

import struct
import zlib
from functools import cache
from itertools import chain
from typing import Final

from PIL import Image

from bot.face import palette
from bot.face.palette import HOUSE, Colour

__all__ = ["PICKED", "png"]


def _between(letters: Colour, ground: Colour) -> Colour:
    """Return the colour of soft edges."""
    red, green, blue = ((a + b) // 2 for a, b in zip(letters, ground, strict=True))
    return red, green, blue


PICKED: Final[tuple[Colour, ...]] = (
    *(palette.TABLE, palette.PANEL, palette.CREAM, palette.MINT, palette.GOLD, palette.INK),
    *(palette.BACK_MARK, palette.BANDS[8]),
    *(_between(letters, palette.PANEL) for letters in (palette.CREAM, palette.MINT, palette.GOLD)),
)
"""The colours of these pictures, by index: at most sixteen."""

_LEVEL: Final = 6
"""zlib's. Measured on a full page of standings: level 5 takes three quarters of the time for 5 %
more bytes, level 7 a quarter more time for 1 % fewer."""
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"


@cache
def _nearest() -> bytes:
    """Return the place in ``PICKED`` for each index of the palette of all pictures."""

    def nearest(colour: Colour) -> int:
        apart = [sum((a - b) ** 2 for a, b in zip(colour, own, strict=True)) for own in PICKED]
        return apart.index(min(apart))

    return bytes(map(nearest, HOUSE.colours)).ljust(256, b"\0")


def png(sheet: Image.Image) -> bytes:
    """Encode an image of palette indices as PNG; its width is an even number of pixels.

    Pillow would filter rows of half bytes, which makes them a fifth larger: so the rows are
    packed by Pillow, and written here without a filter.
    """
    wide, high = sheet.size
    # Two more pixels of index 0 make the byte before each row that says: no filter.
    rows = Image.new("L", (wide + 2, high))
    rows.paste(sheet.point(list(_nearest())), (2, 0))
    packed = Image.frombytes("P", rows.size, rows.tobytes()).tobytes("raw", "P;4")
    header = struct.pack(">IIBBBBB", wide, high, 4, 3, 0, 0, 0)
    return _SIGNATURE + b"".join(
        (
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", bytes(chain.from_iterable(PICKED))),
            _chunk(b"IDAT", zlib.compress(packed, _LEVEL)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)
