"""Figures that moderators look at when they doubt that a league is fair: nothing follows by itself.

*Rings* are a few people who play nearly only with each other, beside others who play the same game:
no cap tells them from a club.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from bot.game.contract import Seat
from bot.kai.advice import CENT
from bot.review.review import read_rounds

LINES: Final = 5
"""For each figure: more don't fit in a message."""

FEWER_LINES: Final = 2
"""Of who ended and paused matches, and removed others."""

PAIRS: Final = 8

FEWEST_MATCHES: Final = 8
"""Two people who have met less often tell nothing."""

ONE_SIDED: Final = 0.85
"""The share of their matches that one of the two has to have won."""

FEWEST_LEFT: Final = 3
"""Matches of a game that someone has left to Kai."""

FEWEST_TIMEOUTS: Final = 3

FEWEST_REVIEWED: Final = 3
"""Reviewed matches with someone, and as many without them, that are compared."""

FAR_MORE: Final = 2.0
"""This many times as much a round, and at least a point more, is far more."""

DAYS: Final = 90
"""How far timeouts and reviews are looked back for."""

LATEST: Final = 2000
"""A server's latest matches in that time that are looked at."""

LATEST_TOGETHER: Final = 500
"""A person's matches at a game among which those of two people are found."""

MOST_REVIEWS: Final = 100
"""Reviews that are read, the latest ones."""

FEWEST_IN_RING: Final = 3
MOST_IN_RING: Final = 6

FEWEST_TOGETHER: Final = 10
"""Matches without anyone else: fewer tell nothing."""

NEARLY_ALL: Final = 0.85
"""The share of the matches of any of them that nobody else may have been in."""

_LEAST_SHARED: Final = 1 / 8
"""People who share less than this of their matches with a group don't belong to it."""


class Placed(NamedTuple):
    """A person in a match; an id below zero is a former player's, 0 someone unknown."""

    user: int
    rank: int
    points: int


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match of a game, and all people for whom it counted."""

    game: str
    people: Sequence[Placed]

    @property
    def winner(self) -> int | None:
        """Who was ahead of everyone; None if a place was shared."""
        best = min(placed.rank for placed in self.people)
        first = [placed.user for placed in self.people if placed.rank == best]
        return first[0] if len(first) == 1 else None


class Ring(NamedTuple):
    """People who play a game with each other."""

    game: str
    people: tuple[int, ...]
    """The one who has won most comes first."""
    together: int
    """Matches of the game that nobody else was in."""
    matches: int
    """Matches of the game that any of them was in."""
    won: tuple[int, ...]
    """Of those together, in the order of ``people``."""
    points: tuple[int, ...]

    @property
    def share(self) -> float:
        """The part of their matches that nobody else was in."""
        return self.together / self.matches


class Pair(NamedTuple):
    """How someone has done against someone else at a game, in rated matches."""

    game: str
    user: int
    other: int
    matches: int
    won: int
    """In which ``user`` was ahead."""
    tied: int
    together: int = 0
    """Of the latest matches, those that both played."""
    alone: int = 0
    """Of these, those without a third person."""

    @property
    def lost(self) -> int:
        """Matches in which ``other`` was ahead."""
        return self.matches - self.won - self.tied


class LeftToKai(NamedTuple):
    """Matches of a game that count, from which someone has gone (:mod:`bot.league.counting`)."""

    game: str
    user: int
    left: int
    matches: int
    """With those that were left."""


class OutOfTime(NamedTuple):
    """Turns of someone whose time ran out, in ranked matches with a clock."""

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
    """A :class:`bot.review.review.Review` as JSON."""


class GaveUp(NamedTuple):
    """What someone's choices lost at tables with someone else, and at other tables.

    A choice that costs its player helps all others alike, so only tables can be compared.
    """

    user: int
    other: int
    matches: int
    lost: float
    """In these, in points a round."""
    elsewhere: int
    """Reviewed matches without the other."""
    lost_elsewhere: float


class Intervened(NamedTuple):
    """How often someone has removed others, paused and ended matches that count."""

    user: int
    removed: int
    paused: int
    ended: int
    together: int
    """Of all these, those that everyone agreed to."""

    @property
    def alone(self) -> int:
        """Those that they did alone, as a moderator."""
        return self.removed + self.paused + self.ended - self.together


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
    """Return what everyone gave up beside everyone else whom they met, the most first.

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


def conspicuous(line: GaveUp) -> bool:
    """Whether someone gave up far more beside someone, in several matches, than elsewhere."""
    return (
        min(line.matches, line.elsewhere) >= FEWEST_REVIEWED
        and line.lost >= FAR_MORE * line.lost_elsewhere
        and line.lost >= line.lost_elsewhere + 1
    )


def _losses(match: Reviewed) -> Iterator[tuple[int, _Sum]]:
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


def rings(matches: Iterable[PlayedMatch]) -> Sequence[Ring]:
    """Return those that stand out, the most matches first; nobody is in two of a game.

    Where few others play a game, they are the ones who play it, and no ring.
    """
    found: list[Ring] = []
    for graph in _graphs(matches):
        people = [user for user in graph.matches if graph.count(user) >= FEWEST_TOGETHER / 2]
        every = {ring.people: ring for user in people for ring in graph.around(user)}
        others = len(graph.matches)
        found += [
            ring
            for ring in every.values()
            if ring.together >= FEWEST_TOGETHER
            and ring.share >= NEARLY_ALL
            and others - len(ring.people) >= max(len(ring.people), FEWEST_IN_RING + 1)
        ]
    # Of groups with someone in common, that which explains most.
    found.sort(key=lambda ring: (-ring.together, -ring.share, ring.game, ring.people))
    told: list[Ring] = []
    for ring in found:
        if not any(ring.game == other.game and {*ring.people} & {*other.people} for other in told):
            told.append(ring)
    return told


def ring_of(person: int, matches: Iterable[PlayedMatch]) -> Sequence[Ring]:
    """Return with whom a person plays most at each game, whatever it says."""
    found = [
        max(groups, key=lambda ring: (ring.share, ring.together))
        for graph in _graphs(matches)
        if (groups := [ring for ring in graph.around(person) if ring.together])
    ]
    return sorted(found, key=lambda ring: (-ring.together, ring.game))


class _Graph:
    """Who has played a game with whom."""

    def __init__(self, game: str, played: Sequence[PlayedMatch]) -> None:
        self._game = game
        self._played = played
        self._people = [frozenset(placed.user for placed in match.people) for match in played]
        self.matches: dict[int, list[int]] = defaultdict(list)
        """By person; matches by their number."""
        for number, people in enumerate(self._people):
            for user in people - {0}:
                self.matches[user].append(number)

    def count(self, user: int) -> int:
        return len(self.matches[user])

    def around(self, user: int) -> Iterator[Ring]:
        """Yield groups of a person and those who share most matches with them, the small first."""
        group = {user} if user in self.matches else set[int]()
        while group and len(group) < MOST_IN_RING:
            shared = Counter[int]()
            for number in {number for one in group for number in self.matches[one]}:
                shared.update(self._people[number])
            near = [
                (together, together / self.count(other), -abs(other), other)
                for other, together in shared.items()
                if other and other not in group and together >= _LEAST_SHARED * self.count(other)
            ]
            if not near:
                return
            group.add(max(near)[-1])
            if len(group) >= FEWEST_IN_RING:
                yield self._ring(group)

    def _ring(self, group: set[int]) -> Ring:
        numbers = {number for one in group for number in self.matches[one]}
        together = [number for number in numbers if self._people[number] <= group]
        won = Counter(self._played[number].winner for number in together)
        points = Counter[int]()
        for number in together:
            points.update({placed.user: placed.points for placed in self._played[number].people})
        people = sorted(group, key=lambda user: (-won[user], -points[user], user))
        return Ring(
            *(self._game, tuple(people), len(together), len(numbers)),
            tuple(won[user] for user in people),
            tuple(points[user] for user in people),
        )


def _graphs(matches: Iterable[PlayedMatch]) -> Iterator[_Graph]:
    by_game = sorted(matches, key=lambda match: match.game)
    for game, played in groupby(by_game, key=lambda match: match.game):
        yield _Graph(game, [*played])
