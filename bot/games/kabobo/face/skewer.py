"""Drawings of skewers: five pieces and the handle (B1.5)."""

from dataclasses import dataclass
from typing import Final

from bot.face import palette
from bot.face.card import Area
from bot.face.palette import Colour
from bot.face.pen import Edge, Pen
from bot.face.theme import SPARK
from bot.games.kabobo.face.theme import THEME
from bot.games.kabobo.rules.scores import PIECES

__all__ = ["SkewerArt"]

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


@dataclass(frozen=True, slots=True)
class SkewerArt:
    """A skewer with its pieces, the last ``new`` of them framed, and its handle."""

    size: tuple[int, int]
    ground: Colour
    pieces: int
    new: int = 0
    handle: bool = False

    def draw(self, pen: Pen) -> None:
        """Draw the stick, the pieces and the handle."""
        wide, high = self.size
        end = wide * (1 - _GRIP)
        pen.rectangle((high * 0.2, high / 2 - 1.5, end, high / 2 + 1.5), THEME.soft)
        for number in range(PIECES):
            self._piece(pen, number, end)
        box = (end, high * 0.2, wide - 1, high * 0.8)
        if self.handle:
            pen.rounded(box, high / 6, palette.GOLD)
        else:
            pen.rounded(box, high / 6, self.ground, (THEME.soft, 1.5))

    def _piece(self, pen: Pen, number: int, end: float) -> None:
        high, start = self.size[1], self.size[1] * 0.5
        x = start + (end - start) / PIECES * (number + 0.5)
        box = Area(x, high / 2, x, high / 2).grown(high * 0.42)
        if number >= self.pieces:
            pen.rounded(box, high / 5, self.ground, (THEME.soft, 1.5))
            return
        fresh = number >= self.pieces - self.new
        edge: Edge = (SPARK, 3) if fresh else (palette.SHADOW, 1)
        pen.rounded(box, high / 5, _COLOURS[number], edge)
