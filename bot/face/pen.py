"""A pen for shapes and letters, in pixels of the finished picture.

Sprites are drawn several times too large and then shrunk, for antialiasing. The pen does the
scaling, so whoever draws a card need not think of it.
"""

from collections.abc import Sequence
from typing import TypeAlias

from PIL import ImageDraw

from bot.face.fonts import size_for
from bot.face.paint import Lettering, write_middle
from bot.face.palette import Colour

__all__ = ["Corners", "Edge", "Pen", "Point"]

Point: TypeAlias = tuple[float, float]

Edge: TypeAlias = tuple[Colour, float]
"""The colour and the width of an outline."""

Corners: TypeAlias = tuple[bool, bool, bool, bool]
"""Which corners are round, clockwise from the upper left one."""

_ALL: Corners = (True, True, True, True)


class Pen:
    """Draws on an RGB image, ``scale`` times as large and starting at ``origin``."""

    def __init__(
        self, brush: ImageDraw.ImageDraw, scale: int = 1, origin: tuple[int, int] = (0, 0)
    ) -> None:
        self._brush = brush
        self._scale = scale
        self._origin = origin

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """Fill a polygon."""
        self._brush.polygon([self._at(point) for point in points], colour)

    def line(self, points: Sequence[Point], width: float, colour: Colour) -> None:
        """Draw a line through points, with round bends."""
        thick = self._length(width)
        self._brush.line([self._at(point) for point in points], colour, thick, joint="curve")

    def ellipse(
        self, box: Sequence[float], colour: Colour | None = None, edge: Edge | None = None
    ) -> None:
        """Draw an ellipse in a box of left, top, right and bottom."""
        self._brush.ellipse(self._box(box), colour, *self._edge(edge))

    def arc(
        self, box: Sequence[float], start: float, end: float, width: float, colour: Colour
    ) -> None:
        """Draw a part of an ellipse's outline, in degrees clockwise from the right."""
        self._brush.arc(self._box(box), start, end, colour, self._length(width))

    def slice(self, box: Sequence[float], start: float, end: float, colour: Colour) -> None:
        """Fill a part of an ellipse between two angles, as for :meth:`arc`."""
        self._brush.pieslice(self._box(box), start, end, colour)

    def rectangle(self, box: Sequence[float], colour: Colour) -> None:
        """Fill a rectangle."""
        self._brush.rectangle(self._box(box), colour)

    def rounded(
        self,
        box: Sequence[float],
        radius: float,
        colour: Colour | None = None,
        edge: Edge | None = None,
        corners: Corners = _ALL,
    ) -> None:
        """Draw a rectangle with round corners."""
        outline, width = self._edge(edge)
        self._brush.rounded_rectangle(
            self._box(box), radius * self._scale, colour, outline, width, corners=corners
        )

    def letters(
        self, words: str, middle: Point, size: int, colour: Colour, ground: Colour | None = None
    ) -> None:
        """Write digits or capitals in bold, centred, ``size`` pixels large."""
        style = Lettering(size * self._scale, colour, ground or colour, bold=True)
        write_middle(self._brush, words, self._at(middle), style)

    def fitted(self, words: str, box: Sequence[float], highest: float, colour: Colour) -> None:
        """Write in the middle of a box, as large as its width and ``highest`` allow."""
        left, top, right, bottom = box
        size = size_for(words, (right - left) * 0.96, highest, bold=True)
        self.letters(words, ((left + right) / 2, (top + bottom) / 2), size, colour)

    def _at(self, point: Point) -> Point:
        x, y = self._origin
        return (point[0] + x) * self._scale, (point[1] + y) * self._scale

    def _box(self, box: Sequence[float]) -> tuple[float, float, float, float]:
        """Scale a box; its right and bottom pixels belong to it."""
        left, top = self._at((box[0], box[1]))
        right, bottom = self._at((box[2], box[3]))
        return left, top, max(left, right - 1), max(top, bottom - 1)

    def _length(self, width: float) -> int:
        return max(1, round(width * self._scale))

    def _edge(self, edge: Edge | None) -> tuple[Colour | None, int]:
        return (None, 0) if edge is None else (edge[0], self._length(edge[1]))
