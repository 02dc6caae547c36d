"""What a server is told of its league: standings, what a match changed there, profiles, recaps."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final, Literal, NamedTuple, TypeAlias

from bot.game.contract import Seat
from bot.league.counting import Rating
from bot.league.lines import Limits, Met
from bot.league.periods import Span, period_at, period_before, week_at, week_before

MOST_SEASONS: Final = 120
"""Past seasons that count: ten years of months."""

Scored: TypeAlias = Literal["total", "round"]


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """One person in the standings: most points first, then fewest matches; equals share a place."""

    place: int
    user: int
    name: str
    points: int
    matches: int
    wins: int


class Place(NamedTuple):
    """Where a person stands."""

    place: int
    """From 1, shared with equals."""
    row: int
    """The line's number in the whole list, from 0."""


class Recent(NamedTuple):
    """How one of the latest matches went for a person."""

    seats: int
    rank: int
    won: bool
    points: int


class Kind(NamedTuple):
    """A game, and what makes scores compare (:meth:`bot.game.contract.Options.kind`)."""

    game: str
    words: str


class BestScore(NamedTuple):
    """The best score that a person has reached in matches of full length of one kind."""

    user: int
    name: str
    score: int


class SeatAfter(NamedTuple):
    """What a match was worth to the person in a seat."""

    user: int
    points: int
    """For the season, 0 to 100."""
    before: Rating
    after: Rating
    place: int
    """In the standings of the season, with this match: from 1, shared with equals."""
    limits: Limits


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What has changed for the people for whom a match counts."""

    seats: Mapping[Seat, SeatAfter] = field(default_factory=dict)
    met: Mapping[tuple[int, int], Met] = field(default_factory=dict)
    """By user and other user, with this match."""
    hidden: Collection[int] = frozenset()
    """Those of these users whose places and results nobody else may see."""


NOTHING: Final = Aftermath()
"""Of a match that counts for nobody."""


class GameTotals(NamedTuple):
    """A person's results at a game, of all time."""

    game: str
    name: str
    """In the latest match."""
    matches: int
    wins: int
    points: int
    abandoned: int
    opponents: int


class Opponent(NamedTuple):
    """Someone whom a person has met, and how the person did, in all games together."""

    user: int
    name: str
    won: int
    tied: int
    lost: int


class Company(NamedTuple):
    """The people whom a person has met in rated matches."""

    most: tuple[Opponent, ...] = ()
    """Those met most often, the most matches first."""
    people: int = 0
    """How many they all are."""
    ties: int = 0
    """How often a match ended level with one of them."""
    even: int = 0
    """With how many the person is level, after enough matches."""


class Elsewhere(NamedTuple):
    """Rated matches on other servers, all together."""

    matches: int
    wins: int


class Medians(NamedTuple):
    """What the people of a server come to at a game: each the median of the people's own."""

    points: float
    """A match."""
    wins: float
    """The share of matches, 0 to 1."""
    rounds: float
    """Won a match."""
    left: float
    """The share of ranked matches that were left to Kai, 0 to 1."""
    opponents: float


class Ended(NamedTuple):
    """The week, the month and the quarter that were over last."""

    week: Span
    month: str
    quarter: str

    @property
    def keys(self) -> tuple[str, str, str]:
        """The keys under which it is stored that they were told."""
        monday = datetime.fromtimestamp(self.week.begins / 1000, UTC)
        return f"week {monday:%Y-%m-%d}", season_key(self.month), season_key(self.quarter)


class Announcement(NamedTuple):
    """What is known about something that is told once."""

    key: str
    at: int
    """When it was begun (ms since 1970)."""
    message: int | None
    """0 where nothing was posted, None while it may or may not be."""


def ended_at(now: int) -> Ended:
    """Return what was over last at a time (ms since 1970)."""
    month, quarter = (period_before(period_at(length, now)) for length in ("month", "quarter"))
    return Ended(week_before(week_at(now)), month, quarter)


def season_key(period: str) -> str:
    """Return the key of a season's end."""
    return f"season {period}"


class Played(NamedTuple):
    """How many matches of a game were finished."""

    finished: int
    rated: int
    """Those of them that count for someone."""


class Rivalry(NamedTuple):
    """Two people who met in rated matches, of any game."""

    matches: int
    user: int
    name: str
    won: int
    other: int
    other_name: str
    lost: int


class Climb(NamedTuple):
    """How far someone has come in the standings of a game since the places were noted before."""

    gained: int
    """Places, at least 1."""
    game: str
    user: int
    name: str
