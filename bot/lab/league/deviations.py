"""How soon a rating is known, at tables of each size."""

from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Final

import numpy as np

from bot.lab.league.systems import System
from bot.lab.league.world import Match, new_skills, ranks_of

__all__ = ["MILESTONES", "SIZES", "deviations"]

SIZES: Final = (2, 4, 8)
MILESTONES: Final = (5, 10, 20, 40)
"""After so many matches a person."""

PEOPLE: Final = 32
"""Divisible by each of the sizes."""


def deviations(new: Callable[[], System], size: int, seed: int) -> Sequence[float]:
    """Return the mean deviation after each of the milestones, in points.

    Everybody plays once in each circuit, at tables of one size with new neighbours, on one day.
    """
    source = np.random.default_rng([seed, size])
    skills = new_skills(PEOPLE, source)
    system, found = new(), []
    for circuit in range(1, max(MILESTONES) + 1):
        for group in source.permutation(PEOPLE).reshape(-1, size):
            players = tuple(map(int, group))
            system.add(Match(0.0, players, ranks_of([skills[each] for each in players], source)))
        if circuit in MILESTONES:
            found.append(fmean(system.rating(player).deviation for player in range(PEOPLE)))
    return found
