"""How fast results are folded."""

import time
from typing import Final

import numpy as np

from bot.lab.league.world import new_skills, ranks_of
from bot.league.ratings import Entrant, Rating, rate

__all__ = ["PEOPLE", "SEATS", "matches_per_second"]

SEATS: Final = 4
PEOPLE: Final = 100


def matches_per_second(count: int, seed: int) -> float:
    """Fold this many matches of four seats; return how many a second of processor time."""
    source = np.random.default_rng(seed)
    skills = new_skills(PEOPLE, source)
    tables = [source.choice(PEOPLE, SEATS, replace=False).tolist() for _ in range(count)]
    ranks = [ranks_of([skills[player] for player in table], source) for table in tables]
    ratings = [Rating()] * PEOPLE
    start = time.process_time()
    for table, order in zip(tables, ranks, strict=True):
        entrants = [
            Entrant(ratings[player], rank) for player, rank in zip(table, order, strict=True)
        ]
        for player, rating in zip(table, rate(entrants), strict=True):
            ratings[player] = rating
    return count / (time.process_time() - start)
