"""Leagues of people with hidden skills, and matches that follow from these."""

import math
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

import numpy as np

from bot.league.ratings import START_MEAN

__all__ = ["LEAGUES", "NOISE", "Ended", "Match", "Plan", "new_skills", "played", "ranks_of"]

SPREAD: Final = 250.0
"""The standard deviation of skills: of two people, the better one wins three of four matches."""

GRAIN: Final = 10.0
"""Performances are rounded to this, so that there are ties: two of equal skill tie in 1.4 %."""

NOISE: Final = 400 / math.log(10)


class Ended(NamedTuple):
    """How a match ended for somebody who was not simply there, and their share of the turns."""

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


LEAGUES: Final = (
    Plan("tables of 2 to 8", people=40, matches=600, seats=(2, 3, 4, 5, 6, 7, 8)),
    Plan("tables of 2", people=40, matches=1_200, seats=(2,)),
    Plan("few matches", people=60, matches=100, seats=(2, 3, 4, 5, 6, 7, 8)),
)
"""Some 75, 60 and 8 matches a person."""


def new_skills(people: int, source: np.random.Generator) -> tuple[float, ...]:
    """Return the hidden skills of so many people, in points."""
    return tuple(map(float, source.normal(START_MEAN, SPREAD, people)))


def ranks_of(skills: Sequence[float], source: np.random.Generator) -> tuple[int, ...]:
    """Play a match between these skills; return the ranks, from 1.

    Each performance is the skill and Gumbel's noise, rounded. But for ties, any two are then in
    order with the odds of Bradley and Terry, and all of them as in the model of Plackett and Luce.
    """
    noise = source.gumbel(0.0, NOISE, len(skills))
    shown = [round((skill + luck) / GRAIN) for skill, luck in zip(skills, noise, strict=True)]
    return tuple(1 + sum(other > own for other in shown) for own in shown)


def played(plan: Plan, skills: Sequence[float], source: np.random.Generator) -> Iterator[Match]:
    """Yield the matches of a league, in order of time."""
    for number in range(plan.matches):
        size = int(source.choice(plan.seats))
        players = tuple(map(int, source.choice(plan.people, size, replace=False)))
        ranks = ranks_of([skills[player] for player in players], source)
        yield Match(plan.days * number / plan.matches, players, ranks)
