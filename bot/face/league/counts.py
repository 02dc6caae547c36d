"""How many of how many matches were won: ``11 of 20 won``, in columns.

In columns, the same words are the same bytes again in each line of a picture.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from bot.face import palette
from bot.face.canvas import Canvas
from bot.face.fonts import width
from bot.face.league import words
from bot.face.league.sheet import figure, put
from bot.face.paint import Lettering
from bot.face.seating import SMALLEST

__all__ = ["Counts", "counts", "widest", "won"]

_FIGURE: Final = Lettering(SMALLEST, palette.CREAM, palette.PANEL)
_LABEL: Final = Lettering(SMALLEST, palette.MINT, palette.PANEL)
_ROOM: Final = 50
"""The most room for a count."""
_SPACE: Final = 7


class Counts(NamedTuple):
    """The right edges of the numbers, in pixels."""

    wins: int
    matches: int


def counts(told: Sequence[tuple[int, int]], left: int) -> Counts:
    """Make columns for pairs of wins and matches, beginning at ``left``."""
    first = left + widest((wins for wins, _ in told), _ROOM, _FIGURE)
    of = width(words.OF, SMALLEST) + 2 * _SPACE
    return Counts(first, first + of + widest((played for _, played in told), _ROOM, _FIGURE))


def widest(values: Iterable[int], room: int, style: Lettering) -> int:
    """Return the width of the widest of some numbers, at most ``room`` pixels each; 0 of none."""
    told = (figure(value, room, style) for value in values)
    return max((width(text, own.size, bold=own.bold) for text, own in told), default=0)


def won(canvas: Canvas, wins: int, matches: int, columns: Counts, base: int) -> None:
    """Draw how many matches were won; ``base`` is the baseline."""
    told, _ = figure(wins, _ROOM, _FIGURE)
    put(canvas, told, (columns.wins, base), _FIGURE, "right")
    put(canvas, words.OF, (columns.wins + _SPACE, base), _LABEL)
    told, _ = figure(matches, _ROOM, _FIGURE)
    put(canvas, told, (columns.matches, base), _LABEL, "right")
    put(canvas, words.WON, (columns.matches + _SPACE, base), _LABEL)
