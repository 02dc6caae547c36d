"""The names of the seats in texts."""

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
    "TIED",
    "bold",
    "heading",
    "listed",
    "marks",
]

IN_TEXT: Final = 24
IN_LINE: Final = 20
IN_RESULTS: Final = 16
IN_ALT: Final = 16
"""The longest names, in characters: in a text twin, in a line that holds all names, in the results
of a round, and in a picture's description."""

TIED: Final = "\N{NO-BREAK SPACE}"
"""Between words that stay in one line."""


def bold(seats: Sequence[SeatSign], seat: Seat, limit: int = NAME_LIMIT) -> str:
    """Return a seat's name in bold Markdown, at most ``limit`` characters of it."""
    return f"**{escape(seats[seat].name, limit)}**"


def listed(words: Sequence[str]) -> str:
    """Join words as in a sentence: ``a``, ``a and b``, ``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def heading(scene: Scene[Any], seat: Seat, about: Iterable[str]) -> str:
    """Return a seat's name in a text twin, with what is to be said about it in brackets."""
    said = ", ".join(about)
    return f"{bold(scene.seats, seat, IN_TEXT)}{f' ({said})' if said else ''}"


def marks(scene: Scene[Any], seat: Seat, first: Seat, began: str = "started") -> Iterator[str]:
    """Yield what texts of every game say about a seat: that it went ``first``, or is away."""
    if seat == first:
        yield began
    if scene.seats[seat].away:
        yield "Kai plays on"
