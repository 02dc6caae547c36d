"""The standings of a season in words: for those who do not see the picture, and for search."""

from collections.abc import Iterator
from typing import Final

from bot.face.league import words
from bot.face.league.values import MOST_LINES, MOST_NEAR, Board, BoardLine
from bot.face.markdown import escape, one_line, plain, shorten
from bot.face.names import IN_ALT, IN_TEXT
from bot.face.numbers import number

__all__ = ["board_alt", "board_text"]

_TITLE: Final = 60
_NOTE: Final = 160
"""Limits of titles and notes, in characters."""


def board_text(board: Board) -> str:
    """Return a page of the standings as Markdown: two short lines for each person.

    All of it: it may take more than one message.
    """
    return "\n".join(_lines(board))


def board_alt(board: Board) -> str:
    """Return the alternative text of the picture: plain text in one line."""
    title = ", ".join(plain(part, _TITLE) for part in (board.title, board.season) if part)
    shown = (*board.lines[:MOST_LINES], *board.near[:MOST_NEAR])
    told = "; ".join(_brief(line) for line in shown)
    return shorten(f"Standings of {title}: {told or words.NOBODY}", words.ALT_LIMIT)


def _lines(board: Board) -> Iterator[str]:
    title = " · ".join(escape(part, _TITLE) for part in (board.title, board.season) if part)
    yield f"## {title}"
    below = (escape(board.server, _TITLE) if board.server else "", words.page(board))
    if any(below):
        yield f"-# {' · '.join(filter(None, below))}"
    if not board.lines:
        yield words.NOBODY
    for line in board.lines[:MOST_LINES]:
        yield from _told(line)
    if board.near:
        yield "\N{MIDLINE HORIZONTAL ELLIPSIS}"
    near = board.near[:MOST_NEAR]
    for line in near:
        yield from _told(line)
    if any(line.own for line in (*board.lines[:MOST_LINES], *near)):
        yield words.OWN_EXPLAINED
    if note := one_line(board.note, _NOTE):
        yield f"-# {escape(note, _NOTE)}"


def _told(line: BoardLine) -> Iterator[str]:
    """Tell a line of the standings in a large and a small line."""
    own = f"{words.OWN} " if line.own else ""
    name, total = words.person(line.name, IN_TEXT), words.points(line.points)
    head, played = f"{own}**{number(line.place)}. {name}** · {total}", words.matches(line.matches)
    if line.hidden:
        yield head
        yield f"-# {number(line.matches)} {played}"
        return
    yield " · ".join(filter(None, (head, words.moved(line.movement, new=line.new))))
    parts = [
        f"{number(line.matches)} {played}",
        f"{number(line.wins)} {words.wins(line.wins)}",
        words.NO_RATING if line.rating is None else f"{words.RATING} {number(line.rating)}",
        words.medals(line.medals),
    ]
    if line.form:
        parts.append(f"lately {words.lately(line.form)}")
    yield f"-# {' · '.join(filter(None, parts))}"


def _brief(line: BoardLine) -> str:
    own = " (own line)" if line.own else ""
    return f"{number(line.place)}. {plain(line.name, IN_ALT)}{own} {words.points(line.points)}"
