"""Sprites of skewers: five pieces and the handle (B1.5)."""

from functools import lru_cache
from typing import Final

from PIL import Image

from bot.face import palette
from bot.face.card import Area
from bot.face.paint import Brush, drawn
from bot.face.palette import Colour, settle
from bot.games.kabobo.rules.scores import PIECES

__all__ = ["skewer_sprite"]

_GRIP: Final = 0.16
"""The length of the handle, relative to the skewer."""

_COLOURS: Final = (
    palette.BANDS[11],
    palette.BANDS[7],
    palette.BANDS[3],
    palette.BANDS[9],
    palette.BANDS[5],
)
"""The colours of the pieces, a visual aid: won pieces are filled, others are not."""


@lru_cache(maxsize=64)
def skewer_sprite(
    pieces: int, new: int, size: tuple[int, int], ground: Colour, *, handle: bool
) -> Image.Image:
    """Draw a skewer with its pieces, the last ``new`` of them framed, and its handle."""

    def draw(brush: Brush, scale: int) -> None:
        skewer = _Skewer(brush, scale, size, ground)
        skewer.stick()
        for number in range(PIECES):
            skewer.piece(number, won=number < pieces, fresh=pieces - new <= number < pieces)
        skewer.handle(won=handle)

    return settle(drawn(size, ground, draw))


class _Skewer:
    def __init__(self, brush: Brush, scale: int, size: tuple[int, int], ground: Colour) -> None:
        self.brush = brush
        self.scale = scale
        self.ground = ground
        self.wide, self.high = size[0] * scale, size[1] * scale
        self.end = self.wide * (1 - _GRIP)

    def stick(self) -> None:
        middle, thick = self.high / 2, self.high / 14
        self.brush.rectangle(
            (self.high * 0.2, middle - thick, self.end, middle + thick), palette.MINT
        )

    def piece(self, number: int, *, won: bool, fresh: bool) -> None:
        start = self.high * 0.5
        x = start + (self.end - start) / PIECES * (number + 0.5)
        box = Area(x, self.high / 2, x, self.high / 2).grown(self.high * 0.42)
        radius = self.high / 5
        if not won:
            self.brush.rounded_rectangle(box, radius, self.ground, palette.MINT, self.scale)
            return
        edge, line = (palette.GOLD, 3) if fresh else (palette.SHADOW, 1)
        self.brush.rounded_rectangle(box, radius, _COLOURS[number], edge, line * self.scale)

    def handle(self, *, won: bool) -> None:
        middle, reach = self.high / 2, self.high * 0.3
        box = (self.end, middle - reach, self.wide - self.scale, middle + reach)
        colour, edge = (palette.GOLD, palette.GOLD) if won else (self.ground, palette.MINT)
        self.brush.rounded_rectangle(box, self.high / 6, colour, edge, self.scale)
