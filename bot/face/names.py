"""Players' names in texts: limits, bold names, lists of names and headings."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from bot.face.face import Scene, SeatSign
from bot.face.markdown import NAME_LIMIT, escape
from bot.game.contract import Seat

__all__ = [
    "IN_ALT",
    "IN_LINE",
    "IN_RESULTS",
    "IN_TEXT",
    "NBSP",
    "bold",
    "heading",
    "listed",
    "marks",
]

IN_TEXT: Final = 24
IN_LINE: Final = 20
IN_RESULTS: Final = 16
IN_ALT: Final = 16
"""Limits of names, in characters: in the text version, in a line that has all names, in the
results of a round, and in the alternative text of a picture."""

NBSP: Final = "\N{NO-BREAK SPACE}"
"""Keeps the words on both sides in one line."""


def bold(seats: Sequence[SeatSign], seat: Seat, limit: int = NAME_LIMIT) -> str:
    """Return a seat's name in bold Markdown, cut to ``limit`` characters."""
    return f"**{escape(seats[seat].name, limit)}**"


def listed(words: Sequence[str]) -> str:
    """Join words as in a sentence: ``a``, ``a and b``, ``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def heading(scene: Scene[Any], seat: Seat, about: Iterable[str]) -> str:
    """Return a seat's name for the text version, followed by remarks in brackets."""
    said = ", ".join(about)
    return f"{bold(scene.seats, seat, IN_TEXT)}{f' ({said})' if said else ''}"


def marks(scene: Scene[Any], seat: Seat, first: Seat, began: str = "started") -> Iterator[str]:
    """Yield the remarks that all games share: whether the seat went ``first`` or is away."""
    if seat == first:
        yield began
    if scene.seats[seat].away:
        yield "Kai plays on"
