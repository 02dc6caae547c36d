"""The message with the champions of past seasons, and buttons to other pages and lengths."""

from typing import Final

from bot.face.league.hall import Hall, hall_text
from bot.league.periods import Length
from cogs.layouts.page import Button, Page, Row, Text, fitted

__all__ = ["champions_page"]

COLOUR: Final = 0xD9A441

_OTHER: Final[dict[Length, tuple[Length, str]]] = {
    "month": ("quarter", "Quarters"),
    "quarter": ("month", "Months"),
}


def champions_page(hall: Hall, game: str, length: Length) -> Page:
    """Return a page of the seasons of a length."""
    turning: Row = ()
    if hall.pages > 1:
        turning = (
            Button("Previous", _id("p", game, length, hall.page - 1), disabled=hall.page == 1),
            Button("Next", _id("n", game, length, hall.page + 1), disabled=hall.page == hall.pages),
        )
    other, label = _OTHER[length]
    row = (*turning, Button(label, _id("l", game, other, 1)))
    return Page(fitted((Text(hall_text(hall)), row)), colour=COLOUR)


def _id(button: str, game: str, length: Length, page: int) -> str:
    """Return a custom id; its first word keeps those that lead to one page apart."""
    return f"champions:{button}:{game}:{length}:{page}"
