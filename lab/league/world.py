"""Simulated leagues: people with hidden skills, their matches, and how our ratings fold them."""

import math
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

import numpy as np

from bot.league.book import GameLedger
from bot.league.counting import START_MEAN, Entrant, Player, Rating, attendance, idle, rate
from bot.league.lines import Match as LeagueMatch
from bot.league.lines import Rated, Totals

SPREAD: Final = 250.0
"""The standard deviation of skills: of two people, the better one wins three of four matches."""

GRAIN: Final = 10.0
"""Performances are rounded to this, so that there are ties: two of equal skill tie in 1.4 %."""

NOISE: Final = 400 / math.log(10)

_DAY = 86_400_000


class Ended(NamedTuple):
    """How a match ended for someone who was not simply there, and their share of the turns."""

    how: Literal["left", "removed", "lost"]
    """Who has lost on purpose was there."""
    share: float


class Match(NamedTuple):
    """A finished match."""

    day: float
    players: tuple[int, ...]
    """Negative numbers are Kai's seats."""
    ranks: tuple[int, ...]
    ended: Mapping[int, Ended] = MappingProxyType({})
    """By seat; all others were there."""


class Plan(NamedTuple):
    """What a league looks like."""

    name: str
    people: int
    matches: int
    seats: tuple[int, ...]
    """The sizes of tables, all equally frequent."""
    days: float = 90.0


def new_skills(people: int, source: np.random.Generator) -> tuple[float, ...]:
    """Return the hidden skills of a number of people, in points."""
    return tuple(map(float, source.normal(START_MEAN, SPREAD, people)))


def played(plan: Plan, skills: Sequence[float], source: np.random.Generator) -> Iterator[Match]:
    """Yield the matches of a league, in order of time."""
    for number in range(plan.matches):
        size = int(source.choice(plan.seats))
        players = tuple(map(int, source.choice(plan.people, size, replace=False)))
        ranks = ranks_of([skills[player] for player in players], source)
        yield Match(plan.days * number / plan.matches, players, ranks)


def ranks_of(skills: Sequence[float], source: np.random.Generator) -> tuple[int, ...]:
    """Play a match between these skills; return the ranks, from 1.

    Each performance is the skill and Gumbel's noise, rounded. But for ties, any two are then in
    order with the odds of Bradley and Terry, and all of them as in the model of Plackett and Luce.
    """
    noise = source.gumbel(0.0, NOISE, len(skills))
    shown = [round((skill + luck) / GRAIN) for skill, luck in zip(skills, noise, strict=True)]
    return tuple(1 + sum(other > own for other in shown) for own in shown)


LEAGUES: Final = (
    Plan("tables of 2 to 8", people=40, matches=600, seats=(2, 3, 4, 5, 6, 7, 8)),
    Plan("tables of 2", people=40, matches=1_200, seats=(2,)),
    Plan("few matches", people=60, matches=100, seats=(2, 3, 4, 5, 6, 7, 8)),
)
"""Some 75, 60 and 8 matches a person."""

_THERE = Ended("lost", 1.0)


class Fold:
    """The ratings of a league, match by match. Mutable.

    ``anchors`` are the ratings of Kai's seats, by their negative numbers.
    """

    def __init__(self, anchors: Mapping[int, Rating] | None = None) -> None:
        self._anchors = anchors or {}
        self._ratings: dict[int, tuple[Rating, float]] = {}

    def rating(self, player: int) -> Rating:
        """Return a rating as it was after the player's last match."""
        if player in self._anchors:
            return self._anchors[player]
        return self._ratings.get(player, (Rating(), 0.0))[0]

    def add(self, match: Match) -> None:
        """Fold in the next match in order of time."""
        entrants = [
            Entrant(self._rested(player, match.day), rank, fixed=player in self._anchors)
            for player, rank in zip(match.players, match.ranks, strict=True)
        ]
        for player, rating in zip(match.players, rate(entrants), strict=True):
            if player not in self._anchors:
                self._ratings[player] = (rating, match.day)

    def _rested(self, player: int, day: float) -> Rating:
        last = self._ratings.get(player, (Rating(), day))[1]
        return idle(self.rating(player), day - last)


class Capped:
    """The same as the league books it, with all that it counts. Mutable.

    There is one rating for tables of all sizes, as in :class:`Fold`. The league begins in 1970.
    """

    def __init__(self, anchors: Mapping[int, Rating] | None = None) -> None:
        self._anchors = anchors or {}
        self._rated: dict[int, Rated] = {}
        self._shelf = GameLedger()

    def rating(self, player: int) -> Rating:
        """Return a rating as it was after the player's last match."""
        if player in self._anchors:
            return self._anchors[player]
        return self._rated.get(player, Rated()).rating

    def totals(self, player: int, period: str) -> Totals:
        """Return a player's results in a season (:mod:`bot.league.periods`)."""
        return self._shelf.totals.get((player, period), Totals())

    def forget(self, player: int) -> None:
        """Forget a person, and what others have done with them, as no deletion does any more."""
        totals, met = self._shelf.totals, self._shelf.met
        for line in [line for line in totals if line[0] == player]:
            del totals[line]
        for pair in [pair for pair in met if player in pair]:
            del met[pair]
        self._rated.pop(player, None)

    def add(self, match: Match) -> None:
        """Book the next match in order of time."""
        players = tuple(self._players(match))
        anchors = {str(player): rating for player, rating in self._anchors.items()}
        self._shelf.book(LeagueMatch(round(match.day * _DAY), players, anchors), self._rated)

    def _players(self, match: Match) -> Iterator[Player]:
        for seat, (player, rank) in enumerate(zip(match.players, match.ranks, strict=True)):
            if player in self._anchors:
                yield Player(seat, None, str(player), rank)
            else:
                ended = match.ended.get(seat, _THERE)
                judged = attendance(
                    ended.share, there=ended.how == "lost", removed=ended.how == "removed"
                )
                yield Player(seat, player, None, rank, share=ended.share, attendance=judged)
