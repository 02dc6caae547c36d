"""A game's look: its ground, its panels, the backs of its cards, and the palette for all of it.

What means the same in all games has the same colour everywhere: gold for the turn, the spark for
what has just changed, cream for cards and names.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Final, TypeAlias

from bot.face import palette
from bot.face.paint import Pen
from bot.face.palette import BANDS, CREAM, GOLD, INK, RED, Colour, FewColours, Palette, blends

if TYPE_CHECKING:
    from bot.face.cards import Area


SPARK: Final[Colour] = (124, 214, 255)
"""What has just changed."""
LIME: Final[Colour] = (150, 214, 96)
"""What is complete, or won."""

Motif: TypeAlias = Callable[[Pen, "Area", "Theme"], None]
"""Draws the sign of a game on the back of a card."""

_SHARED: Final = (
    *(CREAM, INK, GOLD, SPARK, LIME, RED, palette.SHADOW),
    *(palette.POWER, palette.TAB, palette.BURST, palette.BURST_EDGE),
    *BANDS,
)
_SHARED_BLENDS: Final = (
    (INK, CREAM, 3),
    (RED, CREAM, 3),
    (CREAM, palette.TAB, 2),
    (CREAM, palette.POWER, 2),
    (CREAM, palette.BURST, 2),
    (GOLD, INK, 2),
    (SPARK, INK, 1),
    (LIME, INK, 1),
    (GOLD, palette.BURST, 1),
)


def _question(pen: Pen, area: "Area", theme: "Theme") -> None:
    """Draw a question mark: the sign of games without their own."""
    pen.fitted("?", area, area.height * 0.56, theme.back_mark)


@dataclass(frozen=True, eq=False)
class Theme:
    """The colours of a game, and the sign on the backs of its cards."""

    ground: Colour
    """The background: dark, as Discord's own."""
    panel: Colour
    """A seat's panel."""
    well: Colour
    """A place for cards on a panel."""
    back: Colour
    back_line: Colour
    back_mark: Colour
    """The back of a card, its edge, and the sign on it."""
    soft: Colour
    """Text beside names: figures and explanations."""
    motif: Motif = _question
    few: Sequence[Colour] = field(default=())
    """Up to sixteen colours for pictures of full tables, which are large; empty: all."""
    few_from: int = 600
    """The height of a picture from which it has only those colours, in pixels."""
    more: Sequence[Colour] = field(default=())
    """Further colours of the game's cards."""
    more_blends: Sequence[tuple[Colour, Colour, int]] = field(default=())
    """Further colours that meet at edges, and the number of blends between them."""

    @cached_property
    def palette(self) -> Palette:
        """All colours of the game's pictures."""
        own = (self.ground, self.panel, self.well, self.back, self.back_line, self.back_mark)
        grounds = (self.ground, self.panel, self.well)
        pairs = (
            *((CREAM, ground, 2) for ground in grounds),
            *((self.soft, ground, 2) for ground in grounds),
            *((GOLD, ground, 2) for ground in grounds),
            *((SPARK, ground, 2) for ground in grounds),
            *((LIME, ground, 2) for ground in grounds),
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
