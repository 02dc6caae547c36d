"""The same pictures drawn in the obvious way: in RGB, shape by shape, with nothing kept."""

import io
from typing import Final

from PIL import Image, ImageDraw

from bot.face.canvas import Align, Art, Canvas
from bot.face.fonts import font, font_for
from bot.face.paint import Box, Lettering
from bot.face.palette import Colour
from bot.face.pen import Pen
from bot.face.theme import Theme

__all__ = ["PlainCanvas"]

_ANCHORS: Final = {"left": "ls", "middle": "ms", "right": "rs"}
"""Pillow's anchors: a baseline."""


class PlainCanvas(Canvas):
    """Draws directly on one image with Pillow, and saves it as PNG with Pillow's defaults.

    Of all that makes :class:`Canvas` fast, only the loaded fonts are kept.
    """

    def __init__(self, size: tuple[int, int], theme: Theme) -> None:
        self.size = size
        self.theme = theme
        self._sheet = Image.new("RGB", size, theme.ground)
        self._brush = ImageDraw.Draw(self._sheet)

    def box(
        self,
        box: Box,
        colour: Colour,
        ground: Colour,  # noqa: ARG002 - what is below shows by itself
        radius: int,
        edge: tuple[Colour, int] | None = None,
    ) -> None:
        """Draw a rectangle with round corners."""
        outline, line = edge or (None, 0)
        corners = (box.x, box.y, box.x + box.width - 1, box.y + box.height - 1)
        self._brush.rounded_rectangle(corners, radius, colour, outline, line)

    def text(
        self, words: str, at: tuple[int, int], style: Lettering, align: Align = "left"
    ) -> None:
        """Write a line of text."""
        letters = font(style.size, font_for(words), bold=style.bold)
        pad = {"left": 1, "middle": 0, "right": -1}[align] * (style.size // 8)
        base = (at[0] + pad, at[1] + style.size)
        self._brush.text(base, words, style.colour, letters, _ANCHORS[align])

    def art(self, art: Art, at: tuple[int, int]) -> None:
        """Draw a small drawing in its place."""
        art.draw(Pen(self._brush, origin=at))

    def once(self, art: Art, at: tuple[int, int]) -> None:
        """Draw any drawing in its place."""
        self.art(art, at)

    def png(self) -> bytes:
        """Return the picture as PNG."""
        file = io.BytesIO()
        self._sheet.save(file, "PNG")
        return file.getvalue()
