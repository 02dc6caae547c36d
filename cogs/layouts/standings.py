"""The message with the standings of a season: a picture, its description, and buttons."""

from typing import Final

from bot.face.league.board_text import board_alt
from bot.face.league.values import Board
from bot.league.periods import ALL_TIME
from cogs.layouts.page import Button, Page, Picture, Row, Text, Upload, fitted

__all__ = ["standings_page"]

COLOUR: Final = 0xD9A441
_NAME: Final = "standings.png"


def standings_page(board: Board, painted: bytes, game: str, season: str, before: str) -> Page:
    """Return a page of the standings around its picture (PNG).

    ``season`` and ``before`` are the keys of this season and of the one before it.
    """
    head = Text(f"## {board.title} · {board.season}")
    picture = Picture(Upload(_NAME, painted), board_alt(board))

    def button(label: str, page: int, of: str = season, *, off: bool = False) -> Button:
        return Button(label, _id("page", label, game, page, of), disabled=off)

    turning: Row = ()
    if board.pages > 1:
        turning = (
            button("Previous", board.page - 1, off=board.page == 1),
            button("Next", board.page + 1, off=board.page == board.pages),
        )
    seasons = (button("Previous season", 1, before),) if season != ALL_TIME else ()
    text = Button("As text", _id("text", "", game, board.page, season))
    return Page(fitted((head, picture, turning, (*seasons, text))), colour=COLOUR)


def _id(verb: str, label: str, game: str, page: int, season: str) -> str:
    """Return a custom id; the label's first letter keeps those that lead to one page apart."""
    return f"standings:{verb}{label[:1].lower()}:{game}:{page}:{season}"
