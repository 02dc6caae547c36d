"""The board of a day: the best results of a server, and how everyone does."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from bot.daily.field import Score
from bot.face.markdown import escape
from bot.face.numbers import counted
from bot.tables.daily.store import BoardLine, Fields
from bot.tables.league.people import HIDDEN_NAME, names_in_list
from cogs.layouts import daily_words as words
from cogs.layouts.daily import COLOUR
from cogs.layouts.page import Page, Text, fitted

__all__ = ["MOST", "DayBoard", "daily_board_page"]

MOST: Final = 10
"""Lines of a board."""


class DayBoard(NamedTuple):
    """What a board shows."""

    day: int
    server: str
    """The server's name."""
    lines: Sequence[BoardLine]
    fields: Fields
    hidden: Collection[int]
    """People who keep their results to themselves."""
    reader: int | None = None
    """Who reads it, where nobody else does."""
    own: Score | None = None
    """The reader's result on this server."""
    over: bool = False
    put_off: int = 0
    """See :attr:`bot.daily.deal.Deal.put_off`."""


def daily_board_page(board: DayBoard) -> Page:
    """Return the board of a day on a server."""
    ends = words.ends(board.day, board.put_off)
    state = "The day is over." if board.over else f"The day ends {ends}."
    parts = (
        Text(f"## {words.title(board.day)} · {words.date_words(board.day)}"),
        Text("\n".join(_lines(board)) or _nobody_here(board)),
        Text(f"{_here(board)}{words.field_words(board.fields.everywhere)} {state}"),
        Text("-# Fewest points first, then the result that left Kai with more."),
    )
    return Page(fitted(parts), colour=COLOUR)


def _lines(board: DayBoard) -> Iterator[str]:
    names = names_in_list(
        ((line.user, line.name) for line in board.lines if line.user != board.reader), board.hidden
    )
    for line in board.lines:
        played = " (Kai finished)" if line.by_kai else ""
        yield f"{_result(board, _name(board, line, names), line.score)}{played}"
    if board.own is not None and board.reader not in {line.user for line in board.lines}:
        yield _result(board, "**You**", board.own)


def _name(board: DayBoard, line: BoardLine, names: Mapping[int, str]) -> str:
    if line.user == board.reader:
        return "**You**"
    return escape(names.get(line.user, HIDDEN_NAME))


def _result(board: DayBoard, name: str, score: Score) -> str:
    return f"**{board.fields.here.place(score)}** {name}: {words.score_words(score)}"


def _nobody_here(board: DayBoard) -> str:
    somebody = board.fields.everywhere.people
    return "Nobody has finished this deal here yet." if somebody else ""


def _here(board: DayBoard) -> str:
    count = board.fields.here.people
    return f"{counted(count, 'player')} on {escape(board.server)}. " if count else ""
