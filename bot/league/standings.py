"""The standings of a server's seasons, and what a match has changed in them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias

from bot.game.contract import Seat
from bot.league.counting import Rating
from bot.league.lines import Limits, Met

MOST_SEASONS: Final = 120
"""The number of past seasons that count: ten years of months."""

Scored: TypeAlias = Literal["total", "round"]
"""What a best score was reached in: a whole match, or a round of one."""


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """One person in the standings of a game in a season.

    The order is by most points, then fewest matches; equal lines share a place.
    """

    place: int
    """From 1."""
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
    """Points for the season, 0 to 100."""
    before: Rating
    after: Rating
    place: int
    """In the standings of the season, with this match: from 1, shared with equals."""
    limits: Limits
    """Who else does not count for the person, and why."""


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What has changed for the people for whom a match counts."""

    seats: Mapping[Seat, SeatAfter] = field(default_factory=dict)
    met: Mapping[tuple[int, int], Met] = field(default_factory=dict)
    """By user and other user: how they have done against each other, with this match."""
    hidden: Collection[int] = frozenset()
    """Those of these users whose places and results nobody else may see."""


NOTHING: Final = Aftermath()
"""Of a match that counts for nobody."""
