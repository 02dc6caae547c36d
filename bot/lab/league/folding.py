"""Fold matches into ratings, with or without the caps of the league."""

from collections import defaultdict
from collections.abc import Mapping
from itertools import combinations
from typing import Final

from bot.lab.league.world import Match
from bot.league.caps import pair_weight
from bot.league.ratings import Entrant, Rating, idle, rate

__all__ = ["Fold"]

WEEK: Final = 7.0
FEWEST_PEOPLE: Final = 2
"""With fewer people in it, a match is not rated."""


class Fold:
    """The ratings of a league, match by match. Mutable.

    ``anchors`` are the ratings of Kai's seats, by their negative numbers.
    """

    def __init__(self, anchors: Mapping[int, Rating] | None = None, *, caps: bool = False) -> None:
        self._anchors = anchors or {}
        self._caps = caps
        self._ratings: dict[int, tuple[Rating, float]] = {}
        self._counted: defaultdict[tuple[int, int], list[float]] = defaultdict(list)
        """The days on which a pair's matches counted."""
        self._others: defaultdict[int, set[int]] = defaultdict(set)

    def rating(self, player: int) -> Rating:
        """Return a rating as it was after the player's last match."""
        if player in self._anchors:
            return self._anchors[player]
        return self._ratings.get(player, (Rating(), 0.0))[0]

    def add(self, match: Match) -> None:
        """Fold in the next match in order of time."""
        people = sorted(player for player in match.players if player not in self._anchors)
        if self._caps and len(people) < FEWEST_PEOPLE:
            return
        weights = self._weights(people, match.day)
        entrants = [
            Entrant(self._rested(player, match.day), rank, fixed=player in self._anchors)
            for player, rank in zip(match.players, match.ranks, strict=True)
        ]
        after = rate(entrants, lambda i, j: weights.get(_pair(match, i, j), 1.0))
        for player, rating in zip(match.players, after, strict=True):
            if player not in self._anchors:
                self._ratings[player] = (rating, match.day)

    def _rested(self, player: int, day: float) -> Rating:
        last = self._ratings.get(player, (Rating(), day))[1]
        return idle(self.rating(player), day - last)

    def _weights(self, people: list[int], day: float) -> Mapping[tuple[int, int], float]:
        """Return the weight of each pair of people, and remember that they met."""
        if not self._caps:
            return {}
        pairs = [*combinations(people, 2)]
        for first, second in pairs:
            self._others[first].add(second)
            self._others[second].add(first)
        return {pair: self._weight(pair, day) for pair in pairs}

    def _weight(self, pair: tuple[int, int], day: float) -> float:
        recent = [counted for counted in self._counted[pair] if counted > day - WEEK]
        first, second = (len(self._others[player]) for player in pair)
        weight = pair_weight(len(recent) + 1, (first, second))
        self._counted[pair] = [*recent, day] if weight else recent
        return weight


def _pair(match: Match, first: int, second: int) -> tuple[int, int]:
    one, other = match.players[first], match.players[second]
    return min(one, other), max(one, other)
