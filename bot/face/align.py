"""Padding of button labels, so that the buttons of a hand form even columns.

Discord makes a button as wide as its label, and offers no other control of its width. So labels get
spaces on both sides until they are about as wide as the widest one of their column. If a client
drops leading and trailing spaces, the labels simply look unaligned.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from bot.face.fonts import MINUS

__all__ = ["aligned"]

_DIGIT: Final = 7
_WIDTHS: Final = {"?": 5, "K": 7, "!": 3, "=": 7, "+": 7, MINUS: 7, "±": 7, "·": 3, "✓": 10, " ": 3}
"""Widths in twelfths of the font size, as in common sans-serif fonts."""

_SPACES: Final = {
    4: "\N{THREE-PER-EM SPACE}",
    3: "\N{FOUR-PER-EM SPACE}",
    2: "\N{SIX-PER-EM SPACE}",
}
"""Space characters by their width, in the same unit."""

_LEAST: Final = 2 * _DIGIT
"""The minimum width of a column: most cards have one or two digits, and cards come and go."""

_MOST: Final = 5 * _DIGIT
"""The maximum width that a label is padded to: four such columns fit on a phone."""


def aligned(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return rows of labels, each padded to the widest of its column (two to five digits)."""
    columns = zip(*rows, strict=True)
    widest = [min(_MOST, max(_LEAST, *map(_width, column))) for column in columns]
    return [[_padded(label, room) for label, room in zip(row, widest, strict=True)] for row in rows]


@lru_cache(1000)
def _width(label: str) -> int:
    return sum(_WIDTHS.get(sign, _DIGIT) for sign in label)


@lru_cache(1000)  # Each hand has a dozen labels, and most are the same ones again.
def _padded(label: str, room: int) -> str:
    missing = room - _width(label)
    return f"{_spaces(missing // 2)}{label}{_spaces(missing - missing // 2)}"


def _spaces(wide: int) -> str:
    """Return spaces of a width; a remainder of one twelfth is left out."""
    found = ""
    while wide >= 2:
        # A twelfth would be left over after a space of four: use three and two instead.
        step = wide if wide in _SPACES else 4 if wide > 5 else 3
        found += _SPACES[step]
        wide -= step
    return found
