"""Sprites: small images that are drawn once, cached, and pasted into pictures.

All caches are bounded. Cached images are shared: paste them, never draw on them. This makes it
safe to draw pictures in several threads.
"""

import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from bot.face.fonts import font, font_for, space, width, word_width
from bot.face.palette import Colour, Palette

__all__ = [
    "Box",
    "Brush",
    "Lettering",
    "drawn",
    "text",
    "write_middle",
]

_OVERSIZE: Final = 4
"""Shapes are drawn this many times too large and then shrunk, for antialiasing."""

_BOLD: Final = 0.022
"""The stroke around bold letters of system fonts, relative to their size."""

_CAPITALS: Final = 0.69
"""The height of digits and capitals, relative to the font size."""

KEPT: Final = 256
"""How many lines and how many words are cached, about 4 KiB each. Four times as many do not make
pictures faster, and take days to fill up with new names."""

Brush: TypeAlias = ImageDraw.ImageDraw


class Box(NamedTuple):
    """A rectangle, in pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> int:
        """The x coordinate of the middle."""
        return self.x + self.width // 2


class Lettering(NamedTuple):
    """A text style: size in pixels, colour, background colour, and weight."""

    size: int
    colour: Colour
    ground: Colour
    bold: bool = False


def drawn(size: tuple[int, int], ground: Colour, draw: Callable[[Brush, int], None]) -> Image.Image:
    """Return a sprite; ``draw`` gets a brush and the scale for all its lengths."""
    large = Image.new("RGB", (size[0] * _OVERSIZE, size[1] * _OVERSIZE), ground)
    draw(ImageDraw.Draw(large), _OVERSIZE)
    return large.reduce(_OVERSIZE)


def _write(brush: Brush, word: str, at: tuple[float, float], style: Lettering, family: str) -> None:
    """Write on an RGB image; ``at`` is the left end of the baseline."""
    stroke = style.size * _BOLD if style.bold and family else 0
    letters = font(style.size, family, bold=style.bold)
    brush.text(at, word, style.colour, letters, "ls", stroke_width=stroke)


def write_middle(brush: Brush, word: str, at: tuple[float, float], style: Lettering) -> None:
    """Write digits or capitals on an RGB image, centred at ``at``."""
    left = at[0] - width(word, style.size, bold=style.bold) / 2
    _write(brush, word, (left, at[1] + style.size * _CAPITALS / 2), style, font_for(word))


@lru_cache(maxsize=KEPT)
def text(words: str, style: Lettering, palette: Palette) -> Image.Image:
    """Return an image of one line of text; its height depends only on the font size.

    There are many lines but few words, so a new line is put together from cached words.
    """
    family = font_for(words)
    size = _size(width(words, style.size, bold=style.bold), style)
    line = palette.blank(size, style.ground)
    x = 0
    # Words that are read from right to left are put in order by the font's layout.
    for word in [words] if _leftward(words) else words.split(" "):
        line.paste(_word(word, style, family, palette), (x, 0))
        x += word_width(word, style.size, family, bold=style.bold) + space(style.size, family)
    return line


def _leftward(words: str) -> bool:
    return any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in words)


@lru_cache(maxsize=KEPT)
def _word(word: str, style: Lettering, family: str, palette: Palette) -> Image.Image:
    size = _size(word_width(word, style.size, family, bold=style.bold), style)
    image = Image.new("RGB", size, style.ground)
    _write(ImageDraw.Draw(image), word, (_pad(style), style.size), style, family)
    return palette.settle(image)


def _size(letters: int, style: Lettering) -> tuple[int, int]:
    """Return the size of a sprite for letters of this width."""
    return max(1, letters) + 2 * _pad(style), style.size * 4 // 3


def _pad(style: Lettering) -> int:
    """Return the padding left and right of the letters, which is less than a space."""
    return style.size // 8
