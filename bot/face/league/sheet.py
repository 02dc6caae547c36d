"""What the pictures of a league have in common: panels, lines of text, and small marks.

They are 700 pixels wide. Discord shows them about 390 wide on a phone, so no letter here is smaller
than 20 pixels, which are 11 there.
"""

from functools import lru_cache
from typing import Final, Literal, TypeAlias

from PIL import Image

from bot.face import palette
from bot.face.fonts import drawable, fit
from bot.face.league.values import RECENT, Form, Medals
from bot.face.markdown import plain
from bot.face.paint import Brush, Lettering, drawn, rounded, write_middle
from bot.face.paint import text as line
from bot.face.palette import Colour

__all__ = [
    "INNER",
    "RIGHT",
    "SIDE",
    "SMALL",
    "WIDTH",
    "badge",
    "mark",
    "medals",
    "panel",
    "put",
    "recent",
    "shown",
    "triangle",
]

WIDTH: Final = 700
"""The width of the pictures, in pixels: they are longer than tables, and mostly letters, which take
a sixth fewer bytes than at a table's width."""
SIDE: Final = 14
"""The margin left and right, in pixels."""
INNER: Final = SIDE + 16
"""The left edge of text on a panel."""
RIGHT: Final = WIDTH - INNER
"""The right edge of text on a panel."""
SMALL: Final = 20
"""The smallest font size, in pixels."""

_RADIUS: Final = 10
_EDGE: Final = 3
_MARK: Final = 16
"""The diameter of a match's mark."""
_MARK_STEP: Final = 23
_BADGES: Final[tuple[Colour, ...]] = (palette.GOLD, palette.BACK_MARK, palette.BANDS[8])
"""The colours of the first three places; the number on a badge says the same."""
_MEDAL: Final = 25
_MOST_MEDALS: Final = 99

Align: TypeAlias = Literal["left", "middle", "right"]


def shown(text: str, size: int, room: int, instead: str = "Player") -> str:
    """Return a text as one line that can be drawn and is no wider than ``room`` pixels.

    ``instead`` is returned if there is nothing that can be drawn.
    """
    return fit(drawable(plain(text, 80), instead), size, room)


def put(
    canvas: Image.Image,
    words: str,
    at: tuple[int, int],
    style: Lettering,
    align: Align = "left",
) -> int:
    """Write a line so that its letters start at, are centred at or end at ``at``'s x.

    ``at``'s y is the baseline. Returns the width of the letters in pixels.
    """
    pad = style.size // 8
    x = at[0] + {"left": -pad, "middle": 0, "right": pad}[align]
    sprite = line(words, style)
    x -= {"left": 0, "middle": sprite.width // 2, "right": sprite.width}[align]
    canvas.paste(sprite, (x & ~1, at[1] - style.size))
    return sprite.width - 2 * pad


def panel(canvas: Image.Image, y: int, height: int, *, framed: bool = False) -> None:
    """Draw a panel from side to side."""
    edge = (palette.GOLD, _EDGE) if framed else None
    sprite = rounded((WIDTH - 2 * SIDE, height), palette.PANEL, palette.TABLE, _RADIUS, edge)
    canvas.paste(sprite, (SIDE, y))


def recent(
    canvas: Image.Image,
    form: tuple[Form, ...],
    at: tuple[int, int],
    ground: Colour = palette.PANEL,
) -> None:
    """Draw the marks of the last matches; ``at`` is the right end and the middle's y."""
    for back, match in enumerate(reversed(form[-RECENT:])):
        x = at[0] - _MARK - back * _MARK_STEP
        canvas.paste(mark(match, ground), (x, at[1] - _MARK // 2))


@lru_cache(maxsize=8)
def mark(match: Form, ground: Colour = palette.PANEL) -> Image.Image:
    """Return a match's mark: a full disc for first, a half disc, or an empty one for last."""

    def draw(brush: Brush, scale: int) -> None:
        end, line = _MARK * scale - 1, 9 * scale // 4
        colour = palette.GOLD if match is Form.FIRST else palette.MINT
        brush.ellipse((0, 0, end, end), colour)
        if match is Form.BETWEEN:
            brush.pieslice((line, line, end - line, end - line), 180, 360, ground)
        elif match is Form.LAST:
            brush.ellipse((line, line, end - line, end - line), ground)

    return palette.HOUSE.settle(drawn((_MARK, _MARK), ground, draw))


@lru_cache(maxsize=16)
def triangle(
    points_to: Literal["up", "down", "right"], size: int, colour: Colour, ground: Colour
) -> Image.Image:
    """Return a triangle in a square of ``size`` pixels."""
    tips = {
        "up": ((0, 0.92), (0.5, 0.08), (1, 0.92)),
        "down": ((0, 0.08), (1, 0.08), (0.5, 0.92)),
        "right": ((0.1, 0), (0.94, 0.5), (0.1, 1)),
    }[points_to]

    def draw(brush: Brush, scale: int) -> None:
        brush.polygon([(x * size * scale, y * size * scale) for x, y in tips], colour)

    return palette.HOUSE.settle(drawn((size, size), ground, draw))


@lru_cache(maxsize=8)
def badge(place: int, size: int, ground: Colour = palette.PANEL) -> Image.Image:
    """Return one of the first three places on a disc of its colour."""
    colour = _BADGES[place - 1]

    def draw(brush: Brush, scale: int) -> None:
        end = size * scale - 1
        brush.ellipse((0, 0, end, end), colour)
        style = Lettering(size * scale * 3 // 4, palette.INK, colour, bold=True)
        write_middle(brush, str(place), (end / 2, end / 2), style)

    return palette.HOUSE.settle(drawn((size, size), ground, draw))


def medals(canvas: Image.Image, won: Medals, at: tuple[int, int], style: Lettering) -> int:
    """Draw medals: a disc for each place, and how many if there are several.

    ``at`` is the right end and the baseline. Returns their width in pixels.
    """
    x = at[0]
    for place, count in reversed(list(enumerate(won[:3], 1))):
        if count > 0:
            if count > 1:
                x -= put(canvas, f"x{min(count, _MOST_MEDALS)}", (x, at[1]), style, "right") + 2
            x -= _MEDAL
            canvas.paste(badge(place, _MEDAL), (x, at[1] - _MEDAL + 4))
            x -= 9
    return at[0] - x
