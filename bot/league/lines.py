"""The league's lines: what is known before a match, and what it changes."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.game.contract import Seat
from bot.league.caps import Limit
from bot.league.counting import Band, Player, Rating, band_of

BEST: Final = 20
"""A person's best matches that count for the points of a season."""


@dataclass(frozen=True, slots=True)
class Match:
    """A finished ranked match that may count."""

    finished_at: int
    """Milliseconds since 1970."""
    players: tuple[Player, ...]
    """By seat."""
    anchors: Mapping[str, Rating] = field(default_factory=dict)
    """The fixed ratings of Kai's levels at this game, as far as they are known."""
    full_length: bool = True
    """Whether its scores compare with those of others of its kind."""
    kind: str = ""
    """See :meth:`bot.game.contract.Options.kind`."""
    earlier: "Mapping[Seat, Earlier]" = field(default_factory=dict)
    """Of people who had their data deleted before, for their first matches since."""

    @property
    def band(self) -> Band:
        """Its band of seats, which has ratings of its own."""
        return band_of(len(self.players))


class Rated(NamedTuple):
    """A person's rating at a game and band, and what it rests on."""

    rating: Rating = Rating()
    matches: int = 0
    at: int = 0
    """When the last rated match was finished."""
    earlier: int = 0
    """Matches before the person had their data deleted: they count where others are protected."""


class Totals(NamedTuple):
    """A person's results at a game in a period."""

    matches: int = 0
    wins: int = 0
    """Ahead of everyone they met; a shared first is none."""
    points: int = 0
    """Of the best matches of a season, :data:`BEST` at most; of all matches of all time."""
    abandoned: int = 0
    """Those of the matches from which the person has gone."""
    opponents: int = 0
    """Different people met; counted for all time only."""
    earlier: int | None = None
    """People met only before a deletion, known all the same; None without one. All time only."""


class Bests(NamedTuple):
    """A person's lowest and highest scores in matches of full length of one kind, of all time."""

    matches: int = 0
    lowest_total: int | None = None
    highest_total: int | None = None
    lowest_round: int | None = None
    highest_round: int | None = None


class Met(NamedTuple):
    """How one person has done against another at a game."""

    matches: int = 0
    """In which the two have met; of two of whom one always went early there are none."""
    won: int = 0
    tied: int = 0
    week: int = 0
    """Of the last match of the two, in weeks since 1970."""
    this_week: int = 0
    """Matches of the two in that week, those in which they have not met included."""
    month: int = 0
    """Of the last match in which the two had no other company, in months since 1970."""
    this_month: int = 0
    known: int = 0
    """Whether they had met before a deletion: 1 if it was one's own, 2 if the other's; else 0."""

    @property
    def lost(self) -> int:
        """Matches in which the other was ahead."""
        return self.matches - self.won - self.tied


class Known(NamedTuple):
    """What two people begin with who sat together before a deletion, as in :class:`Met`."""

    known: int
    week: int
    this_week: int
    month: int
    this_month: int


class Earlier(NamedTuple):
    """What is known of a person from before a deletion, theirs or another's; not shown."""

    met: int | None = None
    """Different people they had met; None if they have met anyone since."""
    rated: Rated | None = None
    """With which they begin in the match's band; None if they have one."""
    known: Mapping[Seat, Known] = MappingProxyType({})
    """By the seats of people whom they meet for the first time since."""


@dataclass(frozen=True, slots=True)
class Before:
    """What is stored about the people of a match; whatever is missing is new."""

    rated: Mapping[int, Rated] = field(default_factory=dict)
    """By user, at the game and band of the match."""
    totals: Mapping[tuple[int, str], Totals] = field(default_factory=dict)
    """By user and period."""
    met: Mapping[tuple[int, int], Met] = field(default_factory=dict)
    """By user and other user, at the game."""
    best: Mapping[tuple[int, str], Sequence[int]] = field(default_factory=dict)
    """By user and season: the points of the best matches, :data:`BEST` at most."""
    facts: Mapping[tuple[int, str], int] = field(default_factory=dict)
    """By user and the fact's name, at the game."""
    bests: Mapping[tuple[int, str], Bests] = field(default_factory=dict)
    """By user and kind of match, at the game."""
    people: Collection[int] = ()
    """Users with a rated match at the game; :data:`bot.league.caps.ENOUGH_PEOPLE` are enough."""


class Limits(NamedTuple):
    """Who of a match does not count for a person, and why, by the others' seats."""

    points: Mapping[Seat, Limit]
    rating: Mapping[Seat, Limit]


class SeatBooked(NamedTuple):
    """What a match was worth to a person."""

    rank: int
    """From 1; the last of all for someone who has gone."""
    points: int
    """0 to 100: the share of the people who count whom this person was ahead of."""
    won: bool
    before: Rating
    after: Rating
    limits: Limits


@dataclass(frozen=True, slots=True)
class Booked:
    """What a match changes: all new values, and nothing that stays as it was."""

    seats: Mapping[int, SeatBooked] = field(default_factory=dict)
    """Of people for whom the match counts."""
    rated: Mapping[int, Rated] = field(default_factory=dict)
    totals: Mapping[tuple[int, str], Totals] = field(default_factory=dict)
    met: Mapping[tuple[int, int], Met] = field(default_factory=dict)
    facts: Mapping[tuple[int, str], int] = field(default_factory=dict)
    bests: Mapping[tuple[int, str], Bests] = field(default_factory=dict)
