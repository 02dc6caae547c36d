"""Fonts for pictures: our own font first, then system fonts for other scripts.

Fira Sans Condensed (in ``typefaces/``, under the Open Font License) has Latin, Greek and Cyrillic
letters, so pictures need no system fonts. A name in other letters is drawn in the first font that
has all of them. If there is none, accents are dropped, then letters that cannot be drawn: the text
version always has the full name.
"""

import math
import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import ImageFont

from bot.face.markdown import halves

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
"""Searched by Pillow in the system's font folders; any of them may be missing."""

_PROBE: Final = 24
"""The size, in pixels, at which glyphs are compared with the sign for a missing glyph."""

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
    """Return the part of ``line`` that can be drawn, or ``instead`` if nothing is left.

    ``line`` is a single visible line, ``instead`` is ASCII.
    """
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
