"""The canvas of a picture: panels, lines of text and sprites; and a game's look, its theme.

Each sprite is drawn once and then pasted. What means the same in all games has the same colour
everywhere: gold for the turn, the spark for what has just changed, cream for cards and names.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from typing import Final, Literal, Protocol, TypeAlias

from PIL import Image

from bot.face import palette
from bot.face.paint import Area, Box, Brush, Lettering, Pen, drawn, text
from bot.face.palette import BANDS, CREAM, GOLD, INK, RED, Colour, FewColours, Palette, blends
from bot.face.seating import SMALLEST

SPARK: Final[Colour] = (124, 214, 255)
"""What has just changed."""
LIME: Final[Colour] = (150, 214, 96)
"""What is complete, or won."""

Motif: TypeAlias = Callable[[Pen, Area, "Theme"], None]

_SHARED: Final = (
    *(CREAM, INK, GOLD, SPARK, LIME, RED, palette.SHADOW),
    *(palette.POWER, palette.TAB, palette.BURST, palette.BURST_EDGE),
    *BANDS,
)
_SHARED_BLENDS: Final = (
    *((INK, CREAM, 3), (RED, CREAM, 3), (CREAM, palette.TAB, 2), (CREAM, palette.POWER, 2)),
    *((CREAM, palette.BURST, 2), (GOLD, INK, 2), (SPARK, INK, 1), (LIME, INK, 1)),
    (GOLD, palette.BURST, 1),
)


def _question(pen: Pen, area: Area, theme: "Theme") -> None:
    pen.letters("?", area.middle, max(SMALLEST, round(area.height * 0.56)), theme.back_mark)


@dataclass(frozen=True, eq=False)
class Theme:
    """The colours of a game, and the sign on the backs of its cards."""

    ground: Colour
    """Dark, as Discord's own."""
    panel: Colour
    """Of a seat."""
    well: Colour
    """A place for cards on a panel."""
    back: Colour
    back_line: Colour
    back_mark: Colour
    """The back of a card, its edge, and the sign on it."""
    soft: Colour
    """Text beside names."""
    motif: Motif = _question
    few: Sequence[Colour] = field(default=())
    """Up to sixteen colours for pictures of full tables, which are large; empty: all."""
    few_from: int = 600
    """The height in pixels from which a picture has only those."""
    more: Sequence[Colour] = field(default=())
    more_blends: Sequence[tuple[Colour, Colour, int]] = field(default=())
    """Colours that meet at edges, and the number of blends between them."""

    @cached_property
    def palette(self) -> Palette:
        """All colours of the game's pictures."""
        own = (self.ground, self.panel, self.well, self.back, self.back_line, self.back_mark)
        grounds = (self.ground, self.panel, self.well)
        lights = (CREAM, self.soft, GOLD, SPARK, LIME)
        pairs = (
            *((light, ground, 2) for light in lights for ground in grounds),
            (self.back_line, self.back, 1),
            (self.back, self.panel, 1),
            (self.back, self.well, 1),
            (CREAM, self.back_line, 2),
            *_SHARED_BLENDS,
            *self.more_blends,
        )
        mixed = chain.from_iterable(blends(*pair) for pair in pairs)
        return Palette((*own, self.soft, *_SHARED, *self.more, *self.few, *mixed))

    @cached_property
    def few_colours(self) -> FewColours:
        """The encoder of pictures of full tables."""
        return FewColours(self.palette, self.few)


PLAIN_THEME: Final = Theme(
    ground=(22, 26, 30),
    panel=(38, 44, 50),
    well=(52, 60, 68),
    back=palette.BACK,
    back_line=palette.BACK_LINE,
    back_mark=palette.BACK_MARK,
    soft=(186, 196, 206),
)
"""The look of games without their own."""

LARGEST: Final = 25_000
"""Bytes of a picture: a phone loads it at once."""

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
        """Draw what isn't likely to come again, such as a curve: it is not kept."""
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
    """Return the first version with at most ``LARGEST`` bytes as PNG, or else the last one."""
    png = b""
    for version in versions:
        png = version.png()
        if len(png) <= LARGEST:
            break
    return png


@dataclass(frozen=True, slots=True)
class _BoxArt:
    size: tuple[int, int]
    ground: Colour
    colour: Colour
    radius: int
    edge: tuple[Colour, int] | None

    def draw(self, pen: Pen) -> None:
        pen.rounded((0, 0, *self.size), self.radius, self.colour, self.edge)


@lru_cache(maxsize=1024)
def _sprite(art: Art, palette: Palette) -> Image.Image:
    """Cached, so paste it and never draw on it."""
    return _settled(art, palette)


def _settled(art: Art, palette: Palette) -> Image.Image:
    def draw(brush: Brush, scale: int) -> None:
        art.draw(Pen(brush, scale))

    return palette.settle(drawn(art.size, art.ground, draw))
