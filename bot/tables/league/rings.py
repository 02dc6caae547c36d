"""Rings: a few people who play nearly only with each other, beside others who play the same game.

Whoever wants points from friends, or from accounts of their own, needs a few who know each other
and nobody else. No cap tells them from a club. So moderators see who plays with whom: figures
alone, by numbers that the page tells.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

__all__ = [
    "FEWEST_TOGETHER",
    "MOST_IN_RING",
    "NEARLY_ALL",
    "Placed",
    "PlayedMatch",
    "Ring",
    "ring_of",
    "rings",
]

FEWEST_IN_RING: Final = 3
MOST_IN_RING: Final = 6

FEWEST_TOGETHER: Final = 10
"""Matches without anybody else: fewer tell nothing."""

NEARLY_ALL: Final = 0.85
"""The share of the matches of any of them that nobody else may have been in."""

_LEAST_SHARED: Final = 1 / 8
"""Who shares less than this of their matches with a group is none of it."""


class Placed(NamedTuple):
    """A person in a match; an id below zero is a former player's, 0 somebody unknown."""

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
        """Who was ahead of everybody; None if a place was shared."""
        best = min(placed.rank for placed in self.people)
        first = [placed.user for placed in self.people if placed.rank == best]
        return first[0] if len(first) == 1 else None


class Ring(NamedTuple):
    """People who play a game with each other."""

    game: str
    people: tuple[int, ...]
    """Who has won most comes first."""
    together: int
    """Matches of the game that nobody else was in."""
    matches: int
    """Matches of the game that any of them was in."""
    won: tuple[int, ...]
    """How many of those together each has won, in the order of ``people``."""
    points: tuple[int, ...]
    """What each earned in them."""

    @property
    def share(self) -> float:
        """The part of their matches that nobody else was in."""
        return self.together / self.matches


def rings(matches: Iterable[PlayedMatch]) -> Sequence[Ring]:
    """Return those that stand out, the most matches first; nobody is in two of a game.

    Where fewer people play a game besides them than they are, they are the ones who play it, and
    no ring.
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
    # Of groups with somebody in common, that which explains most.
    found.sort(key=lambda ring: (-ring.together, -ring.share, ring.game, ring.people))
    told: list[Ring] = []
    for ring in found:
        if not any(ring.game == other.game and {*ring.people} & {*other.people} for other in told):
            told.append(ring)
    return told


def ring_of(person: int, matches: Iterable[PlayedMatch]) -> Sequence[Ring]:
    """Return with whom a person plays most among themselves, at each game, whatever it says."""
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
