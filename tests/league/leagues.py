"""Simulated leagues: people with hidden skills, their matches, and what the league books of them.

They are also what the ratings were chosen by (``docs/experiments/league-ratings.md``).
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from bot.games.kapow.title import KAPOW
from bot.league.book import GameLedger
from bot.league.counting import START_MEAN, Player, Rating, anchor
from bot.league.lines import Match, Rated, Totals

SPREAD: Final = 250.0
"""The standard deviation of skills: of two people, the better one wins three of four matches."""

GRAIN: Final = 10.0
"""Performances are rounded to this, so that there are ties: two of equal skill tie in 1.4 %."""

NOISE: Final = 400 / math.log(10)

DAY: Final = 86_400_000
SEASON: Final = 90

KAI: Final = -1
ANCHORS: Final[Mapping[str, Rating]] = {"easy": anchor(KAPOW.kai.ratings[KAPOW.kai.play("easy")])}


class Played(NamedTuple):
    day: float
    players: tuple[int, ...]
    """People, and Kai's seats as :data:`KAI`."""
    ranks: tuple[int, ...]


class Plan(NamedTuple):
    name: str
    people: int
    matches: int
    seats: tuple[int, ...]
    """The sizes of tables, all equally frequent."""


LEAGUES: Final = (
    Plan("tables of 2 to 8", people=40, matches=600, seats=(2, 3, 4, 5, 6, 7, 8)),
    Plan("tables of 2", people=40, matches=1_200, seats=(2,)),
    Plan("few matches", people=60, matches=100, seats=(2, 3, 4, 5, 6, 7, 8)),
)
"""Some 75, 60 and 8 matches a person."""


def new_skills(people: int, source: np.random.Generator) -> tuple[float, ...]:
    return tuple(map(float, source.normal(START_MEAN, SPREAD, people)))


def played(plan: Plan, skills: Sequence[float], source: np.random.Generator) -> Iterator[Played]:
    for number in range(plan.matches):
        size = int(source.choice(plan.seats))
        players = tuple(map(int, source.choice(plan.people, size, replace=False)))
        ranks = ranks_of([skills[player] for player in players], source)
        yield Played(SEASON * number / plan.matches, players, ranks)


def ranks_of(skills: Sequence[float], source: np.random.Generator) -> tuple[int, ...]:
    """Play a match between these skills; return the ranks, from 1.

    Each performance is the skill and Gumbel's noise, rounded. But for ties, any two are then in
    order with the odds of Bradley and Terry, and all of them as in the model of Plackett and Luce.
    """
    noise = source.gumbel(0.0, NOISE, len(skills))
    shown = [round((skill + luck) / GRAIN) for skill, luck in zip(skills, noise, strict=True)]
    return tuple(1 + sum(other > own for other in shown) for own in shown)


class League:
    """A league that begins in 1970, with one rating for tables of all sizes. Mutable."""

    def __init__(self) -> None:
        self._rated: dict[int, Rated] = {}
        self._ledger = GameLedger()

    def add(self, match: Played) -> None:
        seats = enumerate(zip(match.players, match.ranks, strict=True))
        players = tuple(
            Player(seat, None, "easy", rank) if who == KAI else Player(seat, who, None, rank)
            for seat, (who, rank) in seats
        )
        self._ledger.book(Match(round(match.day * DAY), players, ANCHORS), self._rated)

    def mean(self, player: int) -> float:
        return self._rated.get(player, Rated()).rating.mean

    def totals(self, player: int, period: str) -> Totals:
        return self._ledger.totals.get((player, period), Totals())
