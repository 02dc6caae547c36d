"""A canvas that notes all letters of a picture, to measure how they look on a phone."""

import itertools
from typing import NamedTuple

from bot.face.canvas import Align, Art, Theme
from bot.face.paint import Box, Lettering, Pen, Point, width
from bot.face.palette import Colour
from bot.face.seating import SMALLEST
from lab.bench.pictures import PlainCanvas


class Words(NamedTuple):
    """A text of a picture: its font size and its box, in pixels."""

    words: str
    size: int
    box: Box


class LetterCanvas(PlainCanvas):
    """Draws a picture plainly, and keeps its texts."""

    def __init__(self, size: tuple[int, int], theme: Theme) -> None:
        super().__init__(size, theme)
        self.lines: list[Words] = []
        self.on_cards: list[Words] = []
        self.drawings: list[Box] = []

    def text(
        self, words: str, at: tuple[int, int], style: Lettering, align: Align = "left"
    ) -> None:
        super().text(words, at, style, align)
        wide = width(words, style.size, bold=style.bold)
        left = at[0] - {"left": 0, "middle": wide // 2, "right": wide}[align]
        # Of a line's height, letters without accents take the middle.
        box = Box(left, at[1] + style.size // 4, wide, style.size * 4 // 5)
        self.lines.append(Words(words, style.size, box))

    def art(self, art: Art, at: tuple[int, int]) -> None:
        super().art(art, at)
        self.drawings.append(Box(*at, *art.size))
        art.draw(_NotingPen(self, at))


class _NotingPen(Pen):
    def __init__(self, canvas: LetterCanvas, at: tuple[int, int]) -> None:
        super().__init__(canvas._brush, origin=at)
        self._canvas = canvas

    def letters(
        self, words: str, middle: Point, size: int, colour: Colour, ground: Colour | None = None
    ) -> None:
        super().letters(words, middle, size, colour, ground)
        wide = width(words, size, bold=True)
        x, y = (round(at) for at in self._at(middle))
        box = Box(x - wide // 2, y - size // 3, wide, size * 2 // 3)
        self._canvas.on_cards.append(Words(words, size, box))


def check_letters(canvas: LetterCanvas) -> None:
    """Check that letters are large, and that lines are inside the picture and apart."""
    for each in (*canvas.lines, *canvas.on_cards):
        assert each.size >= SMALLEST, f"smaller than SMALLEST, {SMALLEST} pixels: {each}"
    for line in canvas.lines:
        assert inside(line.box, canvas), f"not inside the picture, {canvas.size}: {line}"
    for one, other in itertools.combinations(canvas.lines, 2):
        assert not overlap(one.box, other.box), f"over each other: {one}, {other}"


def check_drawings(canvas: object) -> None:
    """Check letters, and that drawings are inside, and apart from each other and from lines."""
    assert isinstance(canvas, LetterCanvas)
    check_letters(canvas)
    for at, drawing in enumerate(canvas.drawings):
        assert inside(drawing, canvas), f"not inside the picture, {canvas.size}: {drawing}"
        for other in canvas.drawings[:at]:
            assert not overlap(drawing, other), f"over each other: {drawing}, {other}"
        for line in canvas.lines:
            assert not overlap(drawing, line.box), f"over each other: {drawing}, {line}"


def inside(box: Box, canvas: LetterCanvas) -> bool:
    wide, high = canvas.size
    across = 0 <= box.x <= box.x + box.width <= wide
    return across and 0 <= box.y <= box.y + box.height <= high


def overlap(one: Box, other: Box) -> bool:
    beside = one.x + one.width <= other.x or other.x + other.width <= one.x
    below = one.y + one.height <= other.y or other.y + other.height <= one.y
    return not (beside or below)
