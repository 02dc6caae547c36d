"""Pictures with at most sixteen colours: two pixels in a byte.

Soft edges are most of the bytes of a picture with many letters or cards. With one blend for each
colour instead of several, and half a byte for each pixel, a picture has about a third fewer bytes.
The colours that are left out become the nearest of the others.
"""

import struct
import zlib
from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import Final

from PIL import Image

from bot.face.palette import Colour, Palette

__all__ = ["FewColours"]

_MOST: Final = 16
_LEVEL: Final = 6
"""zlib's. Measured on a full page of standings: level 5 takes three quarters of the time for 5 %
more bytes, level 7 a quarter more time for 1 % fewer."""
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"


class FewColours:
    """Encodes images of a palette's indices with a few of its colours."""

    def __init__(self, palette: Palette, picked: Sequence[Colour]) -> None:
        """Take up to sixteen colours, by index."""
        if len(picked) > _MOST:
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

        Pillow would filter rows of half bytes, which makes them a fifth larger: so the rows are
        packed by Pillow, and written here without a filter.
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
                _chunk(b"IDAT", zlib.compress(packed, _LEVEL)),
                _chunk(b"IEND", b""),
            )
        )


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)
