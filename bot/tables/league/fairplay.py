"""Figures that moderators look at when they doubt that a league is fair; ``db`` implements them.

They are figures alone: nothing follows from them by itself. Who is in them is decided by numbers
that the page tells, and everything is about one server.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from bot.game.contract import Seat
from bot.review.values import CENT, read_rounds
from bot.tables.league.interventions import Intervened
from bot.tables.league.rings import PlayedMatch

__all__ = [
    "DAYS",
    "FEWER_LINES",
    "FEWEST_LEFT",
    "FEWEST_MATCHES",
    "FEWEST_REVIEWED",
    "FEWEST_TIMEOUTS",
    "LATEST",
    "LATEST_TOGETHER",
    "LINES",
    "MOST_REVIEWS",
    "ONE_SIDED",
    "PAIRS",
    "FairPlay",
    "GaveUp",
    "LeftToKai",
    "OutOfTime",
    "Pair",
    "Reviewed",
    "ReviewedSeat",
    "conspicuous",
    "gave_up",
]

LINES: Final = 5
"""Lines of each figure: a message has room for so many."""

FEWER_LINES: Final = 2
"""Lines of who ended and paused matches, and removed others."""

PAIRS: Final = 8
"""Lines of pairs."""

FEWEST_MATCHES: Final = 8
"""Two people who have met less often tell nothing."""

ONE_SIDED: Final = 0.85
"""The share of their matches that one of the two has to have won."""

FEWEST_LEFT: Final = 3
"""Matches of a game that somebody has left to Kai."""

FEWEST_TIMEOUTS: Final = 3

FEWEST_REVIEWED: Final = 3
"""Reviewed matches with somebody, and as many without them, that are compared."""

FAR_MORE: Final = 2.0
"""So many times as much a round, and at least a point more, is far more."""

DAYS: Final = 90
"""How far timeouts and reviews are looked back for, in days."""

LATEST: Final = 2000
"""Of so many of a server's matches in that time, the latest ones."""

LATEST_TOGETHER: Final = 500
"""Of so many matches of one of two people at a game, those that they played together are found."""

MOST_REVIEWS: Final = 100
"""Reviews that are read, the latest ones."""


class Pair(NamedTuple):
    """How somebody has done against somebody else at a game, in rated matches."""

    game: str
    user: int
    other: int
    matches: int
    """In which the two met."""
    won: int
    """In which ``user`` was ahead."""
    tied: int
    together: int = 0
    """Of the latest matches, those that both played."""
    alone: int = 0
    """Of these, how many without a third person."""

    @property
    def lost(self) -> int:
        """Matches in which ``other`` was ahead."""
        return self.matches - self.won - self.tied


class LeftToKai(NamedTuple):
    """Matches of a game that count, from which somebody has gone (:mod:`bot.league.counting`)."""

    game: str
    user: int
    left: int
    matches: int
    """All of them, those that were left included."""


class OutOfTime(NamedTuple):
    """Turns of somebody whose time ran out, in ranked matches with a clock."""

    user: int
    timeouts: int
    turns: int
    """Those, and the turns that the person played."""


class ReviewedSeat(NamedTuple):
    """A person's seat in a reviewed match."""

    user: int
    own: bool
    """Whether the person made all choices: else the losses are not theirs."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A rated match that has a review."""

    people: Mapping[Seat, ReviewedSeat]
    review: str
    """A :class:`bot.review.values.Review` as JSON."""


class GaveUp(NamedTuple):
    """What somebody's choices lost at tables with somebody else, and at other tables.

    A review tells what a choice cost whoever made it. That helps all others alike: what it did for
    one of them is not known. So only tables with and without somebody can be compared.
    """

    user: int
    other: int
    matches: int
    """Reviewed matches with the other."""
    lost: float
    """In these, in points a round."""
    elsewhere: int
    """Reviewed matches without the other."""
    lost_elsewhere: float


class FairPlay(Protocol):
    """Reads the figures. All calls raise ``StoreUnavailableError``.

    ``person``: a user's id, to read the figures of that person, whatever they are; without one,
    those that stand out. There are :data:`PAIRS`, :data:`LINES` or :data:`FEWER_LINES` at most.
    ``since``: milliseconds since 1970.
    """

    async def pairs(self, guild: int, games: Collection[str], person: int | None) -> Sequence[Pair]:
        """Return pairs of which one has won nearly always, those who have met most often first."""

    async def left_to_kai(
        self, guild: int, games: Collection[str], person: int | None
    ) -> Sequence[LeftToKai]:
        """Return who has left the largest share of their matches, the largest first."""

    async def out_of_time(self, guild: int, since: int, person: int | None) -> Sequence[OutOfTime]:
        """Return whose turns ran out of time most often, the largest share first."""

    async def played(self, guild: int, since: int) -> Sequence[PlayedMatch]:
        """Return the latest rated matches, :data:`LATEST` at most, to find rings in them."""

    async def intervened(self, guild: int, since: int, person: int | None) -> Sequence[Intervened]:
        """Return who removed others, paused and ended matches that count, most often first."""

    async def removed(self, guild: int, since: int, person: int) -> int:
        """Return how often somebody was removed from a match that counts."""

    async def reviewed(self, guild: int, since: int) -> Sequence[Reviewed]:
        """Return the latest rated matches with a review, :data:`MOST_REVIEWS` at most."""


class _Sum(NamedTuple):
    matches: int = 0
    rounds: int = 0
    lost: int = 0
    """In hundredths of a point."""

    def plus(self, more: "_Sum") -> "_Sum":
        return _Sum(*(one + two for one, two in zip(self, more, strict=True)))

    def less(self, some: "_Sum") -> "_Sum":
        return _Sum(*(one - two for one, two in zip(self, some, strict=True)))

    @property
    def a_round(self) -> float:
        return self.lost / CENT / self.rounds if self.rounds else 0.0


def gave_up(matches: Iterable[Reviewed]) -> Sequence[GaveUp]:
    """Return what everybody gave up beside everybody else whom they met, the most first.

    Only reviews that can be read, and seats whose choices were their owner's own.
    """
    everywhere: dict[int, _Sum] = defaultdict(_Sum)
    beside: dict[tuple[int, int], _Sum] = defaultdict(_Sum)
    for match in matches:
        people = {seat.user for seat in match.people.values()}
        for user, lost in _losses(match):
            everywhere[user] = everywhere[user].plus(lost)
            for other in people - {user}:
                beside[user, other] = beside[user, other].plus(lost)
    found = []
    for (user, other), lost in beside.items():
        rest = everywhere[user].less(lost)
        found.append(GaveUp(user, other, lost.matches, lost.a_round, rest.matches, rest.a_round))
    return sorted(found, key=lambda line: (line.lost_elsewhere - line.lost, line.user, line.other))


def _losses(match: Reviewed) -> Iterator[tuple[int, _Sum]]:
    """Yield what each person of a match has lost by choices of their own."""
    try:
        rounds = read_rounds(match.review)
    except ValueError:
        return  # Another version has made it in another way.
    if any(played.gained is not None for played in rounds):
        return  # Its losses are in percent, and could not be added to points.
    for number, seat in match.people.items():
        if seat.own and all(number < len(played.losses) for played in rounds):
            losses = [played.losses[number] for played in rounds]
            yield seat.user, _Sum(1, len(losses), sum(losses))


def conspicuous(line: GaveUp) -> bool:
    """Whether somebody gave up far more beside somebody, in several matches, than elsewhere."""
    return (
        min(line.matches, line.elsewhere) >= FEWEST_REVIEWED
        and line.lost >= FAR_MORE * line.lost_elsewhere
        and line.lost >= line.lost_elsewhere + 1
    )
