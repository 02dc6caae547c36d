"""A server's standings, as a table in letters of one width that a phone shows without wrapping."""

import unicodedata
from collections.abc import Sequence
from typing import Final

from bot.face.markdown import plain
from bot.game.contract import AnyGame, Scoring
from bot.tables.league.store import Standing

__all__ = ["PAGE_LINES", "standings_table"]

PAGE_LINES: Final = 10
"""Persons on one page."""

_NAME_WIDTH: Final = 10
_HEADER: Final = f" # {'Name':<{_NAME_WIDTH}}   M   W  Rk  P/R Best"
_LEGEND: Final = "-# M matches · W wins · Rk mean rank · P/R points a round · Best"


def standings_table(
    game: AnyGame, lines: Sequence[Standing], page: int, pages: int, *, count_short: bool
) -> str:
    """Return one page in Markdown; ``page`` counts from 1, ``count_short`` as the server set it."""
    rows = "\n".join([_HEADER, *map(_row, lines)])
    number = f" (page {page} of {pages})" if pages > 1 else ""
    what = "Ranked matches count." if count_short else "Ranked matches of full length count."
    legend = f"{_LEGEND} {_best(game.scoring)}"
    return f"### Standings of {game.title}{number}\n```\n{rows}\n```\n{legend}\n-# {what}"


def _best(scoring: Scoring) -> str:
    of_what = "total of a match" if scoring.totals_compare else "score of a round"
    return f"{scoring.best} {of_what}"


def _row(line: Standing) -> str:
    return (
        f"{line.place:>2} {_cell(line.name)} {line.matches:>3} {line.wins:>3} "
        f"{line.mean_rank:>3.1f} {line.points_per_round:>4.1f} {line.best:>4}"
    )


def _cell(name: str) -> str:
    """Return a name as wide as the column; in a block of code only the grave accent is special."""
    cell, width = "", 0
    for character in plain(name).replace("`", "'"):
        wide = _width(character)
        if width + wide > _NAME_WIDTH:
            break
        cell, width = cell + character, width + wide
    return cell + " " * (_NAME_WIDTH - width)


def _width(character: str) -> int:
    """Return how many columns a character takes where letters have one width."""
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
