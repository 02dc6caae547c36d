"""What is told about a league: the standings of a season, and a person's profile.

Texts are as people wrote them: neither escaped nor cut. Where a value holds "at most" a number of
things, those beyond are not shown.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

MOST_LINES: Final = 10

MOST_NEAR: Final = 3
"""Below a page: the reader's line and its neighbours."""

RECENT: Final = 5
"""Latest matches that are told one by one."""

MOST_RATINGS: Final = 200


class Form(StrEnum):
    """How a person did in a rated match, among the people and Kais at the table."""

    FIRST = "first"
    """Won: was ahead of everyone met."""
    TIED = "tied"
    """Shared the first place, which is a tie."""
    BETWEEN = "between"
    LAST = "last"
    """Came last, alone or together with others, and did not win."""


class Medals(NamedTuple):
    """How many past seasons a person finished in the first three places."""

    gold: int = 0
    silver: int = 0
    bronze: int = 0


_NO_MEDALS: Final = Medals()


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One person in the standings of a season."""

    place: int
    """From 1; people who share a place have the same one."""
    name: str
    points: int
    matches: int
    """Of the season, that count."""
    wins: int
    rating: int | None = None
    """None: provisional or hidden."""
    movement: int | None = None
    """Places gained since the week began (negative: lost); None: not shown."""
    form: tuple[Form, ...] = ()
    """The last rated matches, the latest last, at most ``RECENT``."""
    medals: Medals = _NO_MEDALS
    own: bool = False
    """Whether the standings are shown for this person: the line is marked."""
    new: bool = False
    """Whether the person came into the standings this week."""
    hidden: bool = False
    """Whether only place, points and matches are told."""


@dataclass(frozen=True, slots=True)
class Board:
    """One page of the standings of a season."""

    title: str
    """What is played: ``Kapow!``."""
    season: str
    """``November 2026``."""
    lines: tuple[BoardLine, ...]
    """In order of place, at most ``MOST_LINES``; may be empty."""
    server: str = ""
    """The name of the server; may be empty."""
    near: tuple[BoardLine, ...] = ()
    """The reader's line and those next to it, if not on this page; at most ``MOST_NEAR``."""
    note: str = ""
    """How points and ties are counted: ``Best 20 matches count.``"""
    page: int = 1
    pages: int = 1


@dataclass(frozen=True, slots=True)
class GameLine:
    """How a person does in one game."""

    title: str
    matches: int
    wins: int
    rating: int | None = None
    """None: not rated yet, or hidden."""
    provisional: bool = False
    best: int | None = None
    """Of a match; None: no match yet."""
    place: int | None = None
    """In the season's standings; None: not in them."""
    kind: str = ""
    """In which kind of match the best score was reached, if it isn't the usual one."""


class Figure(NamedTuple):
    """A measure of how a person plays, with a reference."""

    label: str
    own: str
    """Ready to show: ``4.2``."""
    median: str = ""
    """Of the server, in the same form; empty: not known."""


class Fact(NamedTuple):
    """Something that is counted: ``Longest run of wins``, 5."""

    label: str
    number: int


class Achievement(NamedTuple):
    """Something that a person can reach once."""

    title: str
    text: str
    reached: bool


class Rival(NamedTuple):
    """Someone often met, and who of the two did better in how many matches."""

    name: str
    won: int
    tied: int
    lost: int


@dataclass(frozen=True, slots=True)
class Profile:
    """A person on a server."""

    name: str
    server: str = ""
    """Its name; may be empty."""
    season: str = ""
    """That of the places: ``November 2026``; may be empty."""
    games: tuple[GameLine, ...] = ()
    curve_title: str = ""
    """The game whose ratings ``curve`` holds; ``figures`` and ``facts`` are about it, too."""
    curve: tuple[float, ...] = ()
    """After each rated match, finite, the latest last, at most ``MOST_RATINGS``."""
    form: tuple[Form, ...] = ()
    """The last rated matches, the latest last, at most ``RECENT``."""
    figures: tuple[Figure, ...] = ()
    facts: tuple[Fact, ...] = ()
    achievements: tuple[Achievement, ...] = ()
    rivals: tuple[Rival, ...] = ()
    daily: str = ""
    puzzles: str = ""
    nights: str = ""
    elsewhere: str = ""
    """About other servers, none of which it names; may be empty."""

    @property
    def foot(self) -> tuple[str, ...]:
        """The last lines, without empty ones."""
        return tuple(filter(None, (self.nights, self.daily, self.puzzles, self.elsewhere)))
