"""The champions of past seasons in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.face.league import words
from bot.face.league.recap import Champion, podium
from bot.face.league.values import Medals
from bot.face.markdown import escape
from bot.face.names import IN_TEXT

__all__ = ["MOST_MEDALLISTS", "Hall", "PastSeason", "hall_text"]

MOST_MEDALLISTS: Final = 5
"""So many people at most are told of for their medals."""

_TITLE: Final = 60


class PastSeason(NamedTuple):
    """A season that is over."""

    season: str
    """``November 2026``."""
    people: Sequence[Champion]
    """The first three places, in order."""


@dataclass(frozen=True, slots=True)
class Hall:
    """A page of a game's past seasons."""

    title: str
    """``Kapow!``."""
    seasons: Sequence[PastSeason]
    """Newest first; at least one."""
    medals: Sequence[tuple[str, Medals]] = ()
    """Who has won most in all past seasons, at most ``MOST_MEDALLISTS``."""
    page: int = 1
    """From 1."""
    pages: int = 1


def hall_text(hall: Hall) -> str:
    """Return the page as Markdown: a line for each season."""
    return words.fitting(_lines(hall), words.TEXT_LIMIT)


def _lines(hall: Hall) -> Iterator[str]:
    yield f"## Champions of {escape(hall.title, _TITLE)}"
    if hall.pages > 1:
        yield f"-# page {hall.page} of {hall.pages}"
    if hall.medals:
        won = (f"{words.person(name, IN_TEXT)}: {words.medals(own)}" for name, own in hall.medals)
        yield f"Most medals: {' · '.join(won)}"
    for season in hall.seasons:
        yield f"**{season.season}** {podium(season.people)}"
    yield "-# The numbers are points."
