"""Labels of one width, so that the columns of a hand's buttons stand in line.

A button is as wide as its label, and nothing else can be said about its width. So a label gets
spaces on both sides until it is about as wide as the widest one of its column. Where spaces at the
ends are dropped, nothing is lost: the labels are then as they were.
"""

from collections.abc import Sequence
from typing import Final

from bot.face.fonts import MINUS

__all__ = ["aligned"]

_DIGIT: Final = 7
_WIDTHS: Final = {"?": 5, "K": 7, "!": 3, "=": 7, "+": 7, MINUS: 7, "±": 7, "·": 3, "✓": 10, " ": 3}
"""Widths in twelfths of the letters' size, as common sans-serif fonts have them."""

_SPACES: Final = {
    4: "\N{THREE-PER-EM SPACE}",
    3: "\N{FOUR-PER-EM SPACE}",
    2: "\N{SIX-PER-EM SPACE}",
}
"""Spaces by their width, in the same unit."""

_LEAST: Final = 2 * _DIGIT
"""Columns are at least this wide: most cards have one digit or two, and cards come and go."""

_MOST: Final = 5 * _DIGIT
"""No label is widened beyond this: four such columns fit side by side on a phone."""


def aligned(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return rows of labels, widened to the widest of their column, two to five digits."""
    columns = zip(*rows, strict=True)
    widest = [min(_MOST, max(_LEAST, *map(_width, column))) for column in columns]
    return [[_padded(label, room) for label, room in zip(row, widest, strict=True)] for row in rows]


def _width(label: str) -> int:
    return sum(_WIDTHS.get(sign, _DIGIT) for sign in label)


def _padded(label: str, room: int) -> str:
    missing = room - _width(label)
    return f"{_spaces(missing // 2)}{label}{_spaces(missing - missing // 2)}"


def _spaces(wide: int) -> str:
    """Return spaces of that width; a twelfth alone is left out."""
    found = ""
    while wide >= 2:
        # After a step of four a twelfth may be left over: five are three and two.
        step = wide if wide in _SPACES else 4 if wide > 5 else 3
        found += _SPACES[step]
        wide -= step
    return found
