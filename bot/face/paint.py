"""Sprites: small images that are drawn once, cached and pasted into pictures, and their pen.

Sprites are drawn several times too large and then shrunk, for antialiasing; a drawing is given in
pixels of the finished picture. All caches are bounded. Cached images are shared: paste them, never
draw on them. So pictures can be drawn in several threads.

**Fonts**: Fira Sans Condensed (in ``typefaces/``, under the Open Font License) has Latin, Greek and
Cyrillic letters. A name in other letters is drawn in the first font that has all of them. If there
is none, accents are dropped, then letters that cannot be drawn.
"""

import math
import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from bot.face.markdown import halves
from bot.face.palette import Colour, Palette

Font = ImageFont.FreeTypeFont

_OWN: Final = Path(__file__).parent / "typefaces"
_MEDIUM: Final = _OWN / "FiraSansCondensed-Medium.ttf"
_BOLD: Final = _OWN / "FiraSansCondensed-Bold.ttf"

_SYSTEM_FONTS: Final = (
    "DejaVuSans.ttf",
    "NotoSans-Regular.ttf",
    "NotoSansCJK-Regular.ttc",
    "Arial.ttf",
    "Arial Unicode.ttf",
)
"""In the system's font folders; any of them may be missing."""

_PROBE: Final = 24

_NO_CHARACTER: Final = "\uffff"

_ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"


@lru_cache(maxsize=1)
def _families() -> tuple[str, ...]:
    """Return the names of the available fonts; the empty name is our own."""
    found = [""]
    for name in _SYSTEM_FONTS:
        try:
            ImageFont.truetype(name, _PROBE)
        except OSError:
            continue
        found.append(name)
    return tuple(found)


@lru_cache(maxsize=128)
def font(size: int, family: str = "", *, bold: bool = False) -> Font:
    """Return a font, ``size`` in pixels; system fonts have no bold weight here."""
    if family:
        return ImageFont.truetype(family, size)
    return ImageFont.truetype(_BOLD if bold else _MEDIUM, size)


@lru_cache(maxsize=16)
def _missing(family: str) -> bytes:
    return bytes(font(_PROBE, family).getmask(_NO_CHARACTER))


@lru_cache(maxsize=4096)
def _has(family: str, character: str) -> bool:
    if character == " ":
        return True
    return bytes(font(_PROBE, family).getmask(character)) != _missing(family)


def _covers(family: str, text: str) -> bool:
    return all(_has(family, character) for character in text)


_BASES: Final = str.maketrans(
    {"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D"}
    | {"ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "þ": "th", "Þ": "Th", "ð": "d"}
)
"""Latin letters that Unicode does not decompose into a letter and an accent."""


def _unaccented(text: str) -> str:
    parts = unicodedata.normalize("NFKD", text.translate(_BASES))
    return "".join(part for part in parts if not unicodedata.combining(part))


@lru_cache(maxsize=1024)
def font_for(text: str) -> str:
    """Return the name of the first font that has all of ``text``; our own if none has."""
    return next((family for family in _families() if _covers(family, text)), "")


@lru_cache(maxsize=1024)
def drawable(line: str, instead: str) -> str:
    """Return the part of a visible line that can be drawn, or ``instead``, which is ASCII."""
    for wanted in (line, _unaccented(line)):
        if wanted and _covers(font_for(wanted), wanted):
            return wanted
    bare = _unaccented(line)
    best = max(_families(), key=lambda family: sum(_has(family, c) for c in bare))
    left = "".join(c for c in bare if _has(best, c))
    return " ".join(left.split()) or instead


@lru_cache(maxsize=1024)
def word_width(word: str, size: int, family: str, *, bold: bool = False) -> int:
    """Return the width of a word in pixels, rounded up, since words begin on whole pixels."""
    return math.ceil(font(size, family, bold=bold).getlength(word))


@lru_cache(maxsize=128)
def space(size: int, family: str) -> int:
    """Return the width of a space between words, in pixels."""
    return round(font(size, family).getlength(" "))


@lru_cache(maxsize=1024)
def width(text: str, size: int, *, bold: bool = False) -> int:
    """Return the width of ``text``, a single line, in pixels."""
    family, words = font_for(text), text.split(" ")
    spaces = (len(words) - 1) * space(size, family)
    return sum(word_width(word, size, family, bold=bold) for word in words) + spaces


def size_for(text: str, room: float, highest: float, *, bold: bool = False) -> int:
    """Return the largest size, up to ``highest``, at which ``text`` is no wider than ``room``."""
    return int(min(highest, room * 100 / width(text, 100, bold=bold)))


@lru_cache(maxsize=1024)
def fit(text: str, size: int, room: int, *, bold: bool = False) -> str:
    """Return ``text``, shortened with an ellipsis if it is wider than ``room`` pixels.

    A mark by which a name is told apart from another stays at its end.
    """
    if width(text, size, bold=bold) <= room:
        return text
    base, mark = halves(text)
    cuts = [f"{base[:end].rstrip()}{_ELLIPSIS}{mark}" for end in range(len(base) - 1, 0, -1)]
    for shorter in (*cuts, *([mark.strip()] if mark else [])):
        if width(shorter, size, bold=bold) <= room:
            return shorter
    return _ELLIPSIS


_OVERSIZE: Final = 4
"""Shapes are drawn this many times too large and then shrunk."""

_BOLD_STROKE: Final = 0.022
"""Around bold letters of system fonts, relative to their size."""

_CAPITALS: Final = 0.69
"""The height of digits and capitals, relative to the font size."""

KEPT: Final = 256
"""Cached lines and words, about 4 KiB each; four times as many do not make pictures faster."""

Brush: TypeAlias = ImageDraw.ImageDraw


class Area(NamedTuple):
    """A rectangle in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top

    @property
    def middle(self) -> tuple[float, float]:
        """The point in the middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def grown(self, by: float) -> "Area":
        """Return the area, larger by this much on each side."""
        return Area(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def moved(self, right: float, down: float) -> "Area":
        """Return the area, moved by this much."""
        return Area(self.left + right, self.top + down, self.right + right, self.bottom + down)

    def square(self, part: float) -> "Area":
        """Return a centred square; its side is ``part`` of the shorter side."""
        x, y = self.middle
        half = min(self.width, self.height) * part / 2
        return Area(x - half, y - half, x + half, y + half)


class Box(NamedTuple):
    """A rectangle, in pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> int:
        """Its x coordinate."""
        return self.x + self.width // 2


class Lettering(NamedTuple):
    """A text style: size in pixels, colour, background colour, and weight."""

    size: int
    colour: Colour
    ground: Colour
    bold: bool = False


Point: TypeAlias = tuple[float, float]

Edge: TypeAlias = tuple[Colour, float]
"""The colour and the width of an outline."""

Corners: TypeAlias = tuple[bool, bool, bool, bool]
"""Which are round, clockwise from the upper left one."""

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
        """The right and bottom pixels belong to it."""
        left, top = self._at((box[0], box[1]))
        right, bottom = self._at((box[2], box[3]))
        return left, top, max(left, right - 1), max(top, bottom - 1)

    def _length(self, width: float) -> int:
        return max(1, round(width * self._scale))

    def _edge(self, edge: Edge | None) -> tuple[Colour | None, int]:
        return (None, 0) if edge is None else (edge[0], self._length(edge[1]))


def drawn(size: tuple[int, int], ground: Colour, draw: Callable[[Brush, int], None]) -> Image.Image:
    """Return a sprite; ``draw`` gets a brush and the scale for all its lengths."""
    large = Image.new("RGB", (size[0] * _OVERSIZE, size[1] * _OVERSIZE), ground)
    draw(ImageDraw.Draw(large), _OVERSIZE)
    return large.reduce(_OVERSIZE)


def write_middle(brush: Brush, word: str, at: tuple[float, float], style: Lettering) -> None:
    """Write digits or capitals on an RGB image, centred at ``at``."""
    left = at[0] - width(word, style.size, bold=style.bold) / 2
    _write(brush, word, (left, at[1] + style.size * _CAPITALS / 2), style, font_for(word))


@lru_cache(maxsize=KEPT)
def text(words: str, style: Lettering, palette: Palette) -> Image.Image:
    """Return an image of one line of text; its height depends only on the font size."""
    family = font_for(words)
    size = _size(width(words, style.size, bold=style.bold), style)
    line = palette.blank(size, style.ground)
    x = 0
    # Words that are read from right to left are put in order by the font's layout.
    leftward = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in words)
    for word in [words] if leftward else words.split(" "):
        line.paste(_word(word, style, family, palette), (x, 0))
        x += word_width(word, style.size, family, bold=style.bold) + space(style.size, family)
    return line


def _write(brush: Brush, word: str, at: tuple[float, float], style: Lettering, family: str) -> None:
    stroke = style.size * _BOLD_STROKE if style.bold and family else 0
    letters = font(style.size, family, bold=style.bold)
    brush.text(at, word, style.colour, letters, "ls", stroke_width=stroke)


@lru_cache(maxsize=KEPT)
def _word(word: str, style: Lettering, family: str, palette: Palette) -> Image.Image:
    size = _size(word_width(word, style.size, family, bold=style.bold), style)
    image = Image.new("RGB", size, style.ground)
    _write(ImageDraw.Draw(image), word, (_pad(style), style.size), style, family)
    return palette.settle(image)


def _size(letters: int, style: Lettering) -> tuple[int, int]:
    return max(1, letters) + 2 * _pad(style), style.size * 4 // 3


def _pad(style: Lettering) -> int:
    """Left and right of the letters, less than a space."""
    return style.size // 8
