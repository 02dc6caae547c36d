"""The canvas of a picture: panels, lines of text and sprites, each drawn once and then pasted."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, Protocol, TypeAlias

from PIL import Image

from bot.face.paint import Box, Brush, Lettering, Pen, drawn, text
from bot.face.palette import Colour, Palette
from bot.face.theme import Theme

LARGEST: Final = 25_000
"""The most bytes of a picture: a phone loads it at once."""

Align: TypeAlias = Literal["left", "middle", "right"]


class Art(Hashable, Protocol):
    """A small drawing, such as a card; equal ones are drawn once."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""

    @property
    def ground(self) -> Colour:
        """The colour below it."""

    def draw(self, pen: Pen) -> None:
        """Draw it, from (0, 0) to its size."""


class Canvas:
    """A picture in the making, of palette indices; sizes and places are in pixels."""

    def __init__(self, size: tuple[int, int], theme: Theme) -> None:
        self.size = size
        self.theme = theme
        self._image = theme.palette.blank(size, theme.ground)

    def box(
        self,
        box: Box,
        colour: Colour,
        ground: Colour,
        radius: int,
        edge: tuple[Colour, int] | None = None,
    ) -> None:
        """Draw a rectangle with round corners; ``ground`` is the colour around them."""
        self.art(_BoxArt((box.width, box.height), ground, colour, radius, edge), (box.x, box.y))

    def text(
        self, words: str, at: tuple[int, int], style: Lettering, align: Align = "left"
    ) -> None:
        """Write a line that starts at, is centred at or ends at ``at``'s x; its y is the top."""
        sprite = text(words, style, self.theme.palette)
        shift = {"left": 0, "middle": sprite.width // 2, "right": sprite.width}[align]
        self._image.paste(sprite, (at[0] - shift, at[1]))

    def art(self, art: Art, at: tuple[int, int]) -> None:
        """Draw a small drawing with its upper left corner at ``at``."""
        self._image.paste(_sprite(art, self.theme.palette), at)

    def once(self, art: Art, at: tuple[int, int]) -> None:
        """Draw a drawing that is not likely to come again, such as a curve: it is not kept."""
        self._image.paste(_settled(art, self.theme.palette), at)

    def png(self) -> bytes:
        """Return the picture as PNG."""
        if self.theme.few and self.size[1] >= self.theme.few_from:
            return self.theme.few_colours.png(self._image)
        return self.theme.palette.png(self._image)


class MakeCanvas(Protocol):
    """Makes a canvas: the class :class:`Canvas`, or one that draws in another way."""

    def __call__(self, size: tuple[int, int], theme: Theme) -> Canvas:
        """Return an empty canvas of this size."""


def small_png(versions: Iterable[Canvas]) -> bytes:
    """Return the first version with at most ``LARGEST`` bytes as PNG, or else the last one.

    There is at least one version. Later ones are drawn only if they are needed.
    """
    png = b""
    for version in versions:
        png = version.png()
        if len(png) <= LARGEST:
            break
    return png


@dataclass(frozen=True, slots=True)
class _BoxArt:
    """A rectangle with round corners."""

    size: tuple[int, int]
    ground: Colour
    colour: Colour
    radius: int
    edge: tuple[Colour, int] | None

    def draw(self, pen: Pen) -> None:
        pen.rounded((0, 0, *self.size), self.radius, self.colour, self.edge)


@lru_cache(maxsize=1024)
def _sprite(art: Art, palette: Palette) -> Image.Image:
    """Return a small drawing; cached, so paste it and never draw on it."""
    return _settled(art, palette)


def _settled(art: Art, palette: Palette) -> Image.Image:
    def draw(brush: Brush, scale: int) -> None:
        art.draw(Pen(brush, scale))

    return palette.settle(drawn(art.size, art.ground, draw))
