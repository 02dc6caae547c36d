"""Sprites: small pictures drawn once, ready to be pasted into a table.

Every function that keeps its results bounds how many. The images it returns are shared: they are
pasted from, never drawn on. So pictures may be drawn in several threads at once.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from bot.face.fonts import MINUS, MINUS_WIDTH, font, font_for, space, width, word_width
from bot.face.palette import Colour, blank, settle

__all__ = [
    "Box",
    "Brush",
    "Lettering",
    "drawn",
    "paste_text",
    "rounded",
    "text",
    "write_middle",
]

_OVERSIZE: Final = 4
"""How many times too large shapes are drawn, for soft edges when they are shrunk."""

_BOLD: Final = 0.022
"""The stroke around bold letters, as a part of their size: the fonts at hand are regular."""

_CAPITALS: Final = 0.71
"""The height of figures and capitals, as a part of their size."""

KEPT: Final = 256
"""How many lines and how many words are kept, each some 4 KiB: four times as many make pictures no
quicker, and go on filling with new names for days."""

Brush: TypeAlias = ImageDraw.ImageDraw


class Box(NamedTuple):
    """A rectangle, in pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> int:
        """The horizontal middle."""
        return self.x + self.width // 2


class Lettering(NamedTuple):
    """How letters look: size in pixels, colour, what they lie on, and their weight."""

    size: int
    colour: Colour
    ground: Colour
    bold: bool = False


def drawn(size: tuple[int, int], ground: Colour, draw: Callable[[Brush, int], None]) -> Image.Image:
    """Return a sprite; ``draw`` gets a brush and the scale by which all its lengths grow."""
    large = Image.new("RGB", (size[0] * _OVERSIZE, size[1] * _OVERSIZE), ground)
    draw(ImageDraw.Draw(large), _OVERSIZE)
    return large.reduce(_OVERSIZE)


@lru_cache(maxsize=256)
def rounded(
    size: tuple[int, int],
    colour: Colour,
    ground: Colour,
    radius: int,
    edge: tuple[Colour, int] | None = None,
) -> Image.Image:
    """Return a filled rectangle with round corners; ``edge`` is an outline's colour and width."""

    def draw(brush: Brush, scale: int) -> None:
        outline, line = edge or (colour, 0)
        corners = (0, 0, size[0] * scale - 1, size[1] * scale - 1)
        brush.rounded_rectangle(corners, radius * scale, colour, outline, line * scale)

    return settle(drawn(size, ground, draw))


def _write(brush: Brush, word: str, at: tuple[float, float], style: Lettering, family: str) -> None:
    """Write on a full-colour image; ``at`` is the left end of the line the letters stand on."""
    stroke = style.size * _BOLD if style.bold else 0
    letters = font(style.size, family)
    x, y = at
    for number, part in enumerate(word.split(MINUS)):
        if number:
            _minus(brush, (x, y), style)
            x += MINUS_WIDTH * style.size
        brush.text((x, y), part, style.colour, letters, "ls", stroke_width=stroke)
        x += letters.getlength(part)


def write_middle(brush: Brush, word: str, at: tuple[float, float], style: Lettering) -> None:
    """Write figures or capitals on a full-colour image with their middle at ``at``."""
    left = at[0] - width(word, style.size) / 2
    _write(brush, word, (left, at[1] + style.size * _CAPITALS / 2), style, font_for(word))


def _minus(brush: Brush, at: tuple[float, float], style: Lettering) -> None:
    size = style.size
    thick = max(1.0, size * (0.12 if style.bold else 0.075))
    left, right = at[0] + size * 0.07, at[0] + size * (MINUS_WIDTH - 0.07)
    middle = at[1] - size * _CAPITALS / 2
    brush.rectangle((left, middle - thick / 2, right, middle + thick / 2), style.colour)


@lru_cache(maxsize=KEPT)
def text(words: str, style: Lettering) -> Image.Image:
    """Return one line of letters; its height depends on the size alone.

    Lines are many, their words few: so a new line is put together from words drawn before.
    """
    family = font_for(words)
    line = blank(_size(width(words, style.size), style), style.ground)
    x = 0
    for word in words.split(" "):
        line.paste(_word(word, style, family), (x, 0))
        x += word_width(word, style.size, family) + space(style.size, family)
    return line


@lru_cache(maxsize=KEPT)
def _word(word: str, style: Lettering, family: str) -> Image.Image:
    image = Image.new("RGB", _size(word_width(word, style.size, family), style), style.ground)
    _write(ImageDraw.Draw(image), word, (_pad(style), style.size), style, family)
    return settle(image)


def _size(letters: int, style: Lettering) -> tuple[int, int]:
    """Return the size of a sprite whose letters are so wide."""
    return max(1, letters) + 2 * _pad(style), style.size * 4 // 3


def _pad(style: Lettering) -> int:
    """Return the room left and right of the letters, less than a space is wide."""
    return style.size // 8


def paste_text(
    canvas: Image.Image,
    words: str,
    at: tuple[int, int],
    style: Lettering,
    align: Literal["left", "middle", "right"] = "left",
) -> int:
    """Paste a line so that it starts, is centred or ends at ``at``'s x; ``at``'s y is its top.

    Returns its width in pixels.
    """
    sprite = text(words, style)
    shift = {"left": 0, "middle": sprite.width // 2, "right": sprite.width}[align]
    canvas.paste(sprite, (at[0] - shift, at[1]))
    return sprite.width
